import { decimalsOf } from "#core/contract/values/currency";
import { localeOfMoney } from "../ui/format/locale.ts";

/** 12345.6 of INR as ₹12,346, for charts; `short` for an axis without room for eight digits: ₹12Cr. */
export const wholeAmountText = (amount: number, currency: string, length?: "short"): string =>
  new Intl.NumberFormat(localeOfMoney(currency), {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: Math.abs(amount) < 10 ? decimalsOf(currency) : 0,
    minimumFractionDigits: 0,
    ...(length && Math.abs(amount) >= 1e7 && { notation: "compact", maximumFractionDigits: 1 }),
  }).format(amount);
