import type { Change } from "#core/db/change";
import { variantIdsOf } from "./edit-promises.ts";
import { type LineUnits, lockUnits } from "./line-units.ts";
import { carryOut, move } from "./plan.ts";
import { serveWaiting } from "./serve-waiting.ts";

/** Returned goods go back on the shelf, and to whoever waits for them. `source` is the return. The caller holds the order's row. */
export async function restockUnits(change: Change, named: readonly LineUnits[], source: string): Promise<void> {
  const { plan, units } = await lockUnits(change, named, "arriving");
  for (const { variantId, locationId, quantity, demand } of units) {
    move(plan, { variantId, locationId, orderId: demand.orderId, quantity, kind: "restock", source });
  }
  await serveWaiting(change, plan, variantIdsOf(units));
  await carryOut(change, plan);
}
