import { beforeAll, describe, expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys } from "../support/harness/journey.ts";

const journey = journeys();

beforeAll(async () => {
  const { bowl } = await aStockedStore(journey);
  for (let nth = 0; nth < 3; nth++) await anOrderOf(journey, bowl, 1);
});

interface Asked {
  readonly path: string;
  /** Responses as they were sent: compressed, and with their headers. */
  readonly bytes: number;
}

/**
 * Notes when the rows are there. The page's own clock is slow: after four seconds it loads what no screen needs first,
 * and on a busy machine the rows may come later than that.
 */
const whenTheRowsAreThere = `{
  const now = performance.now.bind(performance);
  performance.now = () => now() / 100;
  new MutationObserver(() => {
    if (document.querySelector("[data-row]")) globalThis.rowsAt ??= now();
  }).observe(document, { childList: true, subtree: true });
}`;

/** A browser with nothing cached but the session. */
async function aColdBrowser() {
  const signedIn = await journey.visitor();
  const storageState = await signedIn.context().storageState();
  return journey.visitor({ as: null, storageState, serviceWorkers: "block" });
}

describe("the list of orders in a browser with an empty cache", () => {
  // A phone in a warehouse loads 100 kB in about a second, and fetches one file after the other.
  it("is painted after at most 250 kB, 20 requests and 8 scripts", async () => {
    const page = await aColdBrowser();
    await page.addInitScript(whenTheRowsAreThere);
    await page.goto("/orders");
    await page.locator("[data-row]").nth(2).waitFor();
    const asked = await page.evaluate<readonly Asked[]>(`[
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource").filter(({ startTime }) => startTime < globalThis.rowsAt),
    ].map(({ name, transferSize }) => ({ path: new URL(name).pathname, bytes: transferSize }))`);
    const total = asked.reduce((sum, { bytes }) => sum + bytes, 0);
    const paths = asked.map(({ path }) => path);
    expect(paths.filter((path) => path.endsWith(".js")).length, paths.join("\n")).toBeLessThanOrEqual(8);
    expect(paths.length, paths.join("\n")).toBeLessThanOrEqual(20);
    expect(total, JSON.stringify(asked)).toBeLessThanOrEqual(250_000);
  });

  // A blank page followed by a spinner looks like a store that is down.
  it("shows the frame of the page while its scripts load, and fetches the orders meanwhile", async () => {
    const page = await aColdBrowser();
    const { promise: scriptsMayCome, resolve: letThemCome } = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await scriptsMayCome;
      await route.continue();
    });
    const orders = page.waitForRequest(/\/api\/admin\/orders\?limit=50$/);
    await page.goto("/orders", { waitUntil: "commit" });
    await page.locator("#frame header").waitFor();
    await orders;
    expect(await page.locator("h1").count()).toBe(0);
    letThemCome();
    await page.locator("[data-row]").first().waitFor();
    await page.locator("#frame").waitFor({ state: "hidden" });
  });
});
