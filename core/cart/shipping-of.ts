import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import { type ShippingRateRow, shippingRates } from "#core/shipping-rate/shipping-rate.table";

const rows = rowsOf(shippingRates);

/** The rates that count now: few enough to be looked through. */
export const activeRates = (tx: Db): Promise<ShippingRateRow[]> => rows(tx, sql`where active order by id`);

/**
 * What shipping costs in minor units: by the rates for the country, or where none names it by those for every other one, of
 * which the highest minimum counts that the goods reach, and the cheaper of two alike. Null when no rate fits. A store
 * without any rate ships for nothing.
 */
export function shippingOf(rates: readonly ShippingRateRow[], country: string, goodsMinor: number): number | null {
  if (rates.length === 0) return 0;
  const own = rates.filter(({ countries }) => countries?.includes(country));
  const fitting = (own.length > 0 ? own : rates.filter(({ countries }) => countries === null))
    .filter(({ minimumMinor }) => minimumMinor <= goodsMinor)
    .toSorted((a, b) => b.minimumMinor - a.minimumMinor || a.amountMinor - b.amountMinor);
  return fitting[0]?.amountMinor ?? null;
}
