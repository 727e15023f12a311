import type { InputOf } from "#core/contract/kit/operation";
import type * as stock from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { applyLevelChange, lockLevel } from "./change-level.ts";
import { planMovement } from "./plan.ts";

/** Receives goods. A variant's first units at a location are entered as its opening stock. */
export async function receiveStock(change: Change, input: InputOf<typeof stock.receive>): Promise<stock.Changed> {
  const { id: variantId, locationId, quantity, expectedOnHand, reason } = input;
  const locked = await lockLevel(change, { variantId, locationId }, expectedOnHand);
  const kind = locked.first ? "opening" : "receive";
  planMovement(locked.plan, { kind, variantId, locationId, quantity, ...(reason && { reason }) });
  return await applyLevelChange(change, "stock.receive", locked, { reason });
}
