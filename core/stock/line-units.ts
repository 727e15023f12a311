/** Units that leave with a parcel or come back: shared by shipping, returning and undoing either. */
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { pipelined } from "#core/db/pipelined";
import { lockOpenLocations } from "#core/location/lock-location";
import { openPlaces } from "./change-level.ts";
import { newPlan, type Plan } from "./plan.ts";
import { variantIdsOf } from "./plan-allocations.ts";
import { lockStockLevels, lockStockRequestsOf, type StockRequest } from "./stock-levels.ts";

/** Units of an order line at a location. */
export interface LineUnits {
  readonly lineId: Id<"line">;
  readonly locationId: Id<"location">;
  readonly quantity: number;
}

/** With their line's stock request. */
export interface RequestedUnits extends LineUnits {
  readonly variantId: Id<"variant">;
  readonly request: StockRequest;
}

/**
 * Locks the stock requests of the units' orders and the stock levels of their variants. Where units arrive, locations
 * must be open and variants still tracked, and missing stock levels are created. Lines without a stock request (their
 * variant was not tracked) move nothing and are left out.
 */
export async function lockUnits(
  change: Change,
  lines: readonly LineUnits[],
  direction: "leaving" | "arriving",
): Promise<{ plan: Plan; units: RequestedUnits[] }> {
  const lineIds = lines.map(({ lineId }) => lineId);
  const requests = await lockStockRequestsOf(change, lineIds);
  const units = lines.flatMap((unit) => {
    const request = requests.find(({ lineId }) => lineId === unit.lineId);
    return request ? [{ ...unit, variantId: request.variantId, request }] : [];
  });
  if (direction === "arriving") {
    await pipelined(
      lockOpenLocations(change, [...new Set(units.map(({ locationId }) => locationId))]),
      openPlaces(change, units),
    );
  }
  return { units, plan: newPlan(await lockStockLevels(change, variantIdsOf(units), lineIds)) };
}
