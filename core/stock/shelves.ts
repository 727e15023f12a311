import { sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { Promised } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { rowsOf } from "#core/db/rows-of";
import { Refusal } from "#core/refusal";
import type { Place } from "./ledger.ts";
import { demands } from "./stock.table.ts";

/** A balance under our lock. The figures follow what a plan does, so that its next step sees them. */
export interface Shelf extends Place {
  readonly active: boolean;
  readonly priority: number;
  onHand: number;
  reserved: number;
  committed: number;
}

/** What an order line asks of stock, under our lock. */
export interface Demand {
  readonly lineId: Id<"line">;
  readonly orderId: Id<"order">;
  readonly orderNumber: string;
  readonly variantId: Id<"variant">;
  readonly placedAt: Date;
  readonly kind: Promised;
  waiting: number;
}

/** Units at a location promised to a line. */
export interface Held extends Place {
  readonly lineId: Id<"line">;
  quantity: number;
}

export interface Shelves {
  readonly shelves: Shelf[];
  readonly held: Held[];
  readonly variants: readonly {
    readonly id: Id<"variant">;
    readonly continueSelling: boolean;
    /** Some line waits for it. */
    readonly waitedFor: boolean;
  }[];
}

export const availableOn = ({ onHand, reserved, committed }: Shelf): number => onHand - reserved - committed;

/*
 * Locks are taken in one order everywhere: the order's row (the caller's), the demands by line, the locations where
 * units arrive, then the balances by variant and location. Who holds balances and wants a demand may only try
 * (`skip locked`, `nowait`). Variants are held `for key share` by many at once, at any time before the balances:
 * only their removal and the end of their tracking wait for that, and those want none of the others.
 *
 * A balance is never locked alone but with those of its variant at every location, so whoever makes units available
 * or takes them takes turns, and both serve who waits already, the oldest order first. Two things are missed: a line
 * whose order is at work while the units come, and one that is made beside the first units that its variant has at a
 * location, whose balance was not there to be locked. Such a line waits beside free units until the next who wants
 * them, or the sweep, serves it.
 */

export const demandRows = rowsOf(demands);

/** Locks everything an order asks of stock, so that a second call within the change finds nothing left to lock. */
export async function lockDemands(change: Change, orderId: Id<"order">): Promise<Demand[]> {
  return await demandRows(change.tx, sql`where order_id = ${orderId} order by line_id for update`);
}

/** The same, where only lines are known: those of the whole order are locked. Lines without stock to track are not there. */
export async function lockDemandsOf(change: Change, lineIds: readonly Id<"line">[]): Promise<Demand[]> {
  const orderIds = sql`select order_id from demands where line_id = any(${sql.param(lineIds)})`;
  return await demandRows(change.tx, sql`where order_id in (${orderIds}) order by line_id for update`);
}

/**
 * Locks the balances of these variants at every location, and reads what `lineIds` hold. Their demands are locked
 * already, so what they hold stands still; the balances are read as they are once the lock is ours.
 */
export async function lockShelves(
  change: Change,
  variantIds: readonly Id<"variant">[],
  lineIds: readonly Id<"line">[] = [],
): Promise<Shelves> {
  const [locked] = await change.tx.execute<{ shelves: Shelf[]; held: Held[]; variants: Shelves["variants"] }>(sql`
    with shelves as materialized (
      select b.variant_id as "variantId", b.location_id as "locationId", b.on_hand as "onHand", b.reserved, b.committed,
        l.active, l.priority
      from balances b join locations l on l.id = b.location_id
      where b.variant_id = any(${sql.param(variantIds)})
      order by b.variant_id, b.location_id
      for update of b
    ), held as (
      select line_id as "lineId", variant_id as "variantId", location_id as "locationId", quantity
      from allocations where line_id = any(${sql.param(lineIds)})
    ), flags as (
      select id, continue_selling as "continueSelling",
        exists (select from demands d where d.variant_id = variants.id and d.waiting > 0) as "waitedFor"
      from variants where id = any(${sql.param(variantIds)})
    )
    select
      (select coalesce(json_agg(shelves order by priority, "locationId"), '[]') from shelves) as shelves,
      (select coalesce(json_agg(held), '[]') from held) as held,
      (select coalesce(json_agg(flags), '[]') from flags) as variants`);
  return locked ?? { shelves: [], held: [], variants: [] };
}

/**
 * Makes the balances that are to receive their first stock, before any is locked.
 * @returns the places that had none until now, as `keyOf` names them.
 */
export async function makeBalances(change: Change, places: readonly Place[]): Promise<ReadonlySet<string>> {
  const rows = places.map(({ variantId, locationId }) => ({ variant_id: variantId, location_id: locationId }));
  const made = await change.tx.execute<{ variant_id: Id<"variant">; location_id: Id<"location"> }>(sql`
    insert into balances (variant_id, location_id)
    select distinct p.variant_id, p.location_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(variant_id text, location_id text)
    order by p.variant_id, p.location_id
    on conflict do nothing
    returning variant_id, location_id`);
  return new Set(made.map((row) => keyOf({ variantId: row.variant_id, locationId: row.location_id })));
}

export const keyOf = ({ variantId, locationId }: Place): string => `${variantId} ${locationId}`;

/**
 * Keeps locations as they are until the change ends, and refuses those that are not there or are closed: a closed
 * location holds nothing, and nothing may arrive there while it is being closed.
 */
export async function lockOpenLocations(change: Change, locationIds: readonly Id<"location">[]): Promise<void> {
  const found = await change.tx.execute<{ id: Id<"location">; open: boolean }>(sql`
    select id, active and archived_at is null as open from locations
    where id = any(${sql.param(locationIds)}) order by id for share`);
  const unknown = locationIds.filter((locationId) => !found.some(({ id }) => id === locationId));
  if (unknown.length > 0) throw new Refusal("location.unknown", { locationIds: unknown });
  const closed = found.filter(({ open }) => !open).map(({ id }) => id);
  if (closed.length > 0) throw new Refusal("location.closed", { locationIds: closed });
}
