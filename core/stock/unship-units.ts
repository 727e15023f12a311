import type { Change } from "#core/db/change";
import { type LineUnits, lockUnits } from "./line-units.ts";
import { applyPlan, changeAllocation, planMovement } from "./plan.ts";

/** Undoes a parcel: its units are in stock again, and allocated to their lines. */
export async function unshipUnits(change: Change, lines: readonly LineUnits[], source?: string): Promise<void> {
  const { plan, units } = await lockUnits(change, lines, "arriving");
  for (const { variantId, locationId, quantity, request } of units) {
    const { orderId, kind } = request;
    const step = { variantId, locationId, orderId, quantity, ...(source && { source }) };
    planMovement(plan, { ...step, kind: "restock", allocationKind: kind });
    changeAllocation(plan, request, locationId, quantity);
  }
  await applyPlan(change, plan);
}
