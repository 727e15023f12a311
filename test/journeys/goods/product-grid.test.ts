/**
 * The figures of many products in one grid: opened, typed, pasted, filled down, saved, and refusals shown row by row.
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { focused, journeys, pastes, soon } from "../../support/harness/journey.ts";
import { faultsAt, looks } from "../../support/harness/looks.ts";

const journey = journeys();
const shots = process.env["SHOTS"];

interface Variant {
  readonly id: string;
  readonly sku: string;
  readonly price: { readonly amountMinor: number };
}
interface Product {
  readonly id: string;
  readonly variants: readonly Variant[];
}

const aProductOf = (title: string, skus: readonly string[]) =>
  journey.ask<Product>("POST", "/api/admin/products", {
    title,
    status: "active",
    options: ["Size"],
    variants: skus.map((sku) => ({ sku, options: [sku], priceMinor: 10_000, barcode: `B-${sku}` })),
  });
const variantOf = (id: string | undefined) => journey.ask<Variant>("GET", `/api/admin/variants/${id}`);
const cell = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const saved = (page: Page) => page.getByRole("button", { name: "Nothing to save" }).waitFor();

let shirt: Product;
let scarf: Product;
beforeAll(async () => {
  shirt = await aProductOf("Linen shirt", ["LS-L", "LS-M", "LS-S"]);
  scarf = await aProductOf("Scarf", ["SC-1"]);
});

// A season's new prices and barcodes are in a spreadsheet. Four hundred drawers are a day's work.
it("opens for the selected products, accepts a block from a spreadsheet, and says what did not fit", async () => {
  const page = await journey.visitor({ at: "/products" });
  for (const name of ["Linen shirt", "Scarf"]) await page.getByRole("row", { name }).getByRole("checkbox").check();
  await page.getByRole("link", { name: "Edit in a grid" }).click();
  await page.getByText("4 variants of 2 products").waitFor();
  await cell(page, "Price, row 3").focus();
  expect(await cell(page, "Price, row 3").getAttribute("aria-description")).toBe("LS-S");
  await pastes(page, "12.50\t15\t6\n13.50\t16\t7\n99\t99\t99");
  await page.getByRole("alert").getByText("1 row did not fit: the grid ends before it.").waitFor();
  await cell(page, "Barcode, row 4").focus();
  await pastes(page, "4006381333931\tbeyond");
  await page.getByRole("alert").getByText("1 column did not fit the columns of the grid.").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/grid-pasted.png` });
  await page.getByRole("button", { name: "Save 2 variants" }).click();
  await page.getByText("2 variants saved").waitFor();
  await saved(page);
  // Whoever uses the keyboard goes on from there, and not from the top of the page.
  await soon(() => focused(page)).toBe("Nothing to save");
  expect(await variantOf(shirt.variants[2]?.id)).toMatchObject({ price: { amountMinor: 1_250 }, barcode: "B-LS-S" });
  expect(await variantOf(scarf.variants[0]?.id)).toMatchObject({
    price: { amountMinor: 1_350 },
    compareAt: { amountMinor: 1_600 },
    cost: { amountMinor: 700 },
    barcode: "4006381333931",
  });
});

it("says of more items than anyone reads through how many it shows", async () => {
  const page = await journey.visitor();
  await page.route("**/api/admin/variants?*", async (route) => {
    const { items } = await (await route.fetch()).json();
    const many = Array.from({ length: 2_001 }, (_, nth) => ({ ...items[0], id: `${items[0].id}${nth}` }));
    await route.fulfill({ json: { items: many, nextCursor: null } });
  });
  await page.goto("/products/grid");
  await page.getByText("The first 2,000 are shown. Search for the others.").waitFor();
  await page.getByText("2,000 variants", { exact: true }).waitFor();
});

it("matches pasted rows with a header to items by SKU, and names the SKUs that it does not show", async () => {
  const page = await journey.visitor({ at: `/products/grid?productIds=${shirt.id}` });
  await cell(page, "Cost, row 1").focus();
  const block = "Weight in grams\tSKU\tcolour\n310\tLS-S\tblue\n330\tLS-L\tred\n5\tGONE\tred";
  const gone = page.getByRole("alert").getByText("1 SKU not in this grid: GONE.");
  await pastes(page, block);
  await gone.waitFor();
  await page.keyboard.press("ControlOrMeta+z");
  await gone.waitFor({ state: "detached" });
  await pastes(page, block);
  await gone.waitFor();
  await page.getByRole("alert").getByText("1 column did not fit").waitFor();
  expect(await cell(page, "Weight in grams, row 1").inputValue()).toBe("330");
  expect(await cell(page, "Weight in grams, row 3").inputValue()).toBe("310");
  // A paste into the wrong column could only be taken back with everything typed before it.
  const cost = await cell(page, "Cost, row 3").inputValue();
  await cell(page, "Cost, row 2").fill("7");
  await pastes(page, "1\t2\n3\t4");
  await page.getByRole("button", { name: "Save 3 variants" }).waitFor();
  expect(await cell(page, "Cost, row 3").inputValue()).toBe("3");
  // After a letter that was typed and taken back, nothing else could be; nor with Caps Lock.
  await page.keyboard.type("9");
  await page.keyboard.press("ControlOrMeta+z");
  await soon(() => cell(page, "Cost, row 2").inputValue()).toBe("1");
  expect(await cell(page, "Cost, row 3").inputValue()).toBe("3");
  await page.keyboard.press("ControlOrMeta+Z");
  await soon(() => cell(page, "Cost, row 3").inputValue()).toBe(cost);
  expect(await cell(page, "Cost, row 2").inputValue()).toBe("7");
  expect(await cell(page, "Weight in grams, row 3").inputValue()).toBe("310");
  await page.getByRole("button", { name: "Discard" }).click();
  await saved(page);
});

it("works with the keyboard: down with Enter, fill down with Ctrl-D, and a question before input is lost", async () => {
  const page = await journey.visitor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("edit products");
  await page.getByText("Edit products in a grid").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Edit products in a grid" }).waitFor();
  await cell(page, "Low-stock threshold, row 1").focus();
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await page.keyboard.type("five");
  await page.getByText("1 row cannot be saved: Enter a whole number.").waitFor();
  expect(await page.getByRole("button", { name: "Save 2 variants" }).isDisabled()).toBe(true);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Control+d");
  await page.getByRole("button", { name: "Save 4 variants" }).waitFor();
  await page.getByRole("link", { name: "Products", exact: true }).first().click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Go back" }).click();
  // What is being saved is not taken back meanwhile: the screen would show other values than the store has.
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/admin/variants", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Save 4 variants" }).click();
  await cell(page, "Low-stock threshold, row 2").focus();
  await page.keyboard.press("ControlOrMeta+z");
  expect(await cell(page, "Low-stock threshold, row 2").inputValue()).toBe("4");
  answered.resolve();
  await page.getByText("4 variants saved").waitFor();
  expect(await variantOf(scarf.variants[0]?.id)).toMatchObject({ lowStockThreshold: 4 });
});

// Two people edit prices on the same morning. Neither may overwrite the other unnoticed, nor lose other rows because of
// it.
it("shows the current value of each row that someone else has changed, keeps what was typed, and saves the others", async () => {
  const page = await journey.visitor({ at: `/products/grid?productIds=${shirt.id}` });
  for (const row of [1, 2, 3]) await cell(page, `Price, row ${row}`).fill("20");
  const ids = new Map(shirt.variants.map(({ sku, id }) => [sku, id]));
  await journey.ask("PATCH", `/api/admin/variants/${ids.get("LS-L")}`, { priceMinor: 1_111 });
  await journey.ask("DELETE", `/api/admin/variants/${ids.get("LS-M")}`);
  await page.getByRole("button", { name: "Save 3 variants" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "2 rows not saved" });
  await alert.getByText("LS-L was changed in the meantime: Price is now 11.11, you typed 20.").waitFor();
  await alert.getByText("LS-M no longer exists.").waitFor();
  await page.getByText("1 variant saved").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/grid-refused.png` });
  expect(await variantOf(ids.get("LS-L"))).toMatchObject({ price: { amountMinor: 1_111 } });
  expect(await variantOf(ids.get("LS-S"))).toMatchObject({ price: { amountMinor: 2_000 } });
  expect(await cell(page, "Price, row 1").inputValue()).toBe("20");
  await page.getByRole("button", { name: "Save 1 variant" }).click();
  await saved(page);
  await soon(() => variantOf(ids.get("LS-L"))).toMatchObject({ price: { amountMinor: 2_000 } });
});

it.each(looks)(
  "%s has no serious axe findings, and no horizontal scrolling",
  async (_, look) => {
    const page = await journey.visitor(look);
    expect(await faultsAt(page, ["/products/grid", `/products/grid?productIds=${shirt.id}`])).toEqual({});
    if (shots) await page.screenshot({ path: `${shots}/grid-${look.colorScheme}.png`, fullPage: true });
  },
  60_000,
);
