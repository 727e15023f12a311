/** The reports without a period: what waits to be shipped, and what the stock has cost. */
import { expect, it } from "vitest";
import * as category from "#core/contract/category";
import { amountMinorMax, linesMax } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as report from "#core/contract/report";
import * as returns from "#core/contract/returns";
import * as variant from "#core/contract/variant";
import * as vendor from "#core/contract/vendor";
import { createOrder } from "#core/order/create";
import { markOrderPaid } from "#core/payment/mark-paid";
import { shipParcel } from "#core/shipping/ship";
import { call } from "../support/call.ts";
import { aLocation, aProduct } from "../support/given/catalogue.ts";
import { somebody } from "../support/given/orders.ts";
import { at } from "../support/given/past.ts";
import { aVariantInStock, receives } from "../support/given/stock.ts";

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

/** Paid at once, six minutes before this many days ago: safely within the day that is counted. */
async function aPaidOrder(days: number, lines: InputOf<typeof order.create>["lines"]) {
  return at(new Date(daysAgo(days).getTime() - 360_000), async (change) => {
    const { id } = await createOrder(
      change,
      order.create.input.parse({ ...somebody, lines }) as InputOf<typeof order.create>,
    );
    return markOrderPaid(change, { id, outcome: "paid", method: "cash" });
  });
}

it("counts unshipped orders by age, and how many of them wait for goods", async () => {
  const here = await aVariantInStock(20);
  const short = await aVariantInStock(1, { continueSelling: true, locationId: here.locationId });
  const two = [{ variantId: here.variantId, quantity: 2 }];
  await aPaidOrder(0, two);
  await aPaidOrder(1, two);
  const sent = await aPaidOrder(3, two);
  await aPaidOrder(7, [...two, { variantId: short.variantId, quantity: 4 }]);
  const partly = await aPaidOrder(8, [{ variantId: here.variantId, quantity: 5 }]);
  await aPaidOrder(400, two);
  // Neither these nor unpaid orders wait to be packed.
  await at(daysAgo(2), (change) =>
    createOrder(change, order.create.input.parse({ ...somebody, lines: two }) as InputOf<typeof order.create>),
  );
  for (const [{ id, lines }, quantity] of [
    [sent, 2],
    [partly, 3],
  ] as const)
    await at(daysAgo(0), (change) =>
      shipParcel(change, {
        ...{ id, locationId: here.locationId, carrier: "manual" },
        lines: [{ lineId: lines[0]!.id, quantity }],
      } as never),
    );
  const { ages } = (await call(report.unfulfilled, {})).body;
  const age = (daysFrom: number, daysTo: number | null, orders: number, backordered: number, units: number) => ({
    ...{ daysFrom, daysTo, orders, ready: orders - backordered, backordered, units },
  });
  expect(ages).toEqual([
    age(0, 0, 1, 0, 2),
    age(1, 1, 1, 0, 2),
    age(2, 3, 0, 0, 0),
    age(4, 7, 1, 1, 6),
    age(8, 14, 1, 0, 2),
    age(15, null, 1, 0, 2),
  ]);
});

it("values stock on hand at cost, by location, category, vendor and product", async () => {
  const before = (await call(report.stockValue, {})).body.total;
  const [mugs, seller] = [
    (await call(category.create, { name: "Mugs" })).body.id,
    (await call(vendor.create, { name: "Potter" })).body.id,
  ];
  const made = await aProduct({
    ...{ title: "Mug", categoryId: mugs, vendorId: seller, options: ["Size"] },
    variants: [
      { options: ["S"], costMinor: 250 },
      { options: ["L"], costMinor: undefined },
    ],
  });
  const [small, large] = made.variants.map(({ id }) => id);
  const [shop, cellar] = [(await aLocation({ name: "Shop" })).id, (await aLocation({ name: "Cellar" })).id];
  await receives({ variantId: small!, locationId: shop }, 4);
  await receives({ variantId: small!, locationId: cellar }, 6);
  await receives({ variantId: large!, locationId: cellar }, 3);
  const valueBy = async (by: "location" | "category" | "vendor" | "product", id: string) => {
    const { items, total } = (await call(report.stockValue, { by })).body;
    expect(total).toMatchObject({
      units: before.units + 13,
      unitsWithoutCost: before.unitsWithoutCost + 3,
      value: { amountMinor: before.value.amountMinor + 2_500 },
    });
    const { name, units, value, unitsWithoutCost } = items.find((item) => item.id === id)!;
    return [name, units, value.amountMinor, unitsWithoutCost];
  };
  expect(await valueBy("location", shop)).toEqual(["Shop", 4, 1_000, 0]);
  expect(await valueBy("location", cellar)).toEqual(["Cellar", 9, 1_500, 3]);
  expect(await valueBy("category", mugs)).toEqual(["Mugs", 13, 2_500, 3]);
  expect(await valueBy("vendor", seller)).toEqual(["Potter", 13, 2_500, 3]);
  expect(await valueBy("product", made.id)).toEqual(["Mug", 13, 2_500, 3]);
});

// Screws are sold by the million: eleven such orders exceed PostgreSQL's integers.
it("counts more units than an integer holds, both waiting and returned", async () => {
  const { variantId, locationId } = await aVariantInStock(0, { trackStock: false, priceMinor: 1 });
  const most = { variantId, quantity: 1_000_000 };
  const before = (await call(report.unfulfilled, {})).body.ages[0]!.units;
  for (let nth = 0; nth < 22; nth++) {
    const of = { ...somebody, payment: "cod", lines: Array.from({ length: linesMax }, () => most) } as const;
    const { body } = await call(order.create, of);
    if (nth % 2 === 0) continue;
    const lines = body.lines.map(({ id, quantity }) => ({ lineId: id, quantity }));
    await call(parcel.ship, { id: body.id, locationId, carrier: "manual", lines });
    const back = lines.map((line) => ({ ...line, restock: false }));
    expect((await call(returns.record, { id: body.id, lines: back })).status).toBe(201);
  }
  expect((await call(report.unfulfilled, {})).body.ages[0]!.units).toBe(before + 11 * linesMax * 1_000_000);
  const { total, items } = (await call(report.returned, { by: "product" })).body;
  expect([total.units, items[0]?.units]).toEqual([11 * linesMax * 1_000_000, 11 * linesMax * 1_000_000]);
});

// Otherwise no one could read the report until the mistyped cost was found in some other way.
it("names the product whose cost was mistyped, even if the sum is too large to be exact", async () => {
  const place = await aVariantInStock(0, { title: "Mistyped" });
  await call(variant.edit, { id: place.variantId, costMinor: amountMinorMax });
  for (let crate = 0; crate < 10; crate++) await receives(place, 1_000_000);
  for (const by of ["location", "category", "vendor"] as const) {
    expect((await call(report.stockValue, { by })).status).toBe(200);
  }
  const value = { amountMinor: Number.MAX_SAFE_INTEGER, currency: "INR" };
  const { items, total } = (await call(report.stockValue, { by: "product" })).body;
  expect(items[0]).toMatchObject({ name: "Mistyped", units: 10_000_000, value });
  expect(total.value).toEqual(value);
  await call(variant.edit, { id: place.variantId, costMinor: 0 });
});
