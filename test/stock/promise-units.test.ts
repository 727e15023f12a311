import { afterAll, describe, expect, it } from "vitest";
import { inChange } from "#core/db/change";
import { newId } from "#core/id";
import { commitPromises } from "#core/stock/commit-promises";
import { editPromises } from "#core/stock/edit-promises";
import { promiseUnits } from "#core/stock/promise-units";
import { releaseUnits } from "#core/stock/release-units";
import { uncommitPromises } from "#core/stock/uncommit-promises";
import { anAsking, aPromise, promiseOf } from "../support/promises.ts";
import {
  aStockroom,
  aVariantInStock,
  balanceAt,
  closes,
  expectStockToAddUp,
  receives,
  tester,
} from "../support/stock.ts";

afterAll(expectStockToAddUp);

const short = (lines: object[]) => expect.objectContaining({ code: "stock.short", detail: { lines } });

describe("promising units", () => {
  it("takes from the first location that has the whole line, though another is asked before it", async () => {
    const [near, far] = [await aStockroom({ priority: 1 }), await aStockroom({ priority: 2 })];
    const place = await aVariantInStock(2, { locationId: near });
    await receives({ ...place, locationId: far }, 5);
    const promise = await aPromise(place.variantId, 3);
    expect(await promiseOf(promise)).toEqual({ allocations: [{ locationId: far, quantity: 3 }], waiting: 0 });
    expect(await balanceAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 0 });
  });

  it("splits a line over locations by priority when none has all of it", async () => {
    const [near, far] = [await aStockroom({ priority: 1 }), await aStockroom({ priority: 2 })];
    const place = await aVariantInStock(2, { locationId: near });
    await receives({ ...place, locationId: far }, 5);
    const promise = await aPromise(place.variantId, 6);
    expect(await promiseOf(promise)).toEqual({
      allocations: [
        { locationId: near, quantity: 2 },
        { locationId: far, quantity: 4 },
      ],
      waiting: 0,
    });
  });

  // Goods at a closed location cannot be packed: an order sold from there would never leave.
  it("takes nothing from a closed location", async () => {
    const place = await aVariantInStock(5);
    await closes(place.locationId);
    await expect(aPromise(place.variantId, 1)).rejects.toMatchObject({ code: "stock.short" });
  });

  // Another store let a backorder wait at the empty shelf that came first, beside a full one.
  it("lets nothing wait that another location has (further pitfalls: an empty shelf over a full one)", async () => {
    const [empty, full] = [await aStockroom({ priority: 1 }), await aStockroom({ priority: 2 })];
    const place = await aVariantInStock(1, { locationId: empty, continueSelling: true });
    await aPromise(place.variantId, 1);
    await receives({ ...place, locationId: full }, 5);
    const promise = await aPromise(place.variantId, 5);
    expect(await promiseOf(promise)).toEqual({ allocations: [{ locationId: full, quantity: 5 }], waiting: 0 });
  });

  it("lets a variant that keeps selling wait for what is not there", async () => {
    const place = await aVariantInStock(2, { continueSelling: true });
    const promise = await aPromise(place.variantId, 5, { kind: "committed" });
    expect(await promiseOf(promise)).toEqual({
      allocations: [{ locationId: place.locationId, quantity: 2 }],
      waiting: 3,
    });
    expect(await balanceAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 2 });
  });

  it("moves nothing when a line gives up that never asked for any, as those of untracked variants (pitfall 32b)", async () => {
    const place = await aVariantInStock(0, { trackStock: false });
    await inChange(tester, (change) => releaseUnits(change, [{ lineId: newId("line"), quantity: "all" }]));
    expect(await balanceAt(place)).toEqual({ onHand: 0, reserved: 0, committed: 0 });
  });

  // Each line alone fits, both do not: other stores sold six of five.
  it("counts two lines of one variant together, and takes nothing when they do not fit (pitfalls 3, 4)", async () => {
    const place = await aVariantInStock(5);
    const lines = [3, 3].map((quantity) => ({ lineId: newId("line"), variantId: place.variantId, quantity }));
    const both = inChange(tester, (change) => promiseUnits(change, anAsking(), lines));
    // The line is not there yet, and after this it never will be: its id would name nothing.
    await expect(both).rejects.toEqual(short([{ variantId: place.variantId, wanted: 3, available: 2 }]));
    expect(await balanceAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 0 });
  });

  it("names the line that lacks units when it is one that the order has", async () => {
    const place = await aVariantInStock(5);
    const promise = await aPromise(place.variantId, 4);
    const line = { lineId: promise.lineId, variantId: place.variantId };
    const more = inChange(tester, (change) => promiseUnits(change, promise, [{ ...line, quantity: 3 }]));
    await expect(more).rejects.toEqual(short([{ ...line, wanted: 3, available: 1 }]));
  });

  it("gives the last unit to exactly one of thirty at once (pitfalls 1, 2, 46)", async () => {
    const place = await aVariantInStock(1);
    const asked = await Promise.allSettled(Array.from({ length: 30 }, () => aPromise(place.variantId, 1)));
    const refused = asked.filter((one) => one.status === "rejected").map((one) => one.reason.code);
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(new Set(refused)).toEqual(new Set(["stock.short"]));
    expect(await balanceAt(place)).toEqual({ onHand: 1, reserved: 1, committed: 0 });
  });

  // Two clerks edit orders that name the same SKUs the other way round.
  it("finds no deadlock among orders that name their lines in opposite order (pitfall 8)", async () => {
    const places = [await aVariantInStock(1000), await aVariantInStock(1000), await aVariantInStock(1000)];
    const ordered = (reversed: boolean) =>
      (reversed ? places.toReversed() : places).map(({ variantId }) => ({
        ...{ lineId: newId("line"), variantId, quantity: 2 },
      }));
    let attempts = 0;
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        inChange(tester, async (change) => {
          attempts++;
          await promiseUnits(change, anAsking(), ordered(n % 2 === 0));
        }),
      ),
    );
    expect(attempts).toBe(100);
    for (const place of places) expect(await balanceAt(place)).toEqual({ onHand: 1000, reserved: 200, committed: 0 });
  });
});

describe("an order's promises", () => {
  it("turn to committed and back, once each however often they are asked to", async () => {
    const place = await aVariantInStock(5);
    const { orderId } = await aPromise(place.variantId, 2);
    for (const turn of [commitPromises, commitPromises]) await inChange(tester, (change) => turn(change, orderId));
    expect(await balanceAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 2 });
    for (const turn of [uncommitPromises, uncommitPromises]) await inChange(tester, (change) => turn(change, orderId));
    expect(await balanceAt(place)).toEqual({ onHand: 5, reserved: 2, committed: 0 });
  });

  it("give up what waits first, then the location that is asked last", async () => {
    const [near, far] = [await aStockroom({ priority: 1 }), await aStockroom({ priority: 2 })];
    const place = await aVariantInStock(2, { locationId: near, continueSelling: true });
    await receives({ ...place, locationId: far }, 2);
    const promise = await aPromise(place.variantId, 5);
    const release = (quantity: number | "all") =>
      inChange(tester, (change) => releaseUnits(change, [{ lineId: promise.lineId, quantity }]));

    await release(2);
    const [first, last] = [
      { locationId: near, quantity: 2 },
      { locationId: far, quantity: 1 },
    ];
    expect(await promiseOf(promise)).toEqual({ allocations: [first, last], waiting: 0 });
    await release(1);
    expect(await promiseOf(promise)).toEqual({ allocations: [first], waiting: 0 });
    await release("all");
    expect(await promiseOf(promise)).toEqual({ allocations: [], waiting: 0 });
    expect(await balanceAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 0 });
  });

  it("may take again in one edit what they give up in it, ahead of whoever else asks", async () => {
    const place = await aVariantInStock(3);
    const promise = await aPromise(place.variantId, 3, { kind: "committed" });
    const added = { lineId: newId("line"), variantId: place.variantId, quantity: 2 };
    await inChange(tester, (change) =>
      editPromises(change, promise, { release: [{ lineId: promise.lineId, quantity: 2 }], promise: [added] }),
    );
    expect(await promiseOf({ ...promise, lineId: added.lineId })).toMatchObject({ allocations: [{ quantity: 2 }] });
    expect(await balanceAt(place)).toEqual({ onHand: 3, reserved: 0, committed: 3 });
  });

  // The winner cancels at once, and the stock must come back once: a release that runs twice would make units up.
  it("are freed once when two free them together", async () => {
    const place = await aVariantInStock(5);
    const { lineId } = await aPromise(place.variantId, 4);
    const release = () => inChange(tester, (change) => releaseUnits(change, [{ lineId, quantity: "all" }]));
    await Promise.all([release(), release()]);
    expect(await balanceAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 0 });
  });
});
