import { describe, expect, it } from "vitest";
import { discountInput, discountValues } from "../../web/catalogue/discount-values.ts";
import type { Discount } from "../../web/catalogue/types.ts";

const money = (amountMinor: number) => ({ amountMinor, currency: "EUR" });
const discount: Discount = {
  ...{ id: "dis_1", code: "MARCH", kind: "percentage", basisPoints: 1000, amount: null, minimum: money(0) },
  ...{ startsAt: null, endsAt: null, usageLimit: null, perCustomerLimit: null, used: 0, active: true },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", archivedAt: null },
};
const store = { currency: "EUR", timeZone: "Europe/Berlin" };
const savedAs = (times: { startsAt: string; endsAt: string }, typed = {}) => {
  const before = { ...discount, ...times };
  const { startsAt, endsAt } = discountInput({ ...discountValues(before, store.timeZone), ...typed }, store, before);
  return { startsAt, endsAt };
};

// A code set up by another system to end at the last second of a day ended a minute earlier after any edit.
describe("saving a discount", () => {
  it("keeps the seconds at which it starts and ends", () => {
    const times = { startsAt: "2026-02-28T23:00:15.500Z", endsAt: "2026-03-31T21:59:59.000Z" };
    expect(savedAs(times, { code: "SPRING" })).toEqual(times);
    expect(savedAs(times, { endsAt: "2026-04-01T00:00" })).toEqual({ ...times, endsAt: "2026-03-31T22:00:00.000Z" });
    expect(savedAs(times, { startsAt: "" })).toEqual({ ...times, startsAt: null });
  });

  it("keeps times in the hour that comes twice when the clocks go back", () => {
    const times = { startsAt: "2026-10-25T00:30:00.000Z", endsAt: "2026-10-25T01:30:00.000Z" };
    expect(savedAs(times)).toEqual(times);
  });
});
