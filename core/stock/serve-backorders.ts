import type { Id } from "#core/contract/kit/fields";
import type { OrderUnits } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { chooseLocations } from "./choose-locations.ts";
import { allocateUpTo, backorderedOf, changeBackordered, type Plan } from "./plan.ts";
import { availableOn, type StockRequest, stockRequestRows } from "./stock-levels.ts";

/** How many lines are read at a time, as long as units and lines are left. */
const batch = 100;

/**
 * Plans to serve the lines backordered for these variants: confirmed orders before unpaid ones, the oldest first among
 * each. These are other orders' lines: a locked line is skipped rather than waited for, because we hold stock levels
 * that its change may need. The sweep serves it later.
 * @returns the lines served, with their quantities.
 */
export async function serveBackorders(
  change: Change,
  plan: Plan,
  variantIds: Iterable<Id<"variant">>,
): Promise<OrderUnits[]> {
  const backordered = new Set(variantIds);
  let last: StockRequest | undefined;
  const served: OrderUnits[] = [];
  for (;;) {
    const stocked = [...backordered].filter((variantId) => availableUnits(plan, variantId) > 0);
    if (stocked.length === 0) return served;
    const next = await nextBackorders(change, stocked, last);
    for (const request of next) {
      const backordered = backorderedOf(plan, request);
      const quantity = backordered > 0 ? serveLine(plan, request, backordered) : 0;
      if (quantity === 0) continue;
      changeBackordered(plan, request, -quantity);
      served.push({ orderId: request.orderId, orderNumber: request.orderNumber, lineId: request.lineId, quantity });
    }
    if (next.length < batch) return served;
    last = next.at(-1);
  }
}

/** The order's other lines are not known here: the line is served as if it were alone. */
function serveLine(plan: Plan, request: StockRequest, quantity: number): number {
  const { variantId } = request;
  const chosen = chooseLocations(plan.levels, [{ variantId, quantity }], new Set()).get(variantId);
  return allocateUpTo(plan, request, quantity, chosen ?? []);
}

function availableUnits(plan: Plan, variantId: Id<"variant">): number {
  const levels = plan.levels.filter((level) => level.variantId === variantId && level.active);
  return levels.reduce((sum, level) => sum + availableOn(level), 0);
}

/** "committed" sorts before "reserved", as in the index. */
export const servingOrder = sql`kind, placed_at, line_id`;

const nextBackorders = (
  change: Change,
  variantIds: string[],
  after: StockRequest | undefined,
): Promise<StockRequest[]> =>
  stockRequestRows(
    change.tx,
    sql`where variant_id = any(${sql.param(variantIds)}) and backordered > 0
      and (${servingOrder}) >
        (${after?.kind ?? ""}, ${after?.placedAt.toISOString() ?? "-infinity"}::timestamptz, ${after?.lineId ?? ""})
    order by ${servingOrder} limit ${sql.raw(String(batch))} for update skip locked`,
  );
