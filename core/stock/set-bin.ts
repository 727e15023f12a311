import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as stock from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { lockOpenLocations } from "#core/location/lock-location";
import { openPlaces } from "./change-level.ts";

/** Sets a variant's bin at a location. No figure changes, so nothing is served or entered in the ledger. */
export async function setBin(
  change: Change,
  { id: variantId, locationId, bin }: InputOf<typeof stock.setBin>,
): Promise<OutputOf<typeof stock.setBin>> {
  await lockOpenLocations(change, [locationId]);
  await openPlaces(change, [{ variantId, locationId }]);
  const [before] = await change.tx.execute<{ bin: string | null }>(sql`
    select bin from stock_levels where variant_id = ${variantId} and location_id = ${locationId} for no key update`);
  if (before?.bin === bin) return { variantId, locationId, bin };
  await change.tx.execute(sql`
    update stock_levels set bin = ${bin} where variant_id = ${variantId} and location_id = ${locationId}`);
  audit(change, stock.setBin.name, variantId, {
    before: { bin: before?.bin ?? null },
    after: { locationId, bin },
  });
  return { variantId, locationId, bin };
}
