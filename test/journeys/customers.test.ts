/** Customers, groups and price lists as staff meet them. */
import { beforeAll, expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys } from "../support/harness/journey.ts";

const journey = journeys();
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
}, 60_000);

it("a customer whom an order made is found and edited", async () => {
  await anOrderOf(journey, store.bowl);
  const page = await journey.visitor();
  await page.goto("/customers");
  await page.getByRole("link").filter({ hasText: "Meera" }).first().click();
  await page.getByRole("heading", { name: "Meera Shah" }).waitFor();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Note").fill("Rings twice");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Meera Shah saved").waitFor();
  await page.getByRole("region", { name: "Contact" }).getByText("Rings twice").waitFor();
});

// A season's prices come from a spreadsheet, thousands at a time.
it("a price list takes prices from a spreadsheet, and asks before they are lost", async () => {
  const list = await journey.ask<{ id: string }>("POST", "/api/admin/price-lists", { name: "Season" });
  const product = await journey.ask<{ variants: { sku: string }[] }>("POST", "/api/admin/products", {
    title: "Many",
    status: "active",
    variants: [{ sku: "MANY-1", priceMinor: 10_000 }],
  });
  const page = await journey.visitor();
  await page.goto(`/price-lists/${list.id}`);
  await page.getByRole("button", { name: "Add a price" }).click();
  const lines = Array.from({ length: 2_000 }, (_, nth) => `${product.variants[0]?.sku}\t${nth + 1}\t${nth + 1}.50`);
  await page.getByLabel("SKU, row 1", { exact: true }).focus();
  await page.evaluate(`{
    const data = new DataTransfer();
    data.setData("text", ${JSON.stringify(lines.join("\n"))});
    document.activeElement.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }`);
  await page.getByRole("button", { name: /^Save 2,?000 prices$/ }).waitFor();
  await page.getByRole("link", { name: "Price lists" }).first().click();
  await page.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: /^Save 2,?000 prices$/ }).click();
  await page.getByText(/2,?000 prices saved/).waitFor();
  expect(await journey.ask("GET", `/api/admin/price-lists/${list.id}`)).toMatchObject({ rows: 2_000 });
});
