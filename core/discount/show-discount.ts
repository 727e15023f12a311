import type * as discount from "#core/contract/discount";
import { invalidField } from "#core/refusal";
import type { discounts } from "./discount.table.ts";

export type DiscountRow = typeof discounts.$inferSelect;

export function shownDiscount({ value, minimumMinor, ...row }: DiscountRow, currency: string): discount.Discount {
  return {
    ...row,
    basisPoints: row.kind === "percentage" ? value : null,
    amount: row.kind === "fixed" && value !== null ? { amountMinor: value, currency } : null,
    minimum: { amountMinor: minimumMinor, currency },
  };
}

/** As the audit records it, with the field names of the API. */
export const saidOf = ({ value, ...row }: DiscountRow) => ({
  ...row,
  basisPoints: row.kind === "percentage" ? value : null,
  amountMinor: row.kind === "fixed" ? value : null,
});

interface Worth {
  readonly basisPoints?: number | undefined;
  readonly amountMinor?: number | undefined;
}

/** A code's value by its kind: basis points, an amount or nothing; `before` if it is not given. */
export function worthOf(kind: discount.Discount["kind"], worth: Worth, before: number | null): number | null {
  const other = kind === "percentage" ? "amountMinor" : "basisPoints";
  if (kind !== "freeShipping") {
    if (worth[other] !== undefined) throw invalidField(other, `Not allowed for a ${kind} discount.`);
    const named = kind === "percentage" ? "basisPoints" : "amountMinor";
    const value = worth[named] ?? before;
    if (value === null) throw invalidField(named, `Required for a ${kind} discount.`);
    return value;
  }
  for (const named of ["basisPoints", "amountMinor"] as const) {
    if (worth[named] !== undefined) throw invalidField(named, "Not allowed for free shipping.");
  }
  return null;
}
