import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import { type ShippingRateRow, shippingRates } from "#core/shipping-rate/shipping-rate.table";

const rows = rowsOf(shippingRates);

/** All rates: few enough to scan. */
export const allRates = (tx: Db): Promise<ShippingRateRow[]> => rows(tx, sql`order by id`);

/**
 * The shipping price in minor units. It comes from the active rates for the country or, if there are none, from those
 * for all other countries: the one with the highest minimum that the goods reach, and the cheaper of two with the same
 * minimum. Null if no rate applies, or none is active. A store without any rates ships free of charge.
 */
export function shippingOf(all: readonly ShippingRateRow[], country: string, goodsMinor: number): number | null {
  if (all.length === 0) return 0;
  const rates = all.filter(({ active }) => active);
  const own = rates.filter(({ countries }) => countries?.includes(country));
  const fitting = (own.length > 0 ? own : rates.filter(({ countries }) => countries === null))
    .filter(({ minimumMinor }) => minimumMinor <= goodsMinor)
    .toSorted((a, b) => b.minimumMinor - a.minimumMinor || a.amountMinor - b.amountMinor);
  return fitting[0]?.amountMinor ?? null;
}
