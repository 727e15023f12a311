/** The lines and sums of an order in Shopify's export. */
import { oneLine } from "#core/job/import-file/cells";
import { markedCode, plainCode } from "#core/job/import-file/unseen";
import { lineMoneyOf } from "./line-money.ts";
import type { ShopifyCells, ShopifyColumn } from "./shopify-columns.ts";
import { type TakenLine, textMax } from "./taken-order.ts";
import { taxRateIn } from "./tax-rate.ts";

export type Rows = readonly [ShopifyCells, ...ShopifyCells[]];

/** The order's sums, which are only in the first row. */
export function sumsOf(rows: Rows, decimals: number) {
  const [first] = rows;
  const amount = (column: ShopifyColumn) => first.minor(column, decimals) ?? 0;
  const [discountMinor, shippingMinor, taxMinor] = [amount("Discount Amount"), amount("Shipping"), amount("Taxes")];
  const totalMinor = amount("Total");
  const subtotalMinor = rows.reduce(
    (sum, row) => sum + (row.whole("Lineitem quantity") ?? 0) * (row.minor("Lineitem price", decimals) ?? 0),
    0,
  );
  if (first.text("Total") === "") first.wrong("Total", "An amount is needed: an order's first row has its totals.");
  const goods = subtotalMinor - discountMinor + shippingMinor;
  const taxesInclusive = totalMinor === goods;
  for (const column of ["Discount Amount", "Shipping", "Taxes", "Total", "Refunded Amount"] as const) {
    if (amount(column) < 0) first.wrong(column, "It is below zero.");
  }
  return { subtotalMinor, discountMinor, shippingMinor, taxMinor, totalMinor, taxesInclusive };
}

/** Called last, because sums can only be checked if every cell could be read. */
export function refuseUnequalSums(
  rows: Rows,
  decimals: number,
  sums: ReturnType<typeof sumsOf>,
  lines: readonly TakenLine[],
): void {
  const { subtotalMinor, discountMinor, shippingMinor, taxMinor, totalMinor, taxesInclusive } = sums;
  const [first] = rows;
  const hasDuties = (first.minor("Duties", decimals) ?? 0) > 0;
  if (!first.isGood()) return;
  const offShipping = discountMinor - lines.reduce((sum, line) => sum + line.discountMinor, 0);
  if (offShipping > shippingMinor)
    first.wrong("Discount Amount", "The discount is more than the lines that it applies to and the shipping.");
  if (taxesInclusive) {
    if (taxMinor > totalMinor) first.wrong("Taxes", "The taxes are more than the total, which includes them.");
  } else if (totalMinor !== subtotalMinor - discountMinor + shippingMinor + taxMinor) {
    const isTwice = rows.some((row) => row !== first && row.text("Total") !== "");
    if (isTwice) first.wrong("Total", twice);
    else if (hasDuties)
      first.wrong("Duties", "The total includes duties, which are not supported here: leave this order out.");
    else first.wrong("Total", unequal);
  }
}

const unequal = "The sums do not add up: lines − discount + shipping, with or without taxes, is not the total.";
const twice =
  "Several of the order's rows have a total, and only the first should: does the order stand in the file twice?";

const lineStates = ["fulfilled", "pending", "restocked", "not_eligible", "unfulfilled", "partial", ""];

export function linesOf(rows: Rows, decimals: number, sums: ReturnType<typeof sumsOf>): TakenLine[] {
  const [first] = rows;
  const whole = first.word("Fulfillment Status");
  const isLeft = (row: ShopifyCells) => row.whole("Lineitem quantity") !== 0;
  // A line with quantity 0 was removed from the order.
  const sold = (rows.some(isLeft) ? rows.filter(isLeft) : rows).map((row) => {
    const quantity = row.whole("Lineitem quantity") ?? 0;
    if (quantity < 1) row.wrong("Lineitem quantity", "A number of at least 1 is needed.");
    if (quantity > 1_000_000) row.wrong("Lineitem quantity", "A number of at most 1,000,000 is needed.");
    const unitPriceMinor = row.minor("Lineitem price", decimals) ?? 0;
    if (row.text("Lineitem price") === "" || unitPriceMinor < 0)
      row.wrong("Lineitem price", "An amount of at least 0 is needed.");
    const state = row.word("Lineitem fulfillment status");
    if (!lineStates.includes(state))
      row.wrong(
        "Lineitem fulfillment status",
        `One of these is needed, or nothing: ${lineStates.filter((one) => one !== "").join(", ")}.`,
      );
    const title = row.text("Lineitem name");
    const written = row.code("Lineitem sku");
    const [sku, markedSku] = [plainCode(written), markedCode(written)];
    // A tip is part of the total, without discount or tax.
    const isTip = title === "Tip" && sku === "" && row.yes("Lineitem requires shipping") !== true;
    const applies = { discount: !isTip, tax: !isTip && row.yes("Lineitem taxable") !== false };
    const shipped = whole === "fulfilled" || (whole === "partial" && state === "fulfilled");
    return {
      sku: oneLine(sku, textMax.sku),
      markedSku: oneLine(markedSku, textMax.sku),
      title: oneLine(title, 300).replace(/\s+/g, " ") || "-",
      quantity,
      unitPriceMinor,
      ownDiscountMinor: Math.max(0, row.minor("Lineitem discount", decimals) ?? 0),
      applies,
      shipped: shipped ? quantity : 0,
    };
  });
  const money = lineMoneyOf(sold, sums);
  const goods = sold.reduce((sum, { applies, quantity, unitPriceMinor }, nth) => {
    return applies.tax ? sum + quantity * unitPriceMinor - (money[nth]?.discountMinor ?? 0) : sum;
  }, 0);
  const goodsMinor = sums.taxesInclusive ? Math.max(0, goods - sums.taxMinor) : goods;
  const basisPoints = taxRateIn(first, { ...sums, goodsMinor }, decimals);
  return sold.map(({ sku, markedSku, title, quantity, unitPriceMinor, shipped }, nth) => {
    const own = money[nth] ?? { discountMinor: 0, taxMinor: 0, totalMinor: 0 };
    const taxBasisPoints = own.taxMinor > 0 ? basisPoints : 0;
    return { sku, markedSku, title, quantity, unitPriceMinor, taxBasisPoints, ...own, shipped, returned: 0 };
  });
}
