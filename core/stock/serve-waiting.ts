import { sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { OrderUnits } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { changeWaiting, type Plan, take, waitingOf } from "./plan.ts";
import { availableOn, type Demand, demandRows } from "./shelves.ts";

/** How many lines are looked at in one go; there is another go while units and lines are left. */
const batch = 100;

/**
 * Plans to serve the lines that wait for these variants, the oldest order first. Their orders are other people's:
 * a line that is being worked on is passed over rather than waited for, since we hold balances that its owner may
 * want. The sweep comes by for it.
 * @returns who got how many.
 */
export async function serveWaiting(
  change: Change,
  plan: Plan,
  variantIds: Iterable<Id<"variant">>,
): Promise<OrderUnits[]> {
  const waitedFor = new Set(variantIds);
  let last: Demand | undefined;
  const served: OrderUnits[] = [];
  for (;;) {
    const stocked = [...waitedFor].filter((variantId) => spareOf(plan, variantId) > 0);
    if (stocked.length === 0) return served;
    const oldest = await oldestWaiting(change, stocked, last);
    for (const demand of oldest) {
      const waiting = waitingOf(plan, demand);
      const quantity = waiting > 0 ? take(plan, demand, waiting) : 0;
      if (quantity === 0) continue;
      changeWaiting(plan, demand, -quantity);
      served.push({ orderId: demand.orderId, orderNumber: demand.orderNumber, lineId: demand.lineId, quantity });
    }
    if (oldest.length < batch) return served;
    last = oldest.at(-1);
  }
}

function spareOf(plan: Plan, variantId: Id<"variant">): number {
  const shelves = plan.shelves.filter((shelf) => shelf.variantId === variantId && shelf.active);
  return shelves.reduce((sum, shelf) => sum + availableOn(shelf), 0);
}

const oldestWaiting = (change: Change, variantIds: string[], after: Demand | undefined): Promise<Demand[]> =>
  demandRows(
    change.tx,
    sql`where variant_id = any(${sql.param(variantIds)}) and waiting > 0
      and (placed_at, line_id) > (${after?.placedAt.toISOString() ?? "-infinity"}::timestamptz, ${after?.lineId ?? ""})
    order by placed_at, line_id limit ${sql.raw(String(batch))} for update skip locked`,
  );
