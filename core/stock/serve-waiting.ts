import { sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { OrderUnits } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { type Plan, take, wait } from "./plan.ts";
import { availableOn, type Demand } from "./shelves.ts";

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
  const seen = new Set<string>();
  const served: OrderUnits[] = [];
  for (;;) {
    const stocked = [...waitedFor].filter((variantId) => spareOf(plan, variantId) > 0);
    if (stocked.length === 0) return served;
    const oldest = await oldestWaiting(change, stocked, [...seen]);
    for (const demand of oldest) {
      seen.add(demand.lineId);
      // What this very change has planned for the line already is not in the row yet.
      const waiting = demand.waiting + (plan.waiting.get(demand.lineId) ?? 0);
      const quantity = waiting > 0 ? take(plan, demand, waiting) : 0;
      if (quantity === 0) continue;
      wait(plan, demand, -quantity);
      served.push({ orderId: demand.orderId, orderNumber: demand.orderNumber, lineId: demand.lineId, quantity });
    }
    if (oldest.length < batch) return served;
  }
}

function spareOf(plan: Plan, variantId: Id<"variant">): number {
  const shelves = plan.shelves.filter((shelf) => shelf.variantId === variantId && shelf.active);
  return shelves.reduce((sum, shelf) => sum + availableOn(shelf), 0);
}

async function oldestWaiting(change: Change, variantIds: string[], seen: string[]): Promise<Demand[]> {
  const rows = await change.tx.execute<{ demand: Omit<Demand, "placedAt"> & { placedAt: string } }>(sql`
    select json_build_object('lineId', line_id, 'orderId', order_id, 'orderNumber', order_number,
      'variantId', variant_id, 'placedAt', placed_at, 'kind', kind, 'waiting', waiting) as demand
    from demands
    where variant_id = any(${sql.param(variantIds)}) and waiting > 0 and line_id <> all(${sql.param(seen)})
    order by placed_at, line_id limit ${batch} for update skip locked`);
  return rows.map(({ demand }) => ({ ...demand, placedAt: new Date(demand.placedAt) }));
}
