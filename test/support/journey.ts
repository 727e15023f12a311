/** What a journey through the admin needs: the built pages behind the real runtime, a store with goods, and browsers. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { startBrowser } from "./browser.ts";
import { aRuntime, owner, signedIn } from "./runtime.ts";

const root = join(import.meta.dirname, "..", "..");
const built = join(root, "dist", "web", "index.html");
const building = join(root, "dist", ".building-web");
const lockMsMax = 120_000;

/** As `npm run build` does it: in a process of its own, for a test's own NODE_ENV would make it a development build. */
async function build(): Promise<void> {
  const vite = join(root, "node_modules", ".bin", "vite");
  const env = { ...process.env, NODE_ENV: "production" };
  await promisify(execFile)(vite, ["build", "-c", "web/vite.config.ts", "--logLevel", "warn"], { cwd: root, env });
}

async function newest(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const times = await Promise.all(files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs));
  return Math.max(...times);
}

const isBuilt = async (): Promise<boolean> =>
  existsSync(built) &&
  (await stat(built)).mtimeMs > Math.max(await newest(join(root, "web")), await newest(join(root, "core", "contract")));

/** Builds the admin when what is built is older than its source. Test files run side by side: one builds, the others wait. */
export async function builtAdmin(): Promise<void> {
  await mkdir(join(root, "dist"), { recursive: true });
  for (const began = Date.now(); !(await isBuilt()); await pause(200)) {
    const mine = await mkdir(building).then(
      () => true,
      () => false,
    );
    if (mine) {
      try {
        return await build();
      } finally {
        await rm(building, { recursive: true, force: true });
      }
    }
    // Whoever held it was killed.
    if (Date.now() - began > lockMsMax) await rm(building, { recursive: true, force: true });
  }
}

type Ask = Awaited<ReturnType<typeof signedIn>>;

export interface Journey {
  readonly url: string;
  /** Asks the API as the owner. */
  readonly ask: Ask;
  /** A browser of its own, signed in as the owner unless told otherwise. What its console complains of fails the test. */
  readonly visitor: (how?: How) => Promise<Page>;
}

interface How extends BrowserContextOptions {
  /** Null: stays outside. */
  readonly as?: { readonly email: string; readonly password: string } | null;
  /** Complaints that belong to the journey, such as those about a server that is away. */
  readonly expects?: RegExp;
}

export const phone = { viewport: { width: 360, height: 740 } } as const;

/** The runtime and the browser of a test file. */
export function journeys(): Journey {
  let browser: Browser;
  let url = "";
  let ask: Ask;
  const complaints: string[] = [];

  beforeAll(async () => {
    await builtAdmin();
    const [runtime, started] = await Promise.all([aRuntime(), startBrowser()]);
    browser = started;
    url = runtime.url;
    ask = await signedIn(runtime);
  }, 180_000);
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(() => browser?.close());

  return {
    get url() {
      return url;
    },
    ask: (method, path, body) => ask(method, path, body),
    visitor: async ({ as = owner, expects, ...options } = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        reducedMotion: "reduce",
        locale: "en-GB",
        baseURL: url,
        ...options,
      });
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      const complain = (text: string) => void (expects?.test(text) || complaints.push(text));
      page.on("console", (message) => void (message.type() === "error" && complain(message.text())));
      page.on("pageerror", (error) => complain(error.message));
      await page.goto("/");
      if (as) await signIn(page, as);
      return page;
    },
  };
}

export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("#content").waitFor();
}

interface Made {
  readonly id: string;
}

/** Two places with goods: 2 mugs in each, 20 bowls in the first. */
export async function aStockedStore({ ask }: Pick<Journey, "ask">) {
  const places: Made[] = [];
  for (const [nth, name] of ["Front shop", "Back store"].entries()) {
    places.push(await ask<Made>("POST", "/api/admin/locations", { code: `P${nth + 1}`, name, priority: nth + 1 }));
  }
  const [front, back] = places as [Made, Made]; // two were made
  const product = await ask<Made & { variants: (Made & { sku: string })[] }>("POST", "/api/admin/products", {
    title: "Stoneware",
    status: "active",
    options: ["Piece"],
    variants: [
      { sku: "MUG", priceMinor: 25_000, options: ["Mug"] },
      { sku: "BOWL", priceMinor: 40_000, options: ["Bowl"] },
    ],
  });
  const idOf = (sku: string) => product.variants.find((variant) => variant.sku === sku)?.id ?? "";
  const receive = (sku: string, { id }: Made, quantity: number) =>
    ask("POST", `/api/admin/variants/${idOf(sku)}/stock/receive`, { locationId: id, quantity });
  await receive("MUG", front, 2);
  await receive("MUG", back, 2);
  await receive("BOWL", front, 20);
  return { front, back, mug: idOf("MUG"), bowl: idOf("BOWL"), productId: product.id };
}

export const address = { line1: "1 Hill Road", city: "Pune", postalCode: "411001", country: "IN" };

export const anOrderOf = ({ ask }: Pick<Journey, "ask">, variantId: string, quantity = 1, payment = "cod") =>
  ask<Made & { number: string; version: number }>("POST", "/api/admin/orders", {
    email: "meera@example.com",
    name: "Meera Shah",
    address,
    payment,
    lines: [{ variantId, quantity }],
  });

/** What axe finds that a person with a screen reader, a keyboard or weak eyes would stumble over. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(axe.source);
  const results = await page.evaluate<axe.AxeResults>("axe.run()");
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ""}`));
}
