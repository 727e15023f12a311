import type { Change } from "#core/db/change";
import { carryOut, move, planOn } from "./plan.ts";
import { serveWaiting } from "./serve-waiting.ts";
import { lockDemandsOf, lockShelves, openLocations, openPlaces } from "./shelves.ts";
import type { LineUnits } from "./ship-units.ts";

/**
 * Returned goods go back on the shelf, and to whoever waits for them. `source` is the return. Lines without a demand
 * (their variant was not tracked) move nothing. The caller holds the order's row.
 */
export async function restockUnits(change: Change, units: readonly LineUnits[], source: string): Promise<void> {
  const places = await placesOf(change, units);
  if (places.length === 0) return;
  await openLocations(change, [...new Set(places.map(({ locationId }) => locationId))]);
  await openPlaces(change, places);
  const variantIds = places.map(({ variantId }) => variantId);
  const plan = planOn(await lockShelves(change, variantIds));
  for (const place of places) move(plan, { ...place, kind: "restock", source });
  await serveWaiting(change, plan, variantIds);
  await carryOut(change, plan);
}

/** Where each line's units belong; lines without a demand drop out. */
export async function placesOf(change: Change, units: readonly LineUnits[]) {
  const demands = await lockDemandsOf(
    change,
    units.map(({ lineId }) => lineId),
  );
  return units.flatMap((unit) => {
    const demand = demands.find(({ lineId }) => lineId === unit.lineId);
    return demand ? [{ ...unit, variantId: demand.variantId, orderId: demand.orderId }] : [];
  });
}
