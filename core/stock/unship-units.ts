import type { Change } from "#core/db/change";
import { carryOut, hold, move } from "./plan.ts";
import { type LineUnits, lockedUnits } from "./ship-units.ts";

/** A parcel is undone: its units are on the shelf again and still promised to their lines. */
export async function unshipUnits(change: Change, units: readonly LineUnits[], source?: string): Promise<void> {
  const { plan, demands } = await lockedUnits(change, units, "arriving");
  for (const { lineId, locationId, quantity } of units) {
    const demand = demands.find((one) => one.lineId === lineId);
    if (!demand) continue;
    const { variantId, orderId, kind } = demand;
    const step = { variantId, locationId, orderId, quantity, ...(source && { source }) };
    move(plan, { ...step, kind: "restock", promise: kind });
    hold(plan, demand, locationId, quantity);
  }
  await carryOut(change, plan);
}
