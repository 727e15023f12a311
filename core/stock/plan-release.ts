import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { emptyPlan, newPlan, type Plan, unitsOf } from "./plan.ts";
import { lineIdsOf, releaseLine, variantIdsOf } from "./plan-allocations.ts";
import { serveBackorders } from "./serve-backorders.ts";
import { lockStockLevels, lockStockRequests } from "./stock-levels.ts";

/**
 * Plans to release everything that these orders have allocated or backordered, under one set of locks for any number of
 * orders. Released units go to other backordered lines, in serving order. The caller has locked the orders' rows.
 */
export async function planRelease(change: Change, orderIds: readonly Id<"order">[]): Promise<Plan> {
  const own = await lockStockRequests(change, orderIds);
  if (own.length === 0) return emptyPlan();
  const plan = newPlan(await lockStockLevels(change, variantIdsOf(own), lineIdsOf(own)));
  for (const request of own) releaseLine(plan, own, { lineId: request.lineId, quantity: unitsOf(plan, request) });
  await serveBackorders(change, plan, variantIdsOf(own));
  return plan;
}
