import { expect, it } from "vitest";
import type { Asked } from "#core/contract/kit/operation";
import * as product from "#core/contract/product";
import * as stock from "#core/contract/stock";
import * as variant from "#core/contract/variant";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aProduct, aSeller, aVariant } from "../support/given/catalogue.ts";
import { nothingChanged } from "../support/given/orders.ts";

type Rows = Asked<typeof variant.editMany>["rows"];
const nowhere = `var_${"0".repeat(26)}` as const;

const edited = async (rows: Rows) => (await call(variant.editMany, { rows })).body.results;
const now = async (id: product.Variant["id"]) => (await call(variant.read, { id })).body;
const twoOfOne = () =>
  aProduct({
    options: ["Size"],
    variants: [
      { options: ["S"], priceMinor: 100 },
      { options: ["M"], priceMinor: 200 },
    ],
  });

it("edits variants of many products, each with its audit entry, and one event for each product", async () => {
  const shirt = await twoOfOne();
  const [small, middle] = shirt.variants;
  const scarf = await aVariant({ priceMinor: 300, barcode: "890" });
  const results = await edited([
    {
      id: small!.id,
      set: { priceMinor: 150, compareAtMinor: 180 },
      expected: { priceMinor: 100, compareAtMinor: null },
    },
    { id: middle!.id, set: { weightGrams: 250, lowStockThreshold: 4 } },
    { id: scarf.id, set: { costMinor: 90, barcode: null } },
  ]);
  expect(results).toMatchObject([{ id: small!.id }, { id: middle!.id }, { id: scarf.id }]);
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["changed"]));
  const { body } = await call(product.read, { id: shirt.id });
  expect(body).toMatchObject({
    version: shirt.version + 1,
    status: "active",
    variants: [
      { price: { amountMinor: 150 }, compareAt: { amountMinor: 180 } },
      { price: { amountMinor: 200 }, weightGrams: 250, lowStockThreshold: 4 },
    ],
  });
  expect(await now(scarf.id)).toMatchObject({ cost: { amountMinor: 90 }, barcode: null });
  expect((await entriesAbout(small!.id)).at(-1)).toMatchObject({
    action: "variant.editMany",
    before: { priceMinor: 100, compareAtMinor: null },
    after: { priceMinor: 150, compareAtMinor: 180 },
  });
  const told = (await eventsAbout(shirt.id)).filter(({ name }) => name === "product.updated");
  expect(told).toMatchObject([{ data: body }]);
  expect((await eventsAbout(scarf.productId)).at(-1)).toMatchObject({ name: "product.updated" });
});

// A request whose answer was lost is repeated; it must not be refused because of what the first one wrote.
it("finds everything as requested if it is sent again, and writes nothing", async () => {
  const { id } = await aVariant({ priceMinor: 100 });
  const rows: Rows = [{ id, set: { priceMinor: 150 }, expected: { priceMinor: 100 } }];
  expect(await edited(rows)).toMatchObject([{ outcome: "changed" }]);
  await nothingChanged(async () => {
    expect(await edited(rows)).toMatchObject([
      { outcome: "same", refusedFor: null, variant: { id, price: { amountMinor: 150 } } },
    ]);
  });
});

// Five hundred prices were typed for an hour: one that a colleague has changed meanwhile must neither be overwritten
// unnoticed nor hold up the others.
it("refuses a row whose field someone has changed since, returns its current value, and changes the others", async () => {
  const { variants } = await twoOfOne();
  const [small, middle] = variants;
  await call(variant.edit, { id: small!.id, priceMinor: 111, barcode: "another field" });
  const results = await edited([
    { id: small!.id, set: { priceMinor: 150 }, expected: { priceMinor: 100 } },
    { id: nowhere, set: { priceMinor: 1 } },
    { id: middle!.id, set: { priceMinor: 250 }, expected: { priceMinor: 200, barcode: null } },
  ]);
  expect(results).toMatchObject([
    { outcome: "refused", refusedFor: "variant.changed", variant: { price: { amountMinor: 111 } } },
    { outcome: "refused", refusedFor: "variant.unknown", variant: null },
    { outcome: "changed", refusedFor: null, variant: { price: { amountMinor: 250 } } },
  ]);
  expect(await now(small!.id)).toMatchObject({ price: { amountMinor: 111 } });
  expect(await now(middle!.id)).toMatchObject({ price: { amountMinor: 250 } });
});

it("compares only the fields that it changes: a colleague's new barcode does not refuse a price", async () => {
  const { id } = await aVariant({ priceMinor: 100 });
  await call(variant.edit, { id, barcode: "890" });
  const row = { id, set: { priceMinor: 150 }, expected: { priceMinor: 100, barcode: null } };
  expect(await edited([row])).toMatchObject([{ outcome: "changed" }]);
  expect(await now(id)).toMatchObject({ price: { amountMinor: 150 }, barcode: "890" });
});

it("lets one of two who read the same values win, and refuses the other", async () => {
  const { id } = await aVariant({ priceMinor: 100 });
  const said = (priceMinor: number): Rows => [{ id, set: { priceMinor }, expected: { priceMinor: 100 } }];
  const outcomes = await Promise.all([150, 160].map(async (price) => (await edited(said(price)))[0]!.outcome));
  expect(outcomes.toSorted()).toEqual(["changed", "refused"]);
});

// Two grids with the same products in different orders must not wait for each other for ever.
it("takes turns with another grid that has the same variants in reverse order", async () => {
  const ids = (await Promise.all(Array.from({ length: 12 }, () => aVariant()))).map(({ id }) => id);
  const said = (weightGrams: number, order: typeof ids): Rows => order.map((id) => ({ id, set: { weightGrams } }));
  const answers = await Promise.all([edited(said(5, ids)), edited(said(6, ids.toReversed()))]);
  expect(new Set(answers.flat().map(({ outcome }) => outcome))).toEqual(new Set(["changed"]));
  const weights = await Promise.all(ids.map(async (id) => (await now(id)).weightGrams));
  expect(new Set(weights).size).toBe(1);
});

it("takes what a vendor login edits off sale, and finds no other vendor's variants", async () => {
  const { vendorId, key } = await aSeller();
  const { id, variants, status } = await aProduct({ vendorId });
  const other = await aVariant();
  expect(status).toBe("active");
  const rows = [variants[0]!.id, other.id].map((one) => ({ id: one, set: { priceMinor: 7 } }));
  const { body } = await call(variant.editMany, { rows }, { as: key });
  expect(body.results).toMatchObject([{ outcome: "changed" }, { refusedFor: "variant.unknown", variant: null }]);
  expect((await call(product.read, { id })).body.status).toBe("draft");
  expect((await entriesAbout(id)).at(-1)).toMatchObject({ after: { status: "draft" } });
});

it.each([
  ["no rows", () => [], "rows"],
  [
    "a variant twice",
    (id: string) => [
      { id, set: { priceMinor: 1 } },
      { id, set: { priceMinor: 2 } },
    ],
    "rows.1.id",
  ],
  ["a negative price", (id: string) => [{ id, set: { priceMinor: -1 } }], "rows.0.set.priceMinor"],
  ["a row that says nothing", (id: string) => [{ id, set: {} }], "rows.0.set"],
  ["a field of other forms", (id: string) => [{ id, set: { sku: "NEW", priceMinor: 1 } }], "rows.0.set.sku"],
  [
    "501 rows",
    (id: string) => Array.from({ length: variant.editedMax + 1 }, () => ({ id, set: { priceMinor: 1 } })),
    "rows",
  ],
])("refuses %s, says where, and changes nothing", async (_, rowsOf, path) => {
  const { id } = await aVariant();
  await call(product.list, {});
  await nothingChanged(async () => {
    const { status, body } = await call(variant.editMany, { rows: rowsOf(id) as Rows });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { detail: { issues: [{ path }] } } } });
  });
});

it("variant.list returns only the variants of these products, or only these variants", async () => {
  const [one, other] = [await aProduct(), await twoOfOne()];
  await aVariant();
  const { body } = await call(variant.list, { productIds: [one.id, other.id] });
  expect(body.items.map(({ productId }) => productId).toSorted()).toEqual([one.id, other.id, other.id].toSorted());
  const variantIds = [one.variants[0]!.id, other.variants[1]!.id];
  const chosen = await call(variant.list, { variantIds });
  expect(chosen.body.items.map(({ id }) => id).toSorted()).toEqual(variantIds.toSorted());
  const stocked = await call(stock.list, { variantIds });
  expect(stocked.body.items.map(({ variantId }) => variantId).toSorted()).toEqual(variantIds.toSorted());
});
