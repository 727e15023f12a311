import type { ShippingRate } from "#core/contract/shippingRate";
import { idColumn, moneyColumn, timeColumn } from "#core/db/columns";
import { boolean, pgTable, text } from "#core/db/drizzle";

/** The shipping prices for carts. Orders keep the amount, and do not refer to a rate. */
export const shippingRates = pgTable("shipping_rates", {
  id: idColumn("shippingRate").primaryKey(),
  name: text().notNull(),
  countries: text().array(),
  minimumMinor: moneyColumn().notNull(),
  amountMinor: moneyColumn().notNull(),
  active: boolean().notNull(),
  createdAt: timeColumn().notNull(),
});
export type ShippingRateRow = typeof shippingRates.$inferSelect;

export function shownRate({ minimumMinor, amountMinor, ...row }: ShippingRateRow, currency: string): ShippingRate {
  return { ...row, minimum: { amountMinor: minimumMinor, currency }, amount: { amountMinor, currency } };
}
