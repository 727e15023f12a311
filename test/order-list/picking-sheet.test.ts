import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import * as product from "#core/contract/product";
import * as stock from "#core/contract/stock";
import * as variant from "#core/contract/variant";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { takeHappened } from "#core/payment/take-happened";
import { call } from "../support/call.ts";
import { aCarrier, anOrderToSend, book } from "../support/given/carriers.ts";
import { aGateway, paidThrough } from "../support/given/gateways.ts";
import { anOrder, shipped } from "../support/given/orders.ts";
import { aStocklessVariant, aStockroom, aVariantInStock, receives } from "../support/given/stock.ts";
import { planOf, rowsReadOf } from "../support/plans.ts";

describe("order.pickingSheet", () => {
  it("lists by location and SKU how many to pick and for which orders, of orders that may ship", async () => {
    const [first, second] = [await aStockroom({ priority: 1 }), await aStockroom({ priority: 2 })];
    const [b, a] = [await aStocklessVariant({ sku: "B-1" }), await aStocklessVariant({ sku: "A-1" })];
    const inFirst = [b, a].map((variantId) => ({ variantId, locationId: first }));
    for (const place of inFirst) await receives(place, 3);
    await receives({ variantId: a, locationId: second }, 9);
    const wants = (quantity: number, paid = true) =>
      anOrder({ paid, email: "pick@example.com", lines: inFirst.map((place) => ({ place, quantity })) });
    const [one, two, unpaid] = [
      await wants(1),
      await wants(2),
      await anOrder({
        email: "pick@example.com",
        lines: [{ place: { variantId: a, locationId: second }, quantity: 4 }],
      }),
    ];

    const { body } = await call(order.pickingSheet, { q: "pick@example.com" });
    expect(body.more).toBe(false);
    expect(body.locations).toMatchObject([
      {
        locationId: first,
        rows: [
          {
            sku: "A-1",
            quantity: 3,
            orders: [
              { number: one.number, quantity: 1 },
              { number: two.number, quantity: 2 },
            ],
          },
          { sku: "B-1", quantity: 3 },
        ],
      },
    ]);
    await call(order.markPaid, { id: unpaid.id, method: "cash" });
    await shipped(two, 1);
    const chosen = (await call(order.pickingSheet, { orderIds: [two.id, unpaid.id] })).body.locations;
    expect(chosen).toMatchObject([
      {
        locationId: first,
        rows: [
          { sku: "A-1", quantity: 2 },
          { sku: "B-1", quantity: 1 },
        ],
      },
      { locationId: second, rows: [{ sku: "A-1", quantity: 4, orders: [{ number: unpaid.number }] }] },
    ]);
    for (const more of [{}, { q: two.number }, { customerId: newId("customer") }, { tag: "gift" }])
      expect((await call(order.pickingSheet, { status: ["pending"], ...more })).body.locations).toEqual([]);
  });

  // The label on the shelf is the new one. Two rows of one item were ticked together, or fetched from two places.
  it("has one row for an item, by its SKU of today, although it had another when some of it was ordered", async () => {
    const place = await aVariantInStock(9, { sku: "FORMER-1" });
    const ordered = () => anOrder({ paid: true, email: "renamed@example.com", lines: [{ place, quantity: 2 }] });
    const before = await ordered();
    await call(variant.edit, { id: place.variantId, sku: "TODAY-1" });
    const after = await ordered();
    const { body } = await call(order.pickingSheet, { q: "renamed@example.com" });
    const orders = [before, after].map(({ number }) => ({ number, quantity: 2 }));
    expect(body.locations).toMatchObject([{ rows: [{ sku: "TODAY-1", quantity: 4, orders }] }]);
  });

  // Sorted by SKU, a round through the warehouse goes back and forth.
  it("shows each item's bin and barcode, in the order of the bins", async () => {
    const place = await aStockroom();
    const skus = ["BIN-A", "BIN-B", "BIN-C"];
    const variants = await Promise.all(skus.map((sku) => aStocklessVariant({ sku, barcode: `EAN-${sku}` })));
    const lying = variants.map((variantId) => ({ variantId, locationId: place }));
    for (const at of lying) await receives(at, 2);
    const { id } = await anOrder({ paid: true, lines: lying.map((at) => ({ place: at, quantity: 1 })) });
    for (const [nth, bin] of [
      [1, "A-01"],
      [0, "B-07"],
    ] as const) {
      expect(await call(stock.setBin, { id: variants[nth]!, locationId: place, bin })).toMatchObject({ status: 200 });
    }
    const { locations } = (await call(order.pickingSheet, { orderIds: [id] })).body;
    expect(locations[0]?.rows.map(({ sku, bin, barcode }) => [sku, bin, barcode])).toEqual([
      ["BIN-B", "A-01", "EAN-BIN-B"],
      ["BIN-A", "B-07", "EAN-BIN-A"],
      ["BIN-C", null, "EAN-BIN-C"],
    ]);
  });

  // On paper, two mugs with different glazes are the same word.
  it("shows the first image of each product to pick", async () => {
    const place = await aVariantInStock(1);
    const { id, lines } = await anOrder({ paid: true, lines: [{ place, quantity: 1 }] });
    const url = "https://cdn.test/glaze.png";
    await call(product.edit, { id: lines[0]!.productId, images: [{ url }, { url: "https://cdn.test/back.png" }] });
    const { locations } = (await call(order.pickingSheet, { orderIds: [id] })).body;
    expect(locations[0]?.rows.map(({ imageUrl }) => imageUrl)).toEqual([url]);
  });

  // Whoever picks the goods also packs them, and is the last one who can still ask for the money.
  it("shows which order has a balance due that was to be paid before it ships, and how much", async () => {
    const place = await aVariantInStock(9);
    const lines = [{ place, quantity: 1 }];
    const [owing, even] = [await anOrder({ paid: true, lines }), await anOrder({ paid: true, lines })];
    const atTheDoor = await anOrder({ payment: "cod", lines });
    const reversed = await paidThrough(await aGateway(), { lines });
    await call(order.editLines, { id: owing.id, shippingMinor: 700 });
    const { reference, amount } = reversed.payments[0]!;
    const bounced = { is: "paymentReversed", paymentId: reference!, ...amount, says: "bounced" } as const;
    await inChange(system("take-inbox"), (change) => takeHappened(change, "test", bounced));
    const orderIds = [owing, even, atTheDoor, reversed].map(({ id }) => id);
    const sheet = await call(order.pickingSheet, { orderIds });
    expect(sheet.body.locations[0]?.rows[0]?.orders).toMatchObject([
      { id: owing.id, owes: { amountMinor: 700, currency: "INR" } },
      { id: even.id, owes: null },
      { id: atTheDoor.id, owes: null },
      { id: reversed.id, owes: amount },
    ]);
  });

  // Its packing slip leaves them out too: the goods are in the parcel. With all allocations read for each order, a
  // store of ten thousand orders waited for seconds, and a larger one for ever.
  it("leaves out the goods in a parcel whose carrier has not answered yet", async () => {
    await aCarrier();
    const [{ made, place }, whole] = [await anOrderToSend(3), await anOrderToSend(2)];
    await book(made, place, 2);
    await book(whole.made, whole.place, 2);
    const sheet = async () => (await call(order.pickingSheet, { orderIds: [made.id, whole.made.id] })).body.locations;
    expect(await sheet()).toMatchObject([
      { locationId: place.locationId, rows: [{ quantity: 1, orders: [{ id: made.id, quantity: 1 }] }] },
    ]);
  });

  it("reads the allocations once, however many orders there are", async () => {
    const place = await aVariantInStock(60);
    for (let nth = 0; nth < 20; nth++) await anOrder({ paid: true, lines: [{ place, quantity: 1 }] });
    const [counted] = await db().execute<{ allocations: number }>(sql`
      select count(*)::integer as allocations from allocations`);
    const read = await rowsReadOf("allocations", () => call(order.pickingSheet, { status: ["confirmed"] }));
    expect(read).toBeLessThanOrEqual(5 * counted!.allocations);
  });

  // Once for each order considered, and once for the rows of the sheet. When waiting requests were looked up as well,
  // the same 500 orders took ten times as long in a store with ten times as many.
  it("looks up allocations order by order", async () => {
    const plan = await planOf(() => call(order.pickingSheet, {}), "picked");
    expect(plan.match(/on allocations a/g)).toHaveLength(2);
  });

  it("lists the orders that the order list finds by the same search", async () => {
    const made = await anOrder({ paid: true, name: "Ng Wei" });
    const { body } = await call(order.pickingSheet, { q: "ng" });
    expect(body.locations).toMatchObject([{ rows: [{ orders: [{ number: made.number }] }] }]);
  });
});
