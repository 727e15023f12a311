import { newId } from "#core/id";
import type { Price } from "#core/price/prices-of";
import type { LineRow, OrderRow } from "./order.table.ts";

/** A new line: what was requested, at today's price. */
export type PricedLine = Price & { readonly quantity: number };

export const pricedLine = (price: Price | undefined, quantity: number): PricedLine => {
  if (!price) throw new Error("a price is missing for a line that was asked for");
  return { ...price, quantity };
};

type LineMoney = Pick<LineRow, "discountMinor" | "taxMinor" | "totalMinor">;

/** The part of a line's totals that its row keeps. */
export function moneyIn(totals: LineMoney | undefined): LineMoney {
  if (!totals) throw new Error("totals are missing for a line of the order");
  const { discountMinor, taxMinor, totalMinor } = totals;
  return { discountMinor, taxMinor, totalMinor };
}

/** A line's row, with today's title and price. */
export const lineOf = (
  { id: orderId, createdAt: placedAt }: OrderRow,
  position: number,
  line: PricedLine,
  totals: LineMoney | undefined,
): LineRow => ({
  id: newId("line"),
  orderId,
  position,
  variantId: line.variantId,
  productId: line.productId,
  vendorId: line.vendorId,
  sku: line.sku,
  title: line.title,
  quantity: line.quantity,
  unitPriceMinor: line.unitPriceMinor,
  taxBasisPoints: line.taxBasisPoints,
  ...moneyIn(totals),
  tracked: line.trackStock,
  shippedQuantity: 0,
  returnedQuantity: 0,
  placedAt,
  priceListId: line.priceListId,
});
