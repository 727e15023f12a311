import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { type LineUnits, lockUnits } from "./line-units.ts";
import { levelAt, type Plan, planMovement } from "./plan.ts";
import { availableOn } from "./stock-levels.ts";

/**
 * Plans that a return is withdrawn: its units leave stock again, as an adjustment. Refused if they are gone: units that are
 * allocated elsewhere by now are not taken back.
 */
export async function planWithdrawal(change: Change, lines: readonly LineUnits[], source: string): Promise<Plan> {
  const { plan, units } = await lockUnits(change, lines, "leaving");
  const gone = [];
  for (const unit of units) {
    const { lineId, variantId, locationId, quantity, request } = unit;
    const level = levelAt(plan, unit);
    const available = level ? availableOn(level) : 0;
    if (available < quantity) {
      gone.push({ lineId, locationId, wanted: quantity, available });
      continue;
    }
    const step = { variantId, locationId, orderId: request.orderId, quantity: -quantity, source };
    planMovement(plan, { ...step, kind: "adjust", reason: "Return withdrawn" });
  }
  if (gone.length > 0) throw new Refusal("stock.gone", { lines: gone });
  return plan;
}
