import { afterAll, describe, expect, it } from "vitest";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import {
  allocationOf,
  anAllocation,
  releaseOrders,
  restockUnits,
  shipUnits,
  unshipUnits,
  withdrawRestock,
} from "../support/given/allocations.ts";
import {
  aStockroom,
  aVariantInStock,
  expectStockToAddUp,
  receives,
  stockLevelAt,
  tester,
} from "../support/given/stock.ts";

afterAll(expectStockToAddUp);

const committed = { kind: "committed" } as const;
const parcel = "par_00000000000000000000000000";

describe("shipping", () => {
  // Available is 0 because the units are this order's own: stores that checked "is it available" could never ship it.
  it("takes a line's own units if nothing else is available", async () => {
    const place = await aVariantInStock(2);
    const { lineId } = await anAllocation(place.variantId, 2, committed);
    await inChange(tester, (change) => shipUnits(change, [{ lineId, ...place, quantity: 2 }], parcel));
    expect(await stockLevelAt(place)).toEqual({ onHand: 0, reserved: 0, committed: 0 });
  });

  it("refuses more than is allocated to the line there, with the numbers, and moves nothing", async () => {
    const place = await aVariantInStock(5);
    const { lineId } = await anAllocation(place.variantId, 2, committed);
    await anAllocation(place.variantId, 2, committed);
    const ship = inChange(tester, (change) => shipUnits(change, [{ lineId, ...place, quantity: 3 }]));
    const lines = [{ lineId, locationId: place.locationId, wanted: 3, allocated: 2 }];
    await expect(ship).rejects.toMatchObject({ code: "stock.notAllocated", detail: { lines } });
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 4 });
  });

  it("counts two entries of one line together", async () => {
    const place = await aVariantInStock(5);
    const { lineId } = await anAllocation(place.variantId, 3, committed);
    const twice = [
      { lineId, ...place, quantity: 2 },
      { lineId, ...place, quantity: 2 },
    ];
    await expect(inChange(tester, (change) => shipUnits(change, twice))).rejects.toMatchObject({
      code: "stock.notAllocated",
    });
  });

  it("happens once if two ship the same units at the same time", async () => {
    const place = await aVariantInStock(5);
    const { lineId } = await anAllocation(place.variantId, 2, committed);
    const ship = () => inChange(tester, (change) => shipUnits(change, [{ lineId, ...place, quantity: 2 }]));
    const done = await Promise.allSettled([ship(), ship()]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await stockLevelAt(place)).toEqual({ onHand: 3, reserved: 0, committed: 0 });
  });

  // Split over two locations, each movement must have its own location's share, in both directions.
  it("reserving, shipping, unshipping and releasing over two locations ends where it began", async () => {
    const [near, far] = [await aStockroom({ priority: 1 }), await aStockroom({ priority: 2 })];
    const here = await aVariantInStock(2, { locationId: near });
    const there = { ...here, locationId: far };
    await receives(there, 2);
    const allocation = await anAllocation(here.variantId, 3, committed);
    const { lineId } = allocation;
    const units = [
      { lineId, locationId: near, quantity: 2 },
      { lineId, locationId: far, quantity: 1 },
    ];
    await inChange(tester, (change) => shipUnits(change, units, parcel));
    expect([await stockLevelAt(here), await stockLevelAt(there)]).toMatchObject([
      { onHand: 0 },
      { onHand: 1, committed: 0 },
    ]);
    await inChange(tester, (change) => unshipUnits(change, units, parcel));
    expect([await stockLevelAt(here), await stockLevelAt(there)]).toMatchObject([{ committed: 2 }, { committed: 1 }]);
    expect(await allocationOf(allocation)).toMatchObject({
      allocations: [{ quantity: 2 }, { quantity: 1 }],
      backordered: 0,
    });
    await inChange(tester, (change) => releaseOrders(change, [allocation.orderId]));
    const start = { onHand: 2, reserved: 0, committed: 0 };
    expect([await stockLevelAt(here), await stockLevelAt(there)]).toEqual([start, start]);
  });
});

describe("returned goods", () => {
  it("return to stock, go to orders that wait for them, and can be withdrawn while they are there", async () => {
    const place = await aVariantInStock(2, { continueSelling: true });
    const { lineId } = await anAllocation(place.variantId, 2, committed);
    const units = [{ lineId, ...place, quantity: 2 }];
    await inChange(tester, (change) => shipUnits(change, units));
    const waits = await anAllocation(place.variantId, 1);
    const source = newId("return");
    await inChange(tester, (change) => restockUnits(change, units, source));
    expect(await allocationOf(waits)).toMatchObject({ backordered: 0 });
    expect(await stockLevelAt(place)).toEqual({ onHand: 2, reserved: 1, committed: 0 });

    const withdraw = (quantity: number) =>
      inChange(tester, (change) => withdrawRestock(change, [{ lineId, ...place, quantity }], source));
    await expect(withdraw(2)).rejects.toMatchObject({
      code: "stock.gone",
      detail: { lines: [{ lineId, locationId: place.locationId, wanted: 2, available: 1 }] },
    });
    await withdraw(1);
    expect(await stockLevelAt(place)).toEqual({ onHand: 1, reserved: 1, committed: 0 });
  });

  it("may go to a location where the variant has never been", async () => {
    const place = await aVariantInStock(1);
    const { lineId } = await anAllocation(place.variantId, 1, committed);
    await inChange(tester, (change) => shipUnits(change, [{ lineId, ...place, quantity: 1 }]));
    const elsewhere = { ...place, locationId: await aStockroom() };
    await inChange(tester, (change) => restockUnits(change, [{ lineId, ...elsewhere, quantity: 1 }], newId("return")));
    expect(await stockLevelAt(elsewhere)).toEqual({ onHand: 1, reserved: 0, committed: 0 });
  });
});

describe("the database", () => {
  // Whatever the code above it does: negative counters cannot be written.
  it.each([
    ["more allocated than there is", "reserved = on_hand + 1"],
    ["nothing less than nothing in stock", "on_hand = -1"],
    ["a allocation below zero", "committed = -1"],
  ])("refuses %s", async (_, set) => {
    const { variantId } = await aVariantInStock(1);
    const write = db().execute(sql`update stock_levels set ${sql.raw(set)} where variant_id = ${variantId}`);
    await expect(write).rejects.toMatchObject({ code: "23514" });
  });

  it.each(["update movements set reason = 'x'", "delete from movements", "truncate movements"])(
    "refuses to rewrite the ledger: %s",
    async (statement) => {
      await aVariantInStock(1);
      await expect(db().execute(sql.raw(statement))).rejects.toMatchObject({ code: "23001" });
    },
  );

  it("refuses a movement of nothing, except for a count", async () => {
    await aVariantInStock(1);
    const copy = (kind: string) =>
      db().execute(sql`
        insert into movements
        select ${newId("movement")}, change_id, at, actor_kind, actor_id, actor_name, variant_id, location_id, ${kind},
          source, 0, 0, 0, on_hand, reserved, committed, order_id, counterpart_id, reason
        from (select * from movements order by id desc limit 1) m`);
    await expect(copy("adjust")).rejects.toMatchObject({ code: "23514" });
    await copy("count");
  });
});
