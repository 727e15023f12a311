import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { lineIdsOf, releaseLine, variantIdsOf } from "./edit-allocations.ts";
import { applyPlan, planOn, unitsOf } from "./plan.ts";
import { serveBackorders } from "./serve-backorders.ts";
import { lockStockLevels, lockStockRequests } from "./stock-levels.ts";

/**
 * Releases everything that these orders have allocated or backordered, under one set of locks however many there are.
 * What became available goes to other backordered lines, in the order in which they are served. The caller holds the orders' rows.
 */
export async function releaseOrders(change: Change, orderIds: readonly Id<"order">[]): Promise<void> {
  const own = await lockStockRequests(change, orderIds);
  if (own.length === 0) return;
  const plan = planOn(await lockStockLevels(change, variantIdsOf(own), lineIdsOf(own)));
  for (const request of own) releaseLine(plan, own, { lineId: request.lineId, quantity: unitsOf(plan, request) });
  await serveBackorders(change, plan, variantIdsOf(own));
  await applyPlan(change, plan);
}
