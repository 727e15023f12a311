import type { Id } from "#core/contract/fields";
import type { AllocationKind } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import { keyOf, type Place } from "./ledger.ts";
import { stockRequests } from "./stock.table.ts";

/** A balance under our lock. The figures follow what a plan does, so that its next step sees them. */
export interface LockedLevel extends Place {
  readonly active: boolean;
  readonly priority: number;
  onHand: number;
  reserved: number;
  committed: number;
}

/** What an order line asks of stock, under our lock. */
export interface StockRequest {
  readonly lineId: Id<"line">;
  readonly orderId: Id<"order">;
  readonly orderNumber: string;
  readonly variantId: Id<"variant">;
  readonly placedAt: Date;
  readonly kind: AllocationKind;
  backordered: number;
}

/** Units at a location allocated to a line. */
export interface Held extends Place {
  readonly lineId: Id<"line">;
  quantity: number;
}

export interface LockedStock {
  readonly levels: LockedLevel[];
  readonly held: Held[];
  readonly variants: readonly {
    readonly id: Id<"variant">;
    readonly continueSelling: boolean;
    /** Some line waits for it. */
    readonly backordered: boolean;
  }[];
}

export const availableOn = ({ onHand, reserved, committed }: LockedLevel): number => onHand - reserved - committed;

/*
 * Locks are taken in one order everywhere: the order's row (the caller's), the stock requests by line, the locations where
 * units arrive, then the stock levels by variant and location. Who holds stock levels and wants a stock request may only try
 * (`skip locked`, `nowait`). Variants are held `for key share` by many at once, at any time before the stock levels:
 * only their removal and the end of their tracking wait for that, and those want none of the others.
 *
 * A balance is never locked alone but with those of its variant at every location, so whoever makes units available
 * or takes them takes turns, and both serve who waits already: confirmed orders first, the oldest first among each. Three
 * things are missed: a line whose order is at work while the units come; one that is made beside the first units that its
 * variant has at a location, whose balance was not there to be locked; and one whose order is confirmed between two
 * batches, and so comes before the place that the walk has reached. The last is served by its own confirmation, which
 * waits for the stock levels that the walk holds. The others wait beside free units until the next who wants them, or
 * the sweep, serves them.
 */

export const stockRequestRows = rowsOf(stockRequests);

/** Locks everything these orders ask of stock, so that a second call within the change finds nothing left to lock. */
export async function lockStockRequests(change: Change, orderIds: readonly Id<"order">[]): Promise<StockRequest[]> {
  const theirs = sql`where order_id = any(${sql.param(orderIds)})`;
  return await stockRequestRows(change.tx, sql`${theirs} order by line_id for update`);
}

/** The same, where only lines are known: those of the whole order are locked. Lines without stock to track are not there. */
export async function lockStockRequestsOf(change: Change, lineIds: readonly Id<"line">[]): Promise<StockRequest[]> {
  const orderIds = sql`select order_id from stock_requests where line_id = any(${sql.param(lineIds)})`;
  return await stockRequestRows(change.tx, sql`where order_id in (${orderIds}) order by line_id for update`);
}

/**
 * Locks the stock levels of these variants at every location, and reads what `lineIds` hold. Their stock requests are locked
 * already, so what they hold stands still; the stock levels are read as they are once the lock is ours.
 */
export async function lockStockLevels(
  change: Change,
  variantIds: readonly Id<"variant">[],
  lineIds: readonly Id<"line">[] = [],
): Promise<LockedStock> {
  const [locked] = await change.tx.execute<{
    levels: LockedLevel[];
    held: Held[];
    variants: LockedStock["variants"];
  }>(sql`
    with levels as materialized (
      select b.variant_id as "variantId", b.location_id as "locationId", b.on_hand as "onHand", b.reserved, b.committed,
        l.active, l.priority
      from stock_levels b join locations l on l.id = b.location_id
      where b.variant_id = any(${sql.param(variantIds)})
      order by b.variant_id, b.location_id
      for update of b
    ), held as (
      select line_id as "lineId", variant_id as "variantId", location_id as "locationId", quantity
      from allocations where line_id = any(${sql.param(lineIds)})
    ), flags as (
      select id, continue_selling as "continueSelling",
        exists (select from stock_requests r where r.variant_id = variants.id and r.backordered > 0) as "backordered"
      from variants where id = any(${sql.param(variantIds)})
    )
    select
      (select coalesce(json_agg(levels order by priority, "locationId"), '[]') from levels) as levels,
      (select coalesce(json_agg(held), '[]') from held) as held,
      (select coalesce(json_agg(flags), '[]') from flags) as variants`);
  return locked ?? { levels: [], held: [], variants: [] };
}

/**
 * Makes the stock levels that are to receive their first stock, before any is locked.
 * @returns the places that had none until now, as `keyOf` names them.
 */
export async function makeStockLevels(change: Change, places: readonly Place[]): Promise<ReadonlySet<string>> {
  const rows = places.map(({ variantId, locationId }) => ({ variant_id: variantId, location_id: locationId }));
  const made = await change.tx.execute<{ variant_id: Id<"variant">; location_id: Id<"location"> }>(sql`
    insert into stock_levels (variant_id, location_id)
    select distinct p.variant_id, p.location_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(variant_id text, location_id text)
    order by p.variant_id, p.location_id
    on conflict do nothing
    returning variant_id, location_id`);
  return new Set(made.map((row) => keyOf({ variantId: row.variant_id, locationId: row.location_id })));
}

/** Takes back stock levels that this change has made and brought nothing to. */
export async function removeEmptyLevels(change: Change, places: readonly Place[]): Promise<void> {
  const rows = places.map(({ variantId, locationId }) => ({ variant_id: variantId, location_id: locationId }));
  await change.tx.execute(sql`
    delete from stock_levels b using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(variant_id text, location_id text)
    where b.variant_id = p.variant_id and b.location_id = p.location_id and b.on_hand = 0`);
}
