/** The values of a discount's form, and the input that it sends. */
import { timeFromInput, toLocalInput } from "../ui/format/dates.ts";
import {
  amountValue,
  type NumberValue,
  parseAmount,
  parseBasisPoints,
  parseOptionalAmount,
  parseOptionalNumber,
  percentText,
} from "../ui/forms/parse-input.ts";
import type { Discount } from "./types.ts";

export interface DiscountValues {
  readonly code: string;
  readonly kind: Discount["kind"];
  readonly basisPoints: string;
  readonly amountMinor: string;
  readonly minimumMinor: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly usageLimit: NumberValue;
  readonly perCustomerLimit: NumberValue;
  readonly active: boolean;
}

export const emptyDiscount: DiscountValues = {
  code: "",
  kind: "percentage",
  basisPoints: "",
  amountMinor: "",
  minimumMinor: "",
  startsAt: "",
  endsAt: "",
  usageLimit: "",
  perCustomerLimit: "",
  active: true,
};

interface StoreSettings {
  readonly currency: string;
  readonly timeZone: string;
}

/** @param before the discount that is edited. Times that were not edited stay exactly as they are. */
export function discountInput(values: DiscountValues, { currency, timeZone }: StoreSettings, before?: Discount) {
  const { kind, basisPoints, amountMinor, minimumMinor, startsAt, endsAt, code, active } = values;
  return {
    code,
    active,
    ...(kind === "percentage" && { basisPoints: parseBasisPoints(basisPoints) }),
    ...(kind === "fixed" && { amountMinor: parseAmount(amountMinor, currency) }),
    minimumMinor: parseOptionalAmount(minimumMinor, currency) ?? 0,
    startsAt: timeFromInput(startsAt, before?.startsAt ?? null, timeZone),
    endsAt: timeFromInput(endsAt, before?.endsAt ?? null, timeZone),
    usageLimit: parseOptionalNumber(values.usageLimit),
    perCustomerLimit: parseOptionalNumber(values.perCustomerLimit),
  };
}

export const discountValues = (discount: Discount, timeZone: string): DiscountValues => ({
  code: discount.code,
  kind: discount.kind,
  basisPoints: discount.basisPoints === null ? "" : percentText(discount.basisPoints),
  amountMinor: amountValue(discount.amount),
  minimumMinor: discount.minimum.amountMinor > 0 ? amountValue(discount.minimum) : "",
  startsAt: discount.startsAt ? toLocalInput(discount.startsAt, timeZone) : "",
  endsAt: discount.endsAt ? toLocalInput(discount.endsAt, timeZone) : "",
  usageLimit: discount.usageLimit ?? "",
  perCustomerLimit: discount.perCustomerLimit ?? "",
  active: discount.active,
});
