import type { Actor } from "#core/actor";
import { historyIn } from "#core/audit/history-in";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type { list } from "#core/contract/shippingRate";
import { db } from "#core/db/client";
import { desc, lt } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { storeSettings } from "#core/store/settings";
import { shippingRates, shownRate } from "./shipping-rate.table.ts";

export async function listRates(_by: Actor, { limit, cursor }: InputOf<typeof list>): Promise<OutputOf<typeof list>> {
  const after = idOfCursor(cursor, "shippingRate");
  const { currency } = await storeSettings(db());
  const rows = await db()
    .select()
    .from(shippingRates)
    .where(after && lt(shippingRates.id, after))
    .orderBy(desc(shippingRates.id))
    .limit(rowsFor(limit));
  return pageFrom(
    rows,
    limit,
    (row) => [row.id],
    (row) => shownRate(row, currency),
  );
}

export const rateHistory = historyIn(shippingRates, "shippingRate.unknown");
