import type { Change } from "#core/db/change";
import { type LineUnits, lockUnits } from "./line-units.ts";
import { type Plan, planMovement } from "./plan.ts";
import { variantIdsOf } from "./plan-allocations.ts";
import { serveBackorders } from "./serve-backorders.ts";

/**
 * Plans that returned goods are back in stock, and serves backorders. `source`: the return. The caller holds the order's
 * row.
 */
export async function planRestock(change: Change, lines: readonly LineUnits[], source: string): Promise<Plan> {
  const { plan, units } = await lockUnits(change, lines, "arriving");
  for (const { variantId, locationId, quantity, request } of units) {
    planMovement(plan, { variantId, locationId, orderId: request.orderId, quantity, kind: "restock", source });
  }
  await serveBackorders(change, plan, variantIdsOf(units));
  return plan;
}
