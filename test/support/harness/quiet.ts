/** When a screen has settled: before that, what a test looks for may not have appeared yet. */

import type { Page, Request } from "playwright-core";
import { expect } from "vitest";

const underWay = new WeakMap<Page, Set<Request>>();

/** Counts the page's requests, from the first one on. */
export function countRequests(page: Page): void {
  const open = new Set<Request>();
  underWay.set(page, open);
  page.on("request", (request) => {
    // The previous document's requests end with it.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    open.add(request);
  });
  const end = (request: Request) => void open.delete(request);
  page.on("requestfinished", end);
  page.on("requestfailed", end);
}

/**
 * Resolves once the browser has drawn two frames and has nothing left to do. A headless one sometimes draws no frame
 * until a screenshot is requested: if it could run this timer after a second, there was nothing to draw.
 */
const idle = `new Promise((done) => {
  setTimeout(done, 1_000);
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done)));
})`;

/** How many times in a row nothing must be in progress: drawing an answer may cause further requests. */
const looksMin = 3;

/**
 * Waits until no request is open, nothing is marked busy, and the browser has nothing left to draw. Playwright's
 * `networkidle` waits for half a second without a request, which is most of the time that a screen takes.
 */
export async function quiet(page: Page): Promise<void> {
  const open = underWay.get(page);
  let still = 0;
  await expect
    .poll(
      async () => {
        await page.evaluate(idle);
        const isBusy = (open?.size ?? 0) > 0 || (await page.locator('[aria-busy="true"]').count()) > 0;
        still = isBusy ? 0 : still + 1;
        return still;
      },
      { timeout: 25_000, interval: 5 },
    )
    .toBeGreaterThanOrEqual(looksMin);
}
