import type { Change } from "#core/db/change";
import { type LineUnits, lockUnits } from "./line-units.ts";
import { changeAllocation, type Plan, planMovement } from "./plan.ts";

/** Plans that a parcel did not leave: its units are in stock again, and allocated to their lines. */
export async function planUnshipping(change: Change, lines: readonly LineUnits[], source?: string): Promise<Plan> {
  const { plan, units } = await lockUnits(change, lines, "arriving");
  for (const { variantId, locationId, quantity, request } of units) {
    const { orderId, kind } = request;
    const step = { variantId, locationId, orderId, quantity, ...(source && { source }) };
    planMovement(plan, { ...step, kind: "restock", allocationKind: kind });
    changeAllocation(plan, request, locationId, quantity);
  }
  return plan;
}
