import { describe, expect, it } from "vitest";
import { shares, taxAdded, taxIncluded } from "#core/money";
import { type PricedLine, type Terms, totalsOf } from "#core/price/totals";
import fc from "../support/harness/properties.ts";

const amount = fc.integer({ min: 0, max: 10_000_000 });
const basisPoints = fc.integer({ min: 0, max: 10_000 });
const line: fc.Arbitrary<PricedLine> = fc.record({
  quantity: fc.integer({ min: 1, max: 1000 }),
  unitPriceMinor: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000 })),
  taxBasisPoints: basisPoints,
});
const discount = fc.oneof(
  fc.record({
    kind: fc.constant("percentage" as const),
    value: fc.integer({ min: 1, max: 10_000 }),
    minimumMinor: amount,
  }),
  fc.record({
    kind: fc.constant("fixed" as const),
    value: fc.integer({ min: 1, max: 100_000_000 }),
    minimumMinor: amount,
  }),
  fc.record({ kind: fc.constant("freeShipping" as const), value: fc.constant(null), minimumMinor: amount }),
);
const terms: fc.Arbitrary<Terms> = fc.record({
  discount: fc.option(discount),
  shippingMinor: amount,
  taxesInclusive: fc.boolean(),
});
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

// A unit gained or lost in rounding appears as a customer who owes one paisa, or a refund that can never be completed.
describe("shares", () => {
  it("add up to the whole, and no share is a unit or more from its exact portion", () => {
    fc.assert(
      fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 50 }), (whole, weights) => {
        const parts = shares(whole, weights);
        expect(sum(parts)).toBe(whole);
        const total = sum(weights);
        for (const [index, part] of parts.entries()) {
          expect(Number.isSafeInteger(part)).toBe(true);
          const exact = total === 0 ? whole / weights.length : (whole * weights[index]!) / total;
          expect(Math.abs(part - exact)).toBeLessThan(1.000001);
        }
      }),
    );
  });

  it("are equal for equal weights, whatever their order", () => {
    const shuffled = fc
      .array(amount, { minLength: 1, maxLength: 20 })
      .chain((weights) =>
        fc.tuple(fc.constant(weights), fc.shuffledSubarray(weights, { minLength: weights.length }), amount),
      );
    const paired = (whole: number, weights: readonly number[]) =>
      shares(whole, weights)
        .map((part, index) => [weights[index]!, part] as const)
        .toSorted(([a, x], [b, y]) => a - b || x - y);
    fc.assert(
      fc.property(shuffled, ([weights, other, whole]) => {
        expect(paired(whole, other)).toEqual(paired(whole, weights));
      }),
    );
  });

  it("are nothing for a line that costs nothing", () => {
    expect(shares(100, [0, 300, 0])).toEqual([0, 100, 0]);
    expect(shares(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(shares(2, [0, 0, 0])).toEqual([1, 1, 0]);
    expect(shares(0, [])).toEqual([]);
  });

  it("are exact beyond a double", () => {
    expect(sum(shares(999_999_999_999, [999_999_999_998, 1, 999_999_999_997]))).toBe(999_999_999_999);
  });
});

describe("tax", () => {
  it("is contained in a gross price, and adding it to the net gives that price within one unit", () => {
    fc.assert(
      fc.property(amount, basisPoints, (gross, rate) => {
        const tax = taxIncluded(gross, rate);
        expect(tax).toBeGreaterThanOrEqual(0);
        expect(tax).toBeLessThanOrEqual(gross);
        expect(Math.abs(gross - tax + taxAdded(gross - tax, rate) - gross)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("rounds halves up", () => {
    expect(taxAdded(50, 100)).toBe(1);
    expect(taxAdded(49, 100)).toBe(0);
    expect(taxAdded(10_000, 1800)).toBe(1800);
    expect(taxIncluded(11_800, 1800)).toBe(1800);
    expect(taxIncluded(21, 10_000)).toBe(11);
  });
});

describe("totalsOf", () => {
  it("adds up: lines to the order, and the order to its total", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), terms, (lines, agreed) => {
        const totals = totalsOf(lines, agreed);
        const shippingOff = totals.discountMinor - sum(totals.lines.map((one) => one.discountMinor));
        expect(totals.lines).toHaveLength(lines.length);
        expect(totals.subtotalMinor).toBe(sum(totals.lines.map((one) => one.subtotalMinor)));
        expect(totals.taxMinor).toBe(sum(totals.lines.map((one) => one.taxMinor)));
        expect(totals.totalMinor).toBe(
          totals.subtotalMinor -
            totals.discountMinor +
            totals.shippingMinor +
            (agreed.taxesInclusive ? 0 : totals.taxMinor),
        );
        expect(totals.totalMinor).toBe(
          sum(totals.lines.map((one) => one.totalMinor)) + totals.shippingMinor - shippingOff,
        );
        expect([0, totals.shippingMinor]).toContain(shippingOff);
      }),
    );
  });

  it("is never negative or fractional, and no line's discount exceeds the line", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), terms, (lines, agreed) => {
        const totals = totalsOf(lines, agreed);
        const { lines: each, ...order } = totals;
        for (const value of [order, ...each].flatMap((one) => Object.values(one))) {
          expect(Number.isSafeInteger(value)).toBe(true);
          expect(value).toBeGreaterThanOrEqual(0);
        }
        for (const one of each) expect(one.discountMinor).toBeLessThanOrEqual(one.subtotalMinor);
        if (agreed.discount?.kind !== "freeShipping") {
          expect(totals.discountMinor).toBeLessThanOrEqual(totals.subtotalMinor);
        }
        if (agreed.taxesInclusive) {
          for (const one of each) expect(one.taxMinor).toBeLessThanOrEqual(one.totalMinor);
        }
      }),
    );
  });

  it("gives the same total whatever the order of the lines, if all are taxed alike", () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 2, maxLength: 15 }), terms, (given, agreed) => {
        const lines = given.map((one) => ({ ...one, taxBasisPoints: 1800 }));
        const { lines: there, ...forwards } = totalsOf(lines, agreed);
        const { lines: back, ...backwards } = totalsOf(lines.toReversed(), agreed);
        expect(backwards).toEqual(forwards);
        expect(back).toHaveLength(there.length);
      }),
    );
  });

  // An imported order's shipping can have a discount of its own; a cheaper parcel must not be paid by the store.
  it("takes no more off the shipping than it costs", () => {
    const lines = [{ quantity: 1, unitPriceMinor: 1000, taxBasisPoints: 0 }];
    const agreed = { discount: null, shippingMinor: 300, shippingDiscountMinor: 500, taxesInclusive: true };
    expect(totalsOf(lines, agreed)).toMatchObject({ discountMinor: 300, totalMinor: 1000 });
    expect(totalsOf(lines, { ...agreed, shippingMinor: 700 })).toMatchObject({ discountMinor: 500, totalMinor: 1200 });
  });

  it("deducts nothing below the code's minimum", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), terms, (lines, agreed) => {
        const { subtotalMinor } = totalsOf(lines, { ...agreed, discount: null });
        fc.pre(agreed.discount !== null);
        const tooHigh = { ...agreed.discount!, minimumMinor: subtotalMinor + 1 };
        expect(totalsOf(lines, { ...agreed, discount: tooHigh }).discountMinor).toBe(0);
      }),
    );
  });

  it.each([
    ["10 % off, tax within", { kind: "percentage" as const, value: 1000 }, true, [3000, 412, 27_500]],
    ["10 % off, tax on top", { kind: "percentage" as const, value: 1000 }, false, [3000, 486, 27_986]],
    ["5.00 off", { kind: "fixed" as const, value: 500 }, true, [500, 450, 30_000]],
    ["free shipping", { kind: "freeShipping" as const, value: null }, true, [500, 458, 30_000]],
  ])("calculates %s as a person would", (_, code, taxesInclusive, [discountMinor, taxMinor, totalMinor]) => {
    const lines = [
      { quantity: 2, unitPriceMinor: 13_500, taxBasisPoints: 0 },
      { quantity: 1, unitPriceMinor: 3000, taxBasisPoints: 1800 },
    ];
    const totals = totalsOf(lines, { discount: { ...code, minimumMinor: 0 }, shippingMinor: 500, taxesInclusive });
    expect(totals).toMatchObject({ subtotalMinor: 30_000, discountMinor, taxMinor, totalMinor });
  });

  // Above 2^53 a sum silently stops being exact; the order is refused long before.
  it("refuses an order that is too large to be exact", () => {
    const lines = [{ quantity: 1_000_000, unitPriceMinor: 1_000_000_000_000, taxBasisPoints: 0 }];
    expect(() => totalsOf(lines, { discount: null, shippingMinor: 0, taxesInclusive: true })).toThrow(
      expect.objectContaining({ code: "price.tooLarge" }),
    );
  });
});
