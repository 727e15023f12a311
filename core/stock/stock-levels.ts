import type { Id } from "#core/contract/kit/fields";
import type { AllocationKind } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { type SQL, sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import { keyOf, type Place } from "./ledger.ts";
import { stockRequests } from "./stock.table.ts";

/** A locked stock level. A plan's steps change its figures, so that the next step sees them. */
export interface LockedLevel extends Place {
  readonly active: boolean;
  readonly priority: number;
  onHand: number;
  reserved: number;
  committed: number;
}

/** An order line's request for stock, locked. */
export interface StockRequest {
  readonly lineId: Id<"line">;
  readonly orderId: Id<"order">;
  readonly orderNumber: string;
  readonly variantId: Id<"variant">;
  readonly placedAt: Date;
  readonly kind: AllocationKind;
  backordered: number;
}

/** Units allocated to a line at a location. */
export interface LockedAllocation extends Place {
  readonly lineId: Id<"line">;
  quantity: number;
}

export interface LockedStock {
  readonly levels: LockedLevel[];
  readonly allocations: LockedAllocation[];
  readonly variants: readonly {
    readonly id: Id<"variant">;
    readonly continueSelling: boolean;
    /** Some line waited for it before the locks were waited for: see `backorderedVariants`. */
    readonly backordered: boolean;
  }[];
}

export const availableOn = ({ onHand, reserved, committed }: LockedLevel): number => onHand - reserved - committed;

/*
 * Locks are taken in the same order everywhere: the order's row (by the caller), the stock requests by line, the
 * locations where units arrive, then the stock levels by variant and location. A change that holds stock levels may
 * only try to lock a stock request (`skip locked`, `nowait`). Variants are locked `for key share`, by many at once, at
 * any time before the stock levels: only removing them or ending their tracking waits for that, and needs no other
 * lock.
 *
 * A stock level is always locked together with its variant's levels at all other locations, so changes that add or take
 * units take turns, and all serve existing backorders: confirmed orders first, the oldest first among each. Three cases
 * are missed: a line whose order is locked when the units arrive; a line created at the same time as its variant's
 * first units at a location, when there was no stock level to lock; and a line whose order is confirmed between two
 * batches, and so comes before the point that the serving has reached. The last is served by its own confirmation,
 * which waits for the stock levels that the serving holds. The others wait, despite free units, until the next change
 * to the variant's stock or the sweep serves them.
 */

export const stockRequestRows = rowsOf(stockRequests);

/** Locks all stock requests of these orders, so that a second call within the change finds nothing left to lock. */
export const lockStockRequests = (change: Change, orderIds: readonly Id<"order">[]): Promise<StockRequest[]> =>
  lockRequestsOf(change, sql`${sql.param(orderIds)}`);

/** The same, where only lines are known: those of the whole order are locked. Untracked lines have none. */
export const lockStockRequestsOf = (change: Change, lineIds: readonly Id<"line">[]): Promise<StockRequest[]> =>
  lockRequestsOf(change, sql`array(select order_id from stock_requests where line_id = any(${sql.param(lineIds)}))`);

/** Their lines are looked up first: for rows of some orders in order of line, PostgreSQL reads those of all orders. */
async function lockRequestsOf(change: Change, orderIds: SQL): Promise<StockRequest[]> {
  const lineIds = sql`array(select line_id from stock_requests where order_id = any(${orderIds}))`;
  return await stockRequestRows(change.tx, sql`where line_id = any(${lineIds}) order by line_id for update`);
}

/**
 * Locks the stock levels of these variants at every location, and reads the allocations of `lineIds`. The lines' stock
 * requests are locked already, so their allocations cannot change; the stock levels are read once locked.
 */
export async function lockStockLevels(
  change: Change,
  variantIds: readonly Id<"variant">[],
  lineIds: readonly Id<"line">[] = [],
): Promise<LockedStock> {
  const [locked] = await change.tx.execute<{
    levels: LockedLevel[];
    allocations: LockedAllocation[];
    variants: LockedStock["variants"];
  }>(sql`
    with levels as materialized (
      select b.variant_id as "variantId", b.location_id as "locationId", b.on_hand as "onHand", b.reserved, b.committed,
        l.active, l.priority
      from stock_levels b join locations l on l.id = b.location_id
      where b.variant_id = any(${sql.param(variantIds)})
      order by b.variant_id, b.location_id
      for update of b
    ), allocated as (
      select line_id as "lineId", variant_id as "variantId", location_id as "locationId", quantity
      from allocations where line_id = any(${sql.param(lineIds)})
    ), flags as (
      select id, continue_selling as "continueSelling",
        exists (select from stock_requests r where r.variant_id = variants.id and r.backordered > 0) as "backordered"
      from variants where id = any(${sql.param(variantIds)})
    )
    select
      (select coalesce(json_agg(levels order by priority, "locationId"), '[]') from levels) as levels,
      (select coalesce(json_agg(allocated), '[]') from allocated) as allocations,
      (select coalesce(json_agg(flags), '[]') from flags) as variants`);
  return locked ?? { levels: [], allocations: [], variants: [] };
}

/**
 * Those of the variants that some line waits for. Sent after the locks of their stock levels, it sees the lines of
 * whoever held these before: a statement that waits for locks does not. An order can do without, because whoever leaves
 * a line waiting leaves no units.
 */
export const backorderedVariants = ({ tx }: Change, variantIds: readonly Id<"variant">[]) =>
  tx.execute<{ id: Id<"variant"> }>(sql`
    select distinct variant_id as id from stock_requests
    where variant_id = any(${sql.param(variantIds)}) and backordered > 0`);

/**
 * Creates missing stock levels that will receive their first stock, before any is locked.
 * @returns the places that had none until now, by `keyOf`.
 */
export async function ensureStockLevels(change: Change, places: readonly Place[]): Promise<ReadonlySet<string>> {
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

/** Removes stock levels that this change created but left empty. */
export async function removeEmptyLevels(change: Change, places: readonly Place[]): Promise<void> {
  const rows = places.map(({ variantId, locationId }) => ({ variant_id: variantId, location_id: locationId }));
  await change.tx.execute(sql`
    delete from stock_levels b using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(variant_id text, location_id text)
    where b.variant_id = p.variant_id and b.location_id = p.location_id and b.on_hand = 0`);
}
