/**
 * What a journey through the admin needs: the built pages served by the real runtime, a store with goods, and browsers.
 */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { buildAdmin } from "#local/build-admin";
import { startBrowser } from "./browser.ts";
import { comeSignedIn, type Person } from "./come-signed-in.ts";
import { countRequests } from "./quiet.ts";
import { endRecording, startRecording } from "./recording.ts";
import { aRuntime, owner, signedIn } from "./runtime.ts";

type Ask = Awaited<ReturnType<typeof signedIn>>;

export interface Journey {
  readonly url: string;
  /** Calls the API as the owner. */
  readonly ask: Ask;
  /** A new browser, signed in as the owner by default. Errors in its console fail the test. */
  readonly visitor: (how?: How) => Promise<Page>;
}

interface How extends BrowserContextOptions {
  /** Null: not signed in. */
  readonly as?: Person | null;
  /** Where it begins: the home page by default. */
  readonly at?: string;
  /** Console errors that the journey expects, such as those about a server that is down. */
  readonly expects?: RegExp;
}

/** Polls what a screen shows once the store has answered: immediately, except on a machine busy with other tests. */
export const soon = <Value>(value: () => Value | Promise<Value>) =>
  expect.poll(value, { timeout: 25_000, interval: 40 });

/** Pastes into the focused field, in the form in which a spreadsheet copies cells. */
export const pastes = (page: Page, text: string) =>
  page.evaluate(`{
    const data = new DataTransfer();
    data.setData("text", ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }`);

/**
 * A scanner's keys, each with its character in the focused field. Their times are those of a scanner, however long the
 * page takes. Returns whether the Enter at the end would submit a form.
 */
export const scanIntoField = (page: Page, code: string) =>
  page.evaluate<boolean>(`(() => {
    const keys = [...${JSON.stringify(code)}, "Enter"].map(
      (key) => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
    );
    return keys
      .map((event) => {
        const isTaken = document.activeElement.dispatchEvent(event);
        if (isTaken && event.key !== "Enter") document.execCommand("insertText", false, event.key);
        return isTaken;
      })
      .at(-1);
  })()`);

/**
 * A shortcut of two letters as a person presses them, not as a scanner would. The first is pressed until the page takes
 * it, which it does once it has registered its shortcuts. By its time the second comes `apartMs` later, however long
 * the page takes. At the end both have been dealt with.
 */
export const pressInTurn = (page: Page, [first, second]: string, apartMs = 100) =>
  page.evaluate(`(async () => {
    const later = () => new Promise((done) => setTimeout(done, 100));
    const keydown = (key) => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    let before = keydown(${JSON.stringify(first)});
    while (document.activeElement.dispatchEvent(before)) {
      await later();
      before = keydown(before.key);
    }
    await later();
    const after = keydown(${JSON.stringify(second)});
    Object.defineProperty(after, "timeStamp", { value: before.timeStamp + ${apartMs} });
    document.activeElement.dispatchEvent(after);
    await later();
  })()`);

/** The accessible name of the focused element. */
export const focused = (page: Page) =>
  page.evaluate<string>(
    `(document.activeElement.labels?.[0]?.textContent ?? document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim()`,
  );

/** As a scanner types: too fast for a person, with Enter at the end. */
export const scan = async (page: Page, ...codes: string[]) => {
  for (const code of codes) {
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
  }
};

/** Before measuring: a font that comes later than the texts changes their sizes. */
export const fontsLoaded = (page: Page) => page.evaluate("document.fonts.ready.then(() => {})");

/** Waits for a part of the admin that is loaded when the browser is idle, by the name of its file. */
export const partLoaded = (page: Page, name: string) =>
  soon(() =>
    page.evaluate(`performance.getEntriesByType("resource").some(({ name }) => name.includes("/assets/${name}-"))`),
  ).toBe(true);

export const phone = { viewport: { width: 360, height: 740 } } as const;

/** The runtime, with this environment and on the file's database, and the browser of a test file. */
export function journeys(environment: Readonly<Record<string, string>> = {}): Journey {
  let browser: Browser;
  let url = "";
  let ask: Ask;
  const complaints: string[] = [];

  beforeAll(async () => {
    await buildAdmin();
    const { DATABASE_URL = "", SECRETS_KEY = "" } = process.env;
    const [runtime, started] = await Promise.all([
      aRuntime(undefined, { DATABASE_URL, SECRETS_KEY, ...environment }),
      startBrowser(),
    ]);
    browser = started;
    url = runtime.url;
    ask = await signedIn(runtime);
  }, 180_000);
  afterEach(async ({ task }) => {
    const failed = task.result?.state === "fail" || complaints.length > 0;
    await Promise.all(browser.contexts().map((context, nth) => endRecording(context, failed ? { task, nth } : null)));
    // A request that is still held back or passed on would end in an error of nobody's when its page closes.
    const pages = browser.contexts().flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
    await Promise.all(browser.contexts().map((context) => context.close()));
    // Only now: what a closing page still complains about is this test's, not the next one's.
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(() => browser?.close());

  return {
    get url() {
      return url;
    },
    ask: (method, path, body) => ask(method, path, body),
    visitor: async ({ as = owner, at = "/", expects, ...options } = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        reducedMotion: "reduce",
        locale: "en-GB",
        // A service worker would answer in place of the network that a journey cuts off or fakes.
        serviceWorkers: "block",
        baseURL: url,
        ...options,
      });
      context.setDefaultTimeout(25_000);
      await startRecording(context);
      const page = await context.newPage();
      countRequests(page);
      const complain = (text: string) => void (expects?.test(text) || complaints.push(text));
      page.on("console", (message) => {
        if (message.type() === "error") complain(`${message.text()} ${message.location().url}`.trimEnd());
      });
      page.on("pageerror", (error) => complain(error.message));
      if (!as) await page.goto(at);
      else {
        await comeSignedIn(page, at, options.baseURL ?? url, as);
        await page.locator("#content").waitFor();
      }
      return page;
    },
  };
}

/** Signs in through the form. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("#content").waitFor();
}

interface Made {
  readonly id: string;
}

/** Two locations with goods: 2 mugs in each, 20 bowls in the first. */
export async function aStockedStore({ ask }: Pick<Journey, "ask">) {
  const places: Made[] = [];
  for (const [nth, name] of ["Front shop", "Back store"].entries()) {
    places.push(await ask<Made>("POST", "/api/admin/locations", { code: `P${nth + 1}`, name, priority: nth + 1 }));
  }
  const [front, back] = places as [Made, Made]; // two were created
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
