import { eq } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { Promised } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import type { Movement } from "./ledger.ts";
import { carryOut, move, planOn } from "./plan.ts";
import { serveWaiting } from "./serve-waiting.ts";
import { lockDemands, lockShelves } from "./shelves.ts";
import { demands } from "./stock.table.ts";

/** One unit of a promise as it turns; the place and the quantity are those of what is held. */
export type Step = Pick<Movement, "kind" | "promise">;

/** Turns all that an order is promised to the other kind. Does nothing to what is of that kind already. */
export async function turnPromises(
  change: Change,
  orderId: Id<"order">,
  kind: Promised,
  steps: readonly Step[],
): Promise<void> {
  const before = (await lockDemands(change, orderId)).filter((demand) => demand.kind !== kind);
  if (before.length === 0) return;
  const variantIds = before.map(({ variantId }) => variantId);
  const lineIds = before.map(({ lineId }) => lineId);
  const plan = planOn(await lockShelves(change, variantIds, lineIds));
  await change.tx.update(demands).set({ kind }).where(eq(demands.orderId, orderId));
  for (const { variantId, locationId, quantity } of plan.held) {
    for (const step of steps) move(plan, { variantId, locationId, orderId, quantity, ...step });
  }
  // Units may have come in while this order's lines were ours, and passed them over.
  const waiting = before.filter((demand) => demand.waiting > 0).map(({ variantId }) => variantId);
  await serveWaiting(change, plan, waiting);
  await carryOut(change, plan);
}
