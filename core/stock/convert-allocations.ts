import { sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { AllocationKind } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import type { Movement } from "./ledger.ts";
import { applyPlan, move, planOn } from "./plan.ts";
import { serveBackorders } from "./serve-backorders.ts";
import { stockRequests } from "./stock.table.ts";
import { lockStockLevels, lockStockRequests } from "./stock-levels.ts";

/** One unit of an allocation as it turns; the place and the quantity are those of what is held. */
export type Step = Pick<Movement, "kind" | "allocationKind">;

/**
 * Turns all that these orders are allocated to the other kind, under one set of locks however many there are. Does nothing
 * to what is of that kind already.
 */
export async function convertAllocations(
  change: Change,
  orderIds: readonly Id<"order">[],
  kind: AllocationKind,
  steps: readonly Step[],
): Promise<void> {
  const before = (await lockStockRequests(change, orderIds)).filter((request) => request.kind !== kind);
  if (before.length === 0) return;
  const variantIds = before.map(({ variantId }) => variantId);
  const lineIds = before.map(({ lineId }) => lineId);
  const orderOf = new Map(before.map(({ lineId, orderId }) => [lineId, orderId]));
  const plan = planOn(await lockStockLevels(change, variantIds, lineIds));
  await change.tx
    .update(stockRequests)
    .set({ kind })
    .where(sql`${stockRequests.orderId} = any(${sql.param([...new Set(orderOf.values())])})`);
  for (const { lineId, variantId, locationId, quantity } of plan.held) {
    const orderId = orderOf.get(lineId);
    if (!orderId) continue;
    for (const step of steps) move(plan, { variantId, locationId, orderId, quantity, ...step });
  }
  // Units may have come in while this order's lines were ours, and passed them over.
  const backordered = before.filter((request) => request.backordered > 0).map(({ variantId }) => variantId);
  await serveBackorders(change, plan, backordered);
  await applyPlan(change, plan);
}
