/** Answers that come late, to somebody who has gone on meanwhile: what was typed stays, and nothing is closed or moved. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { aStockedStore, journeys, soon } from "../../support/harness/journey.ts";

const journey = journeys();
beforeAll(async () => {
  await aStockedStore(journey);
  await journey.ask("POST", "/api/admin/products", {
    title: "Plate",
    status: "active",
    options: [],
    variants: [{ sku: "PLATE", priceMinor: 1_000, options: [] }],
  });
}, 60_000);

/** The store does what it is asked, and its answer is held back until it is released. */
async function heldBack(page: Page, method: string, path: RegExp) {
  const released = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route("**/api/**", async (route) => {
    const request = route.request();
    if (request.method() !== method || !path.test(new URL(request.url()).pathname)) return route.fallback();
    const response = await route.fetch();
    asked.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return { asked: asked.promise, release: () => released.resolve() };
}

it("adds each of two items that are scanned before the first is found", async () => {
  const page = await journey.visitor();
  await page.goto("/orders/new");
  await page.getByLabel("Add an item").waitFor();
  const answers = await heldBack(page, "GET", /\/variants$/);
  await page.keyboard.type("MUG\nBOWL\nMUG\n");
  await answers.asked;
  answers.release();
  await soon(() => page.getByLabel("Quantity of MUG").inputValue()).toBe("2");
  expect(await page.getByLabel("Quantity of BOWL").inputValue()).toBe("1");
  expect(await page.getByLabel("Add an item").inputValue()).toBe("");
  await page.keyboard.type("PLATE\n");
  await page.getByLabel("Quantity of PLATE").waitFor();
});

it("says which of two scans was nothing that can be added", async () => {
  const page = await journey.visitor();
  await page.goto("/orders/new");
  await page.getByLabel("Add an item").waitFor();
  const answers = await heldBack(page, "GET", /\/variants$/);
  await page.keyboard.type("NOWHERE\nBOWL\n");
  await answers.asked;
  answers.release();
  await page.getByText("Nothing was added for “NOWHERE”").waitFor();
  await page.getByLabel("Quantity of BOWL").waitFor();
});

it("adds an item once, however often Enter is pressed before it is found", async () => {
  const page = await journey.visitor();
  await page.goto("/orders/new");
  await page.getByLabel("Add an item").waitFor();
  const answers = await heldBack(page, "GET", /\/variants$/);
  await page.keyboard.type("MUG\n\n\n");
  await answers.asked;
  answers.release();
  await soon(() => page.getByLabel("Quantity of MUG").inputValue()).toBe("1");
});
