/** Which locations an order's units come from: each of them is another parcel to pack, to pay for and to wait for. */

import { afterAll, describe, expect, it } from "vitest";
import type { Id } from "#core/contract/kit/fields";
import * as order from "#core/contract/order";
import { newId } from "#core/id";
import { chooseLocations } from "#core/stock/choose-locations";
import type { LockedLevel } from "#core/stock/stock-levels";
import { call } from "../support/call.ts";
import { anOrder, somebody } from "../support/given/orders.ts";
import {
  aStocklessVariant,
  aStockroom,
  aVariantInStock,
  expectStockToAddUp,
  receives,
} from "../support/given/stock.ts";
import fc from "../support/harness/properties.ts";

afterAll(expectStockToAddUp);

type Stock = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Locations by name, in order of priority, with the stock of each variant. */
async function aStoreWith(stock: Stock) {
  const places = new Map<string, Id<"location">>();
  const variants = new Map<string, Id<"variant">>();
  for (const [priority, [place, units]] of Object.entries(stock).entries()) {
    places.set(place, await aStockroom({ priority }));
    for (const [variant, quantity] of Object.entries(units)) {
      const variantId = variants.get(variant) ?? (await aStocklessVariant());
      variants.set(variant, variantId);
      await receives({ variantId, locationId: places.get(place)! }, quantity);
    }
  }
  const nameOf = (id: string) => [...places].find(([, locationId]) => locationId === id)![0];
  const lines = (wanted: Readonly<Record<string, number>>) =>
    Object.entries(wanted).map(([variant, quantity]) => ({ variantId: variants.get(variant)!, quantity }));
  /** Each line's locations and quantities, as "near 2, far 1". */
  const takenBy = (of: { lines: readonly { allocations: readonly { locationId: string; quantity: number }[] }[] }) =>
    of.lines.map(({ allocations }) =>
      allocations
        .map(({ locationId, quantity }) => `${nameOf(locationId)} ${quantity}`)
        .toSorted()
        .join(", "),
    );
  return { places, variants, lines, takenBy };
}

const created = async (lines: { variantId: Id<"variant">; quantity: number }[]) => {
  const { status, body } = await call(order.create, { ...somebody, lines });
  expect(status).toBe(201);
  return body;
};

describe("an order's units", () => {
  it.each<[string, Stock, Record<string, number>, string[]]>([
    [
      "from the one location that has the whole order, though another is asked before it",
      { near: { cup: 9, pot: 9 }, far: { cup: 2, pot: 3, lid: 1 } },
      { cup: 2, pot: 3, lid: 1 },
      ["far 2", "far 3", "far 1"],
    ],
    [
      "from the first of those that have the whole order",
      { near: { cup: 1 }, next: { cup: 9, pot: 9 }, far: { cup: 9, pot: 9 } },
      { cup: 2, pot: 1 },
      ["next 2", "next 1"],
    ],
    [
      "each line whole where no location has the whole order",
      { near: { cup: 2, pot: 1 }, far: { cup: 5 } },
      { cup: 3, pot: 1 },
      ["far 3", "near 1"],
    ],
    [
      // Line by line in order of priority it would be three parcels: the first location has two of the lines.
      "in two parcels where two will do",
      { near: { pot: 1, lid: 1 }, next: { cup: 1, pot: 1 }, far: { lid: 1, tray: 1 } },
      { cup: 1, pot: 1, lid: 1, tray: 1 },
      ["next 1", "next 1", "far 1", "far 1"],
    ],
    [
      "split only what no location has whole, and over as few as have enough",
      { near: { cup: 1 }, next: { cup: 3 }, far: { cup: 2, pot: 1 } },
      { cup: 5, pot: 1 },
      ["far 2, next 3", "far 1"],
    ],
  ])("are allocated %s", async (_, stock, wanted, taken) => {
    const { lines, takenBy } = await aStoreWith(stock);
    const body = await created(lines(wanted));
    expect(takenBy(body)).toEqual(taken);
  });

  it("for two lines of one variant are allocated together", async () => {
    const { variants, takenBy } = await aStoreWith({ near: { cup: 3 }, far: { cup: 6 } });
    const cup = { variantId: variants.get("cup")!, quantity: 3 };
    expect(takenBy(await created([cup, cup]))).toEqual(["far 3", "far 3"]);
    // No location has both: each line is still whole.
    const apart = await aStoreWith({ near: { cup: 2 }, far: { cup: 3 } });
    expect(apart.takenBy(await created([...apart.lines({ cup: 3 }), ...apart.lines({ cup: 2 })]))).toEqual([
      "far 3",
      "near 2",
    ]);
  });

  // The rest is already on the packing table there: another location is another parcel.
  it("added by an edit come from where the rest of the order is, if that location has them", async () => {
    const { places, variants, takenBy, lines } = await aStoreWith({
      near: { lid: 9, tray: 9 },
      far: { cup: 9, lid: 2 },
    });
    const made = await anOrder({
      lines: [{ place: { variantId: variants.get("cup")!, locationId: places.get("far")! }, quantity: 2 }],
    });
    const added = await call(order.editLines, { id: made.id, add: lines({ lid: 2 }) });
    expect(takenBy(added.body.order)).toEqual(["far 2", "far 2"]);
    const elsewhere = await call(order.editLines, { id: made.id, add: lines({ tray: 1 }) });
    expect(takenBy(elsewhere.body.order).at(-1)).toBe("near 1");
  });

  it("released by the same edit do not tie the order to their location", async () => {
    const { variants, takenBy, lines } = await aStoreWith({ near: { lid: 5 }, far: { cup: 5, lid: 5 } });
    const made = await created(lines({ cup: 1 }));
    const { body } = await call(order.editLines, {
      id: made.id,
      remove: [made.lines[0]!.id],
      add: [{ variantId: variants.get("lid")!, quantity: 1 }],
    });
    expect(takenBy(body.order)).toEqual(["near 1"]);
  });

  it("of a variant that keeps selling are allocated as far as there are any, and the rest waits", async () => {
    const near = await aVariantInStock(1, { continueSelling: true });
    const far = { variantId: near.variantId, locationId: await aStockroom() };
    await receives(far, 2);
    const { lines } = await created([{ variantId: near.variantId, quantity: 5 }]);
    expect(lines).toMatchObject([{ backordered: 2, allocations: [{}, {}] }]);
  });
});

const names = (count: number, kind: "variant" | "location") => Array.from({ length: count }, () => newId(kind));

const aQuestion = fc
  .record({ variants: fc.integer({ min: 1, max: 4 }), locations: fc.integer({ min: 1, max: 5 }) })
  .chain(({ variants, locations }) =>
    fc.record({
      stock: fc.array(fc.array(fc.nat(4), { minLength: variants, maxLength: variants }), {
        minLength: locations,
        maxLength: locations,
      }),
      wanted: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: variants, maxLength: variants }),
      used: fc.uniqueArray(fc.nat(locations - 1), { maxLength: 2 }),
    }),
  );

const levelsOf = (stock: number[][], variantIds: Id<"variant">[], locationIds: Id<"location">[]): LockedLevel[] =>
  stock.flatMap((units, priority) =>
    units.map((onHand, variant) => ({
      variantId: variantIds[variant]!,
      locationId: locationIds[priority]!,
      ...{ active: true, priority, onHand, reserved: 0, committed: 0 },
    })),
  );

describe("the locations chosen", () => {
  it("give all that is available, the whole line if one location has it, and no smaller set of locations does", () => {
    fc.assert(
      fc.property(aQuestion, ({ stock, wanted, used }) => {
        const variantIds = names(wanted.length, "variant") as Id<"variant">[];
        const locationIds = names(stock.length, "location") as Id<"location">[];
        const held = new Set(used.map((place) => locationIds[place]!));
        const asked = variantIds.map((variantId, place) => ({ variantId, quantity: wanted[place]! }));
        const chosen = chooseLocations(levelsOf(stock, variantIds, locationIds), asked, held);

        const has = (variant: number, set: number[]) => set.map((place) => stock[place]![variant]!);
        const sum = (units: number[]) => units.reduce((total, one) => total + one, 0);
        const everywhere = stock.map((_, place) => place);
        const enough = (set: number[]) =>
          wanted.every((quantity, variant) => {
            const need = Math.min(quantity, sum(has(variant, everywhere)));
            const whole = Math.max(...has(variant, everywhere)) >= need;
            return (whole ? Math.max(0, ...has(variant, set)) : sum(has(variant, set))) >= need;
          });
        const taken = variantIds.map((id) => chosen.get(id)!.map(({ locationId }) => locationIds.indexOf(locationId)));
        const all = [...new Set([...taken.flat(), ...used])];
        expect(enough(all)).toBe(true);
        taken.forEach((set, variant) => {
          const need = Math.min(wanted[variant]!, sum(has(variant, everywhere)));
          expect(sum(has(variant, set))).toBeGreaterThanOrEqual(need);
          if (Math.max(...has(variant, everywhere)) >= need && need > 0) expect(set).toHaveLength(1);
        });
        const sets = Array.from({ length: 2 ** stock.length }, (_, bits) =>
          everywhere.filter((at) => bits & (1 << at)),
        );
        const withUsed = sets.map((set) => [...new Set([...set, ...used])]);
        const fewest = Math.min(...withUsed.filter(enough).map((set) => set.length));
        expect(all.length).toBeLessThanOrEqual(fewest);
      }),
      { numRuns: 500 },
    );
  });

  // A chain of two hundred shops has more sets of locations than can be examined while stock is locked.
  it("are still sufficient, without superfluous ones, if there are too many sets to examine", () => {
    const [variantIds, locationIds] = [names(12, "variant"), names(200, "location")] as [
      Id<"variant">[],
      Id<"location">[],
    ];
    // Each variant is at a different location: exactly twelve are needed.
    const stock = locationIds.map((_, place) => variantIds.map((_, variant) => (place === variant * 16 ? 1 : 0)));
    const asked = variantIds.map((variantId) => ({ variantId, quantity: 1 }));
    const chosen = chooseLocations(levelsOf(stock, variantIds, locationIds), asked, new Set());
    expect(
      [...chosen.values()].map((levels) => levels.map(({ locationId }) => locationIds.indexOf(locationId))),
    ).toEqual(variantIds.map((_, variant) => [variant * 16]));
    const everywhere = locationIds.map(() => variantIds.map((_, variant) => (variant === 0 ? 1 : 0)));
    const hundred = [{ variantId: variantIds[0]!, quantity: 150 }];
    const many = chooseLocations(levelsOf(everywhere, variantIds, locationIds), hundred, new Set());
    expect(many.get(variantIds[0]!)).toHaveLength(150);
  });
});
