import type { Change } from "#core/db/change";
import { type LineUnits, lockUnits } from "./line-units.ts";
import { carryOut, changeAllocation, move } from "./plan.ts";

/** A parcel is undone: its units are on the shelf again and still promised to their lines. */
export async function unshipUnits(change: Change, named: readonly LineUnits[], source?: string): Promise<void> {
  const { plan, units } = await lockUnits(change, named, "arriving");
  for (const { variantId, locationId, quantity, demand } of units) {
    const { orderId, kind } = demand;
    const step = { variantId, locationId, orderId, quantity, ...(source && { source }) };
    move(plan, { ...step, kind: "restock", promise: kind });
    changeAllocation(plan, demand, locationId, quantity);
  }
  await carryOut(change, plan);
}
