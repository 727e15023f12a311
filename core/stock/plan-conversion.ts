import type { Id } from "#core/contract/kit/fields";
import type { AllocationKind } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import type { Movement } from "./ledger.ts";
import { emptyPlan, newPlan, type Plan, planMovement } from "./plan.ts";
import { serveBackorders } from "./serve-backorders.ts";
import { stockRequests } from "./stock.table.ts";
import { lockStockLevels, lockStockRequests } from "./stock-levels.ts";

/** One step of an allocation's conversion; place and quantity are those of the allocation. */
export type Step = Pick<Movement, "kind" | "allocationKind">;

/**
 * Plans to convert all allocations of these orders to `kind`, under one set of locks for any number of orders;
 * allocations of that kind already stay as they are.
 */
export async function planConversion(
  change: Change,
  orderIds: readonly Id<"order">[],
  kind: AllocationKind,
  steps: readonly Step[],
): Promise<Plan> {
  const before = (await lockStockRequests(change, orderIds)).filter((request) => request.kind !== kind);
  if (before.length === 0) return emptyPlan();
  const variantIds = before.map(({ variantId }) => variantId);
  const lineIds = before.map(({ lineId }) => lineId);
  const orderOf = new Map(before.map(({ lineId, orderId }) => [lineId, orderId]));
  const [levels] = await pipelined(
    lockStockLevels(change, variantIds, lineIds),
    change.tx
      .update(stockRequests)
      .set({ kind })
      .where(sql`${stockRequests.orderId} = any(${sql.param([...new Set(orderOf.values())])})`),
  );
  const plan = newPlan(levels);
  for (const { lineId, variantId, locationId, quantity } of plan.allocations) {
    const orderId = orderOf.get(lineId);
    if (!orderId) continue;
    for (const step of steps) planMovement(plan, { variantId, locationId, orderId, quantity, ...step });
  }
  // Units may have arrived while we had these orders' lines locked, and so have skipped them.
  const backordered = before.filter((request) => request.backordered > 0).map(({ variantId }) => variantId);
  await serveBackorders(change, plan, backordered);
  return plan;
}
