import type { Id } from "#core/contract/fields";
import type { OrderUnits } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { chooseLocations } from "./choose-locations.ts";
import { backorderedOf, changeBackordered, type Plan, take } from "./plan.ts";
import { availableOn, type StockRequest, stockRequestRows } from "./stock-levels.ts";

/** How many lines are looked at in one go; there is another go while units and lines are left. */
const batch = 100;

/**
 * Plans to serve the lines that wait for these variants: confirmed orders before those that wait for their payment, the
 * oldest first among each. Their orders are other people's: a line that is being worked on is passed over rather than
 * waited for, since we hold stock levels that its owner may want. The sweep comes by for it.
 * @returns who got how many.
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
    const stocked = [...backordered].filter((variantId) => spareOf(plan, variantId) > 0);
    if (stocked.length === 0) return served;
    const next = await nextBackorders(change, stocked, last);
    for (const request of next) {
      const backordered = backorderedOf(plan, request);
      const quantity = backordered > 0 ? takeAlone(plan, request, backordered) : 0;
      if (quantity === 0) continue;
      changeBackordered(plan, request, -quantity);
      served.push({ orderId: request.orderId, orderNumber: request.orderNumber, lineId: request.lineId, quantity });
    }
    if (next.length < batch) return served;
    last = next.at(-1);
  }
}

/** Its order's other lines are not ours to know: it is served as if it were alone. */
function takeAlone(plan: Plan, request: StockRequest, quantity: number): number {
  const { variantId } = request;
  const chosen = chooseLocations(plan.levels, [{ variantId, quantity }], new Set()).get(variantId);
  return take(plan, request, quantity, chosen ?? []);
}

function spareOf(plan: Plan, variantId: Id<"variant">): number {
  const levels = plan.levels.filter((level) => level.variantId === variantId && level.active);
  return levels.reduce((sum, level) => sum + availableOn(level), 0);
}

/** "committed" sorts before "reserved", in the index as here. */
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
