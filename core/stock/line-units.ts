/** Units that leave with a parcel or come back: what shipping, returning and undoing either have in common. */
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { variantIdsOf } from "./edit-promises.ts";
import { type Plan, planOn } from "./plan.ts";
import { type Demand, lockDemandsOf, lockOpenLocations, lockShelves, makeBalances } from "./shelves.ts";

/** Units of an order's line at a location. */
export interface LineUnits {
  readonly lineId: Id<"line">;
  readonly locationId: Id<"location">;
  readonly quantity: number;
}

/** With what their line asks of stock. */
export interface DemandedUnits extends LineUnits {
  readonly variantId: Id<"variant">;
  readonly demand: Demand;
}

/**
 * The demands of the units' orders and the balances of their variants, locked; where units arrive, at open locations
 * and with a balance for each. Lines without a demand (their variant was not tracked) move nothing: they drop out.
 */
export async function lockUnits(
  change: Change,
  named: readonly LineUnits[],
  way: "leaving" | "arriving",
): Promise<{ plan: Plan; units: DemandedUnits[] }> {
  const lineIds = named.map(({ lineId }) => lineId);
  const demands = await lockDemandsOf(change, lineIds);
  const units = named.flatMap((unit) => {
    const demand = demands.find(({ lineId }) => lineId === unit.lineId);
    return demand ? [{ ...unit, variantId: demand.variantId, demand }] : [];
  });
  if (way === "arriving") {
    await lockOpenLocations(change, [...new Set(units.map(({ locationId }) => locationId))]);
    await makeBalances(change, units);
  }
  return { units, plan: planOn(await lockShelves(change, variantIdsOf(units), lineIds)) };
}
