/**
 * `npm run shots`: screenshots of every screen of the admin, with a demo store made for it, in the folder `shots`:
 * desktop, dark and phone. `shots/index.html` shows them all.
 *   --only=orders,stock     only screens whose path contains one of these words
 *   --url=http://…          of a running store, with OWNER_EMAIL and OWNER_PASSWORD
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { buildAdmin } from "#local/build-admin";
import { type Child, startChild } from "#local/child";
import { startBrowser } from "#test/support/harness/browser";
import { navItems } from "../web/shell/navigation.ts";

const folder = resolve(import.meta.dirname, "..", "shots");

const looks: Readonly<Record<string, BrowserContextOptions>> = {
  wide: { viewport: { width: 1440, height: 900 } },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  narrow: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

const { values: flags } = parseArgs({ options: { only: { type: "string" }, url: { type: "string" } } });
const words = flags.only?.split(",");

const owner = {
  email: process.env["OWNER_EMAIL"] || "owner@example.com",
  password: process.env["OWNER_PASSWORD"] || "a-password-for-shots",
};

/** The output of a new store when its demo is complete. */
const isFull = /demo store is full/;
const fillMsMax = 180_000;

await buildAdmin();
const store = flags.url ? null : await aDemoStore();
const browser = await startBrowser();
try {
  await photograph(browser, flags.url ?? store?.child.url ?? "");
} finally {
  await browser.close();
  await store?.end();
}

async function aDemoStore(): Promise<{ child: Child; end: () => Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), "quartermaster-shots-"));
  const environment = { DEMO: "1", OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password };
  const child = await startChild({ folder: data, environment });
  const end = async () => {
    await child.end();
    await rm(data, { recursive: true, force: true });
  };
  const until = Date.now() + fillMsMax;
  while (!isFull.test(child.output())) {
    if (Date.now() > until) {
      await end();
      throw new Error(`The demo store is not full after ${fillMsMax / 1000} s: ${child.output()}`);
    }
    await new Promise((wait) => setTimeout(wait, 500));
  }
  return { child, end };
}

async function photograph(browser: Browser, baseURL: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const shown = new Set<string>();
  let screens: readonly string[] = [];
  for (const [look, options] of Object.entries(looks)) {
    const context = await browser.newContext({ baseURL, locale: "en-GB", reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    await page.goto("/");
    await page.getByLabel("Email", { exact: true }).waitFor();
    await shoot(page, "sign-in", look);
    shown.add("sign-in");
    await signIn(page);
    if (screens.length === 0) {
      const all = [...navItems.map(({ to }) => to), ...(await recordsOf(page))];
      screens = all.filter((path) => !words || words.some((word) => path.includes(word)));
    }
    for (const path of screens) {
      await page.goto(path);
      await settled(page);
      await shoot(page, nameOf(path), look);
      shown.add(nameOf(path));
    }
    await context.close();
    console.log(`${look}: ${screens.length} screens`);
  }
  await writeFile(join(folder, "index.html"), sheetOf([...shown]));
  console.log(`To look at them: ${join(folder, "index.html")}`);
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("#content").waitFor();
}

/** The demo's records that have their own page or drawer, and the empty forms. */
async function recordsOf(page: Page): Promise<string[]> {
  const first = async (list: string, nth = 0): Promise<string> => {
    const response = await page.request.get(`/api/admin/${list}`);
    const { items } = (await response.json()) as { items: readonly { readonly id: string }[] }; // the form of every list
    return items[nth]?.id ?? "";
  };
  const [shipped, open] = [await first("orders?status=shipped"), await first("orders?fulfillable=true")];
  const [product, customer] = [await first("products"), await first("customers")];
  return [
    "/orders/new",
    "/orders/picking",
    "/orders?q=nobody-at-all",
    `/orders/${shipped}`,
    `/orders/${open}`,
    `/orders/${open}?open=ship`,
    `/orders/${open}?open=edit-lines`,
    `/orders/${shipped}?open=return`,
    `/orders/${open}/packing-slip`,
    `/products/${product}`,
    "/products/new",
    "/products/grid",
    `/products/labels?productIds=${product}`,
    "/stock/shelf-labels",
    "/stock/count",
    "/stock/receive",
    `/customers/${customer}`,
    `/stock/levels/${await first("inventory")}`,
    `/settings/webhooks/${await first("x/webhooks/endpoints")}`,
    "/settings/webhooks/deliveries",
    "/settings/messages/order.created/email",
    "/no/such/page",
  ].filter((path) => !path.endsWith("/"));
}

/** A page that polls never becomes idle: after a while it is shown as it is. */
async function settled(page: Page): Promise<void> {
  await page
    .locator("h1")
    .waitFor({ timeout: 10_000 })
    .catch(() => console.log(`${page.url()} has no heading.`));
  await page.waitForLoadState("networkidle", { timeout: 10_000 }).catch(() => console.log(`${page.url()} goes on.`));
}

function nameOf(path: string): string {
  const words = path.replaceAll(/[a-z]{2,4}_[0-9a-z]{26}/g, "one").replaceAll(/[^a-z0-9]+/gi, "-");
  return words.replaceAll(/^-|-$/g, "") || "home";
}

async function shoot(page: Page, name: string, look: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.${look}.png`), fullPage: true });
}

function sheetOf(names: readonly string[]): string {
  const figures = names.map((name) => {
    const pictures = Object.keys(looks).map(
      (look) =>
        `<a href="${name}.${look}.png"><img class="${look}" src="${name}.${look}.png" alt="${name}, ${look}" loading="lazy"></a>`,
    );
    return `<h2 id="${name}">${name}</h2><div>${pictures.join("")}</div>`;
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Every screen</title>
<style>
body { font: 14px system-ui; margin: 24px; background: #eee; }
div { display: flex; gap: 16px; align-items: start; }
img { width: 640px; max-height: 900px; object-fit: cover; object-position: top; border: 1px solid #bbb; }
img.narrow { width: 220px; }
</style>
<h1>Every screen</h1>
${figures.join("\n")}
</html>
`;
}
