/** The admin's responsiveness in a browser: a cold list, a search, and clicks. */
import { join } from "node:path";
import type { Browser, CDPSession, Page } from "playwright-core";
import { percentiles, tenths } from "./load.ts";

export interface AdminRow {
  readonly name: string;
  readonly [figure: string]: string | number;
}

/** The script that measures inside the page. */
export const inPage = join(import.meta.dirname, "in-page.js");

type Visitor = (browser: Browser, url: string) => Promise<Page>;

/** The state of a signed-in browser, with nothing but the session. */
type Session = Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;

const loads = 5;

/**
 * The order list in a browser with an empty cache, at full and at a quarter of the machine's speed: the median of
 * several loads.
 */
export async function coldOrders(browser: Browser, baseURL: string, storageState: Session): Promise<AdminRow[]> {
  const rows: AdminRow[] = [];
  for (const slower of [1, 4]) {
    const found: Awaited<ReturnType<typeof coldLoad>>[] = [];
    for (let nth = 0; nth < loads; nth++) found.push(await coldLoad(browser, { baseURL, storageState, slower }));
    const middle = (figure: "paintedMs" | "requests" | "scripts" | "wireKB") =>
      tenths(found.map((one) => one[figure]).toSorted((a, b) => a - b)[Math.floor(loads / 2)] ?? 0);
    rows.push({
      name: `cold order list, processor ${slower === 1 ? "as it is" : `${slower} times slower`}`,
      largestPaintMs: middle("paintedMs"),
      // Until the list is shown; what other screens need is loaded afterwards.
      requests: middle("requests"),
      scripts: middle("scripts"),
      wireKB: middle("wireKB"),
    });
  }
  return rows;
}

interface Cold {
  readonly baseURL: string;
  readonly storageState: Session;
  readonly slower: number;
}

async function coldLoad(browser: Browser, { baseURL, storageState, slower }: Cold) {
  const context = await browser.newContext({ baseURL, storageState, viewport: { width: 1280, height: 860 } });
  await context.addInitScript({ path: inPage });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const wire = await bytesOver(session);
  let requests = 0;
  let scripts = 0;
  page.on("request", (request) => {
    requests++;
    if (request.resourceType() === "script") scripts++;
  });
  await page.goto("/orders", { waitUntil: "commit" });
  await page.locator("[data-row]").first().waitFor();
  const untilThere = { requests, scripts, wireKB: wire() / 1_000 };
  const paintedMs = await page.evaluate<number>("largestPaint()");
  await context.close();
  return { ...untilThere, paintedMs };
}

/** The bytes received so far, including headers. */
async function bytesOver(session: CDPSession): Promise<() => number> {
  let bytes = 0;
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}

const searches = 21;

/** From the last key press of an order's number in the palette until it is painted as the first hit. */
export async function searched(
  browser: Browser,
  { baseURL, visitor, numbers }: { baseURL: string; visitor: Visitor; numbers: readonly string[] },
): Promise<AdminRow> {
  const page = await visitor(browser, baseURL);
  await page.goto("/orders");
  await page.locator("[data-row]").first().waitFor();
  await page.waitForLoadState("networkidle");
  const took: number[] = [];
  for (const number of numbers.slice(0, searches)) {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByLabel("Search").waitFor();
    const painted = page.evaluate<number>(`keyToHit(${JSON.stringify(number)})`);
    await page.keyboard.type(number, { delay: 60 });
    took.push(await painted);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.context().close();
  const [, ...others] = took;
  return { name: "search: last key to first hit painted", searches: others.length, ...percentiles(others) };
}

const previews = 21;

/**
 * The template of a message with its preview: from the last key press of a word until the preview with it is painted.
 * Most of that is the pause in typing before the preview is requested; `afterPauseP50Ms` starts when it is over.
 */
export async function previewed(browser: Browser, baseURL: string, visitor: Visitor): Promise<AdminRow> {
  const page = await visitor(browser, baseURL);
  await page.goto("/settings/messages/order.created/email");
  await page.frameLocator('iframe[title="Preview"]').getByText("Thank you for your order").waitFor();
  await page.getByRole("textbox", { name: "HTML" }).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.waitForLoadState("networkidle");
  const took: { readonly wholeMs: number; readonly askedMs: number }[] = [];
  for (let nth = 0; nth < previews; nth++) {
    const word = `thanks${String(nth).padStart(2, "0")}`;
    const painted = page.evaluate<(typeof took)[number]>(`keyToPreview(${JSON.stringify(word)})`);
    await page.keyboard.type(` ${word}`, { delay: 60 });
    took.push(await painted);
  }
  await page.context().close();
  const [, ...others] = took;
  const { p50Ms, p99Ms } = percentiles(others.map(({ askedMs }) => askedMs));
  return {
    name: "message editor: last key to new preview painted",
    previews: others.length,
    ...percentiles(others.map(({ wholeMs }) => wholeMs)),
    ...{ afterPauseP50Ms: p50Ms, afterPauseP99Ms: p99Ms },
  };
}

/** The longest time from an interaction until it is painted, on a tour of the most used screens. */
export async function interactions(browser: Browser, baseURL: string, visitor: Visitor): Promise<AdminRow> {
  const page = await visitor(browser, baseURL);
  await page.goto("/orders?limit=200");
  await page.locator("[data-row]").nth(199).waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate("watchInteractions()");
  await page.getByLabel("Select row 1", { exact: true }).click();
  await page.getByLabel("Select all rows on this page").click();
  await page.getByLabel("Select all rows on this page").click();
  await page.getByRole("button", { name: "Ready to ship" }).click();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: "Total", exact: true }).click();
  await page.getByRole("button", { name: "Placed", exact: true }).click();
  await page.locator("[data-row] td").nth(3).click();
  await page.getByLabel("Timeline").waitFor();
  await page.getByLabel("Note for the team").click();
  await page.keyboard.type("The customer asked for a ribbon.", { delay: 30 });
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByText("The customer asked for a ribbon.").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByLabel("Search").waitFor();
  await page.keyboard.type("stock", { delay: 60 });
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Catalogue", exact: true }).first().click();
  await page.locator("[data-row]").first().waitFor();
  const took = await page.evaluate<readonly number[]>("interactionsSeen()");
  await page.context().close();
  return { name: "interactions, until painted", ...percentiles(took), longestMs: Math.max(0, ...took) };
}
