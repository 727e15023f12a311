import { afterAll, describe, expect, it } from "vitest";
import { inChange } from "#core/db/change";
import { newId } from "#core/id";
import {
  allocateUnits,
  allocationOf,
  anAllocation,
  anOrderReference,
  commitAllocations,
  editAllocations,
  releaseOrders,
  releases,
  uncommitAllocations,
} from "../support/given/allocations.ts";
import {
  aStockroom,
  aVariantInStock,
  closes,
  expectStockToAddUp,
  receives,
  stockLevelAt,
  tester,
} from "../support/given/stock.ts";

afterAll(expectStockToAddUp);

const short = (lines: object[]) => expect.objectContaining({ code: "stock.short", detail: { lines } });

describe("allocating units", () => {
  it("takes a line from the first location that has all of it, even if another has priority", async () => {
    const [near, far] = [await aStockroom({ priority: 1 }), await aStockroom({ priority: 2 })];
    const place = await aVariantInStock(2, { locationId: near });
    await receives({ ...place, locationId: far }, 5);
    const allocation = await anAllocation(place.variantId, 3);
    expect(await allocationOf(allocation)).toEqual({ allocations: [{ locationId: far, quantity: 3 }], backordered: 0 });
    expect(await stockLevelAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 0 });
  });

  it("splits a line over locations by priority if none has all of it", async () => {
    const [near, far] = [await aStockroom({ priority: 1 }), await aStockroom({ priority: 2 })];
    const place = await aVariantInStock(2, { locationId: near });
    await receives({ ...place, locationId: far }, 5);
    const allocation = await anAllocation(place.variantId, 6);
    expect(await allocationOf(allocation)).toEqual({
      allocations: [
        { locationId: near, quantity: 2 },
        { locationId: far, quantity: 4 },
      ],
      backordered: 0,
    });
  });

  // Goods at a closed location cannot be packed: an order sold from there would never ship.
  it("takes nothing from a closed location", async () => {
    const place = await aVariantInStock(5);
    await closes(place.locationId);
    await expect(anAllocation(place.variantId, 1)).rejects.toMatchObject({ code: "stock.short" });
  });

  // Another store let a backorder wait at the empty location that came first, next to a full one.
  it("lets nothing wait that another location has", async () => {
    const [empty, full] = [await aStockroom({ priority: 1 }), await aStockroom({ priority: 2 })];
    const place = await aVariantInStock(1, { locationId: empty, continueSelling: true });
    await anAllocation(place.variantId, 1);
    await receives({ ...place, locationId: full }, 5);
    const allocation = await anAllocation(place.variantId, 5);
    expect(await allocationOf(allocation)).toEqual({
      allocations: [{ locationId: full, quantity: 5 }],
      backordered: 0,
    });
  });

  it("backorders missing units of a variant that keeps selling", async () => {
    const place = await aVariantInStock(2, { continueSelling: true });
    const allocation = await anAllocation(place.variantId, 5, { kind: "committed" });
    expect(await allocationOf(allocation)).toEqual({
      allocations: [{ locationId: place.locationId, quantity: 2 }],
      backordered: 3,
    });
    expect(await stockLevelAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 2 });
  });

  it("moves nothing when a line without stock requests is released, such as one of an untracked variant", async () => {
    const place = await aVariantInStock(0, { trackStock: false });
    await inChange(tester, (change) => releaseOrders(change, [newId("order")]));
    expect(await stockLevelAt(place)).toEqual({ onHand: 0, reserved: 0, committed: 0 });
  });

  // Each line alone fits, both do not: other stores sold six of five.
  it("counts two lines of one variant together, and takes nothing if they do not fit", async () => {
    const place = await aVariantInStock(5);
    const lines = [3, 3].map((quantity) => ({ lineId: newId("line"), variantId: place.variantId, quantity }));
    const both = inChange(tester, (change) => allocateUnits(change, anOrderReference(), lines));
    // The line does not exist yet, and after the refusal it never will: its id would refer to nothing.
    await expect(both).rejects.toEqual(short([{ variantId: place.variantId, wanted: 3, available: 2 }]));
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 0 });
  });

  it("names the line that lacks units if the order already has it", async () => {
    const place = await aVariantInStock(5);
    const allocation = await anAllocation(place.variantId, 4);
    const line = { lineId: allocation.lineId, variantId: place.variantId };
    const more = inChange(tester, (change) => allocateUnits(change, allocation, [{ ...line, quantity: 3 }]));
    await expect(more).rejects.toEqual(short([{ ...line, wanted: 3, available: 1 }]));
  });

  it("gives the last unit to exactly one of thirty at once", async () => {
    const place = await aVariantInStock(1);
    const asked = await Promise.allSettled(Array.from({ length: 30 }, () => anAllocation(place.variantId, 1)));
    const refused = asked.filter((one) => one.status === "rejected").map((one) => one.reason.code);
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(new Set(refused)).toEqual(new Set(["stock.short"]));
    expect(await stockLevelAt(place)).toEqual({ onHand: 1, reserved: 1, committed: 0 });
  });

  // Two clerks edit orders that have the same SKUs in reverse order.
  it("causes no deadlock among orders that list their lines in opposite order", async () => {
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
          await allocateUnits(change, anOrderReference(), ordered(n % 2 === 0));
        }),
      ),
    );
    expect(attempts).toBe(100);
    for (const place of places)
      expect(await stockLevelAt(place)).toEqual({ onHand: 1000, reserved: 200, committed: 0 });
  });
});

describe("an order's allocations", () => {
  it("become committed and then reserved again, only once each even if it is requested repeatedly", async () => {
    const place = await aVariantInStock(5);
    const { orderId } = await anAllocation(place.variantId, 2);
    for (const turn of [commitAllocations, commitAllocations])
      await inChange(tester, (change) => turn(change, [orderId]));
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 2 });
    for (const turn of [uncommitAllocations, uncommitAllocations])
      await inChange(tester, (change) => turn(change, [orderId]));
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 2, committed: 0 });
  });

  it("release waiting units first, then those of the location with the lowest priority", async () => {
    const [near, far] = [await aStockroom({ priority: 1 }), await aStockroom({ priority: 2 })];
    const place = await aVariantInStock(2, { locationId: near, continueSelling: true });
    await receives({ ...place, locationId: far }, 2);
    const allocation = await anAllocation(place.variantId, 5);
    await releases(allocation, 2);
    const [first, last] = [
      { locationId: near, quantity: 2 },
      { locationId: far, quantity: 1 },
    ];
    expect(await allocationOf(allocation)).toEqual({ allocations: [first, last], backordered: 0 });
    await releases(allocation, 1);
    expect(await allocationOf(allocation)).toEqual({ allocations: [first], backordered: 0 });
    await releases(allocation, 2);
    expect(await allocationOf(allocation)).toEqual({ allocations: [], backordered: 0 });
    expect(await stockLevelAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 0 });
  });

  it("may reuse in one edit what they release in it, ahead of anyone else", async () => {
    const place = await aVariantInStock(3);
    const allocation = await anAllocation(place.variantId, 3, { kind: "committed" });
    const added = { lineId: newId("line"), variantId: place.variantId, quantity: 2 };
    await inChange(tester, (change) =>
      editAllocations(change, allocation, { release: [{ lineId: allocation.lineId, quantity: 2 }], allocate: [added] }),
    );
    expect(await allocationOf({ ...allocation, lineId: added.lineId })).toMatchObject({
      allocations: [{ quantity: 2 }],
    });
    expect(await stockLevelAt(place)).toEqual({ onHand: 3, reserved: 0, committed: 3 });
  });

  // The stock must come back once: a release that runs twice would create units.
  it("are released once if two release them at the same time", async () => {
    const place = await aVariantInStock(5);
    const { orderId } = await anAllocation(place.variantId, 4);
    const release = () => inChange(tester, (change) => releaseOrders(change, [orderId]));
    await Promise.all([release(), release()]);
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 0 });
  });
});
