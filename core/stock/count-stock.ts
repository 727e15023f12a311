import { sql } from "drizzle-orm";
import type { InputOf } from "#core/contract/kit";
import type * as stock from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { codeOf } from "#core/db/error";
import { lockedShelf, settle } from "./change-shelf.ts";
import type { Place } from "./ledger.ts";
import { carryOut, changeWaiting, free, move, planOn } from "./plan.ts";
import type { Demand, Held } from "./shelves.ts";

/**
 * A stock-take: what was counted is what is there, and an entry is made even when nothing changes. When fewer are
 * there than are promised, the newest orders lose theirs and wait; what other locations have goes to them at once.
 */
export async function countStock(change: Change, input: InputOf<typeof stock.count>): Promise<stock.Changed> {
  const { id: variantId, locationId, quantity, expectedOnHand, reason } = input;
  const place = { variantId, locationId };
  await lockPromises(change, place, quantity);
  const locked = await lockedShelf(change, place, expectedOnHand);
  const { shelf, plan, first } = locked;
  let missing = shelf.reserved + shelf.committed - quantity;
  const displaced: stock.OrderUnits[] = [];
  for (const { demand, held } of missing > 0 ? await newestPromises(change, place) : []) {
    const lost = Math.min(held.quantity, missing);
    if (lost === 0) break;
    missing -= lost;
    plan.held.push(held);
    free(plan, demand, held, lost);
    changeWaiting(plan, demand, lost);
    const { orderId, orderNumber, lineId } = demand;
    displaced.push({ orderId, orderNumber, lineId, quantity: lost });
  }
  const difference = quantity - shelf.onHand;
  const kind = first && quantity > 0 ? "opening" : "count";
  move(plan, { kind, ...place, quantity: difference, ...(reason && { reason }) });
  if (displaced.length === 0) return await settle(change, "stock.count", locked, { reason });
  // Written first, so that those who lost stand in line with those who wait already.
  await carryOut(change, plan);
  const next = { ...locked, plan: planOn({ shelves: plan.shelves, held: plan.held }) };
  return await settle(change, "stock.count", next, { reason, displaced });
}

/**
 * Locks the lines that hold units here, before any balance, if it looks as if some will lose theirs. Reading the
 * balance without a lock is enough for a guess: `newestPromises` sees to what changes in between.
 */
async function lockPromises(change: Change, { variantId, locationId }: Place, quantity: number): Promise<void> {
  await change.tx.execute(sql`
    select from demands
    where line_id in (select line_id from allocations where variant_id = ${variantId} and location_id = ${locationId})
      and exists (
        select from balances where variant_id = ${variantId} and location_id = ${locationId}
          and reserved + committed > ${quantity})
    order by line_id for update`);
}

/** Who holds units here, the newest order first. */
async function newestPromises(change: Change, { variantId, locationId }: Place) {
  try {
    const rows = await change.tx.execute<{ demand: Omit<Demand, "placedAt"> & { placedAt: string }; held: Held }>(sql`
      select
        json_build_object('lineId', d.line_id, 'orderId', d.order_id, 'orderNumber', d.order_number,
          'variantId', d.variant_id, 'placedAt', d.placed_at, 'kind', d.kind, 'waiting', d.waiting) as demand,
        json_build_object('lineId', a.line_id, 'variantId', a.variant_id, 'locationId', a.location_id,
          'quantity', a.quantity) as held
      from allocations a join demands d on d.line_id = a.line_id
      where a.variant_id = ${variantId} and a.location_id = ${locationId}
      order by d.placed_at desc, d.line_id desc
      for update of d nowait`);
    return rows.map(({ demand, held }) => ({ held, demand: { ...demand, placedAt: new Date(demand.placedAt) } }));
  } catch (error) {
    // A promise made since `lockPromises`, already at work again: we hold balances, so we begin again rather than wait.
    if (codeOf(error) === "55P03") throw Object.assign(new Error("begin again", { cause: error }), { code: "40001" });
    throw error;
  }
}
