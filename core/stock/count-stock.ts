import type { InputOf } from "#core/contract/kit/operation";
import type * as stock from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { codeOf, LostRace } from "#core/db/error";
import { applyLevelChange, lockLevel } from "./change-level.ts";
import type { Place } from "./ledger.ts";
import { applyPlan, changeBackordered, deallocate, newPlan, planMovement } from "./plan.ts";
import type { LockedAllocation, StockRequest } from "./stock-levels.ts";

/**
 * A stock count: the count is the truth, and is entered even if nothing changes. If it is below what is allocated, the
 * newest orders lose their units and are backordered, but get units from other locations at once.
 */
export async function countStock(change: Change, input: InputOf<typeof stock.count>): Promise<stock.Changed> {
  const { id: variantId, locationId, quantity, expectedOnHand, reason } = input;
  const place = { variantId, locationId };
  await lockAllocations(change, place, quantity);
  const locked = await lockLevel(change, place, expectedOnHand);
  const { level, plan, first } = locked;
  let missing = level.reserved + level.committed - quantity;
  const displaced: stock.OrderUnits[] = [];
  for (const { request, allocation } of missing > 0 ? await newestAllocations(change, place) : []) {
    const lost = Math.min(allocation.quantity, missing);
    if (lost === 0) break;
    missing -= lost;
    plan.allocations.push(allocation);
    deallocate(plan, request, allocation, lost);
    changeBackordered(plan, request, lost);
    const { orderId, orderNumber, lineId } = request;
    displaced.push({ orderId, orderNumber, lineId, quantity: lost });
  }
  const difference = quantity - level.onHand;
  const kind = first && quantity > 0 ? "opening" : "count";
  planMovement(plan, { kind, ...place, quantity: difference, ...(reason && { reason }) });
  if (displaced.length === 0) return await applyLevelChange(change, "stock.count", locked, { reason });
  // Written first, so that lines that lost units queue with those already backordered.
  await applyPlan(change, plan);
  const next = { ...locked, plan: newPlan({ levels: plan.levels, allocations: plan.allocations }) };
  return await applyLevelChange(change, "stock.count", next, { reason, displaced });
}

/**
 * Locks the lines that hold units here, before any stock level, if some will probably lose theirs. An unlocked read is
 * enough to guess that: `newestAllocations` handles changes in between.
 */
async function lockAllocations(change: Change, { variantId, locationId }: Place, quantity: number): Promise<void> {
  await change.tx.execute(sql`
    select from stock_requests
    where line_id = any(array(
      select line_id from allocations where variant_id = ${variantId} and location_id = ${locationId}))
      and exists (
        select from stock_levels where variant_id = ${variantId} and location_id = ${locationId}
          and reserved + committed > ${quantity})
    order by line_id for update`);
}

/** The allocations here, the newest order first. */
async function newestAllocations(change: Change, { variantId, locationId }: Place) {
  try {
    const rows = await change.tx.execute<{
      request: Omit<StockRequest, "placedAt"> & { placedAt: string };
      allocation: LockedAllocation;
    }>(sql`
      select
        json_build_object('lineId', r.line_id, 'orderId', r.order_id, 'orderNumber', r.order_number,
          'variantId', r.variant_id, 'placedAt', r.placed_at, 'kind', r.kind, 'backordered', r.backordered) as request,
        json_build_object('lineId', a.line_id, 'variantId', a.variant_id, 'locationId', a.location_id,
          'quantity', a.quantity) as allocation
      from allocations a join stock_requests r on r.line_id = a.line_id
      where a.variant_id = ${variantId} and a.location_id = ${locationId}
      order by r.placed_at desc, r.line_id desc
      for update of r nowait`);
    return rows.map(({ request, allocation }) => ({
      allocation,
      request: { ...request, placedAt: new Date(request.placedAt) },
    }));
  } catch (error) {
    // An allocation made since `lockAllocations` is locked: as we hold stock levels, we start again rather than wait.
    if (codeOf(error) === "55P03") throw new LostRace("an allocation was made meanwhile", { cause: error });
    throw error;
  }
}
