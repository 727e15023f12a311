import type { InputOf } from "#core/contract/kit/operation";
import type * as stock from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { applyLevelChange, lockLevel } from "./change-level.ts";
import { planMovement } from "./plan.ts";
import { availableOn } from "./stock-levels.ts";

/** A correction up or down. Down only by available units: if allocated ones are gone, staff count the stock instead. */
export async function adjustStock(change: Change, input: InputOf<typeof stock.adjust>): Promise<stock.Changed> {
  const { id: variantId, locationId, quantity, expectedOnHand, reason } = input;
  const locked = await lockLevel(change, { variantId, locationId }, expectedOnHand);
  const available = availableOn(locked.level);
  if (available + quantity < 0) {
    const { onHand, reserved, committed } = locked.level;
    throw new Refusal("stock.allocated", { onHand, reserved, committed, available });
  }
  planMovement(locked.plan, { kind: locked.first ? "opening" : "adjust", variantId, locationId, quantity, reason });
  return await applyLevelChange(change, "stock.adjust", locked, { reason });
}
