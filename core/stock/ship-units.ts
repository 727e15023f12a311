import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { carryOut, hold, move, planOn } from "./plan.ts";
import { lockDemandsOf, lockShelves, openLocations } from "./shelves.ts";

/** Units of an order's line at a location. */
export interface LineUnits {
  readonly lineId: Id<"line">;
  readonly locationId: Id<"location">;
  readonly quantity: number;
}

/**
 * A parcel leaves: the units go from the shelf and from the promise together, so that it never matters how many
 * others are available. Refused when a line holds fewer there than are to ship. Lines without a demand (their variant
 * was not tracked) move nothing. The caller holds the order's row.
 */
export async function shipUnits(change: Change, units: readonly LineUnits[], source?: string): Promise<void> {
  const { plan, demands } = await lockedUnits(change, units, "leaving");
  for (const { lineId, locationId, quantity } of units) {
    const demand = demands.find((one) => one.lineId === lineId);
    if (!demand) continue;
    const held = plan.held.find((one) => one.lineId === lineId && one.locationId === locationId);
    const allocated = held?.quantity ?? 0;
    if (allocated < quantity)
      throw new Refusal("stock.notAllocated", { lineId, locationId, wanted: quantity, allocated });
    const { variantId, orderId, kind } = demand;
    const step = { variantId, locationId, orderId, quantity, ...(source && { source }) };
    // Cash at the door commits when the order is placed, so what ships was promised to a paid order, or as good as.
    if (kind === "reserved") throw new Error(`${lineId} ships before its order is confirmed`);
    move(plan, { ...step, kind: "ship" });
    hold(plan, demand, locationId, -quantity);
  }
  await carryOut(change, plan);
}

/** The demands of the units' orders and the balances of their variants, locked; where units arrive, at open locations. */
export async function lockedUnits(change: Change, units: readonly LineUnits[], way: "leaving" | "arriving") {
  const lineIds = units.map(({ lineId }) => lineId);
  const demands = await lockDemandsOf(change, lineIds);
  const tracked = units.filter(({ lineId }) => demands.some((demand) => demand.lineId === lineId));
  if (way === "arriving") await openLocations(change, [...new Set(tracked.map(({ locationId }) => locationId))]);
  const variantIds = demands.filter(({ lineId }) => lineIds.includes(lineId)).map(({ variantId }) => variantId);
  return { demands, plan: planOn(await lockShelves(change, variantIds, lineIds)) };
}
