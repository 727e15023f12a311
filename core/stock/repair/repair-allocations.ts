import type { Change } from "#core/db/change";
import { applyPlan, changeBackordered, newPlan, unitsOf } from "#core/stock/plan";
import {
  lineIdsOf,
  newRequest,
  type OrderReference,
  releaseLine,
  variantIdsOf,
  type Wanted,
} from "#core/stock/plan-allocations";
import { lockStockLevels, lockStockRequests } from "#core/stock/stock-levels";

/**
 * Makes an order's lines have exactly the wanted units, allocated or backordered, whatever they have now; lines not
 * named have none afterwards. Missing units are backordered, because older backorders come first; excess units go back
 * to stock, through the ledger. The caller has locked the order's row.
 */
export async function repairAllocations(
  change: Change,
  order: OrderReference,
  wanted: readonly Wanted[],
): Promise<void> {
  const own = await lockStockRequests(change, [order.orderId]);
  const plan = newPlan(await lockStockLevels(change, variantIdsOf([...own, ...wanted]), lineIdsOf(own)));
  for (const request of own) {
    const { lineId, variantId } = request;
    const has = unitsOf(plan, request);
    const needs = wanted.find((line) => line.lineId === lineId && line.variantId === variantId)?.quantity ?? 0;
    if (has > needs) releaseLine(plan, own, { lineId, quantity: has - needs });
    if (has < needs) changeBackordered(plan, request, needs - has);
  }
  for (const line of wanted.filter(({ lineId }) => !own.some((request) => request.lineId === lineId))) {
    if (line.quantity > 0) changeBackordered(plan, newRequest(plan, order, line), line.quantity);
  }
  await applyPlan(change, plan);
}
