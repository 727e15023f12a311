/** The admin with touch input, on a phone in the warehouse. */
import type { Locator } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { anOrderOf, aStockedStore, fontsLoaded, journeys, soon } from "../support/harness/journey.ts";

const journey = journeys();
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
  for (const quantity of [1, 2, 3]) await anOrderOf(journey, store.bowl, quantity);
});

const finger = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const sizeOf = async (what: Locator) => {
  const { width, height } = (await what.boundingBox()) ?? { width: 0, height: 0 };
  return Math.min(width, height);
};

// A button of 24 px is missed every other time, and the one next to it receives goods instead of counting them.
it("the actions of a row are large enough for a finger", async () => {
  const page = await journey.visitor({ ...finger, at: "/stock/levels" });
  const count = page.getByRole("button", { name: "Count MUG" });
  await count.waitFor();
  await fontsLoaded(page);
  expect(await sizeOf(count)).toBeGreaterThanOrEqual(44);
  expect(await sizeOf(page.getByRole("button", { name: "Receive MUG" }))).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
});

// Wrapped onto five rows, the bar hid half of the orders that were being selected.
it("the bar of a selection takes two rows on a phone, and its last action can be reached", async () => {
  const page = await journey.visitor({ ...finger, at: "/orders" });
  await page.locator("[data-row]").first().waitFor();
  await fontsLoaded(page);
  // Beside the box and not inside it: the touch area is larger than what is drawn.
  const box = await page.locator("[data-row]").nth(0).getByRole("checkbox").boundingBox();
  await page.touchscreen.tap(box!.x - 8, box!.y - 8);
  const bar = page.getByRole("toolbar", { name: "Actions for the selected rows" });
  await bar.getByText("1 selected").waitFor();
  await soon(() => bar.getByRole("button", { name: "Cancel" }).count()).toBe(1);
  expect((await bar.boundingBox())!.height).toBeLessThanOrEqual(110);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  await bar.getByRole("button", { name: "Cancel" }).tap();
  await page.getByRole("dialog", { name: "Cancel 1 order?" }).waitFor();
});

// It became a quarter narrower under the typing finger, and hid what was typed.
it("the search field of a list keeps its width when the filters can be cleared", async () => {
  const page = await journey.visitor({ ...finger, at: "/orders" });
  const search = page.getByRole("textbox", { name: /^Number, customer/ });
  await page.getByRole("link", { name: /^QM-/ }).first().waitFor();
  await fontsLoaded(page);
  const before = await search.boundingBox();
  await search.fill("asha");
  await page.getByRole("search").getByRole("button", { name: "Clear filters" }).waitFor();
  await page.getByRole("button", { name: "Save view" }).waitFor();
  expect(await search.boundingBox()).toEqual(before);
});

// 1250 stood there as 12 and 50 below it: an item with a long title left it the width of three digits.
it("a line's quantity is not broken into two numbers by a long title", async () => {
  const title = "Cotton shirt for men, long sleeves, washed, in the colours of the season, pack of three";
  const variants = [{ sku: "COTTON-SHIRT-MEN-LS-3", priceMinor: 129_900 }];
  const made = await journey.ask<{ variants: [{ id: string }] }>("POST", "/api/admin/products", {
    ...{ title, status: "active", variants },
  });
  const { id } = made.variants[0];
  await journey.ask("POST", `/api/admin/variants/${id}/stock/receive`, { locationId: store.front.id, quantity: 2_000 });
  const order = await anOrderOf(journey, id, 1_250);
  const page = await journey.visitor({ ...finger, at: `/orders/${order.id}` });
  await page.getByRole("cell", { name: "1250", exact: true }).waitFor();
  await fontsLoaded(page);
  const linesOfIt = `(() => {
    const range = document.createRange();
    range.selectNodeContents([...document.querySelectorAll("td")].find((cell) => cell.textContent === "1250"));
    return range.getClientRects().length;
  })()`;
  expect(await page.evaluate(linesOfIt)).toBe(1);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
});
