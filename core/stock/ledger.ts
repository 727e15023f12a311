import type { Id } from "#core/contract/kit/fields";
import type { AllocationKind, MovementKind } from "#core/contract/stock";
import { type Change, type Writes, writeTogether } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";

/** A variant at a location: each has one stock level. */
export interface Place {
  readonly variantId: Id<"variant">;
  readonly locationId: Id<"location">;
}

export const keyOf = ({ variantId, locationId }: Place): string => `${variantId} ${locationId}`;

/** One step of one stock level. `quantity` is in units; adjustments, counts and a transfer's source may be negative. */
export interface Movement extends Place {
  readonly kind: MovementKind;
  readonly quantity: number;
  /** The kind of allocation that a release ends; for a restock, the kind that comes back with the units, if any. */
  readonly allocationKind?: AllocationKind;
  readonly orderId?: Id<"order">;
  /** The other end of a transfer. */
  readonly counterpartId?: Id<"location">;
  /** The record behind it: a transfer, a return, a parcel, an import. */
  readonly source?: string;
  readonly reason?: string;
}

interface Effect {
  readonly onHand: number;
  readonly reserved: number;
  readonly committed: number;
  /** The effect on the figure that `allocationKind` names. */
  readonly allocated: number;
}

const arrival = { onHand: 1, reserved: 0, committed: 0, allocated: 0 };

/** The effect of one unit of a movement on its stock level. */
const effects: Readonly<Record<MovementKind, Effect>> = {
  opening: arrival,
  receive: arrival,
  adjust: arrival,
  count: arrival,
  import: arrival,
  transfer: arrival,
  restock: { ...arrival, allocated: 1 },
  reserve: { onHand: 0, reserved: 1, committed: 0, allocated: 0 },
  commit: { onHand: 0, reserved: -1, committed: 1, allocated: 0 },
  release: { onHand: 0, reserved: 0, committed: 0, allocated: -1 },
  ship: { onHand: -1, reserved: 0, committed: -1, allocated: 0 },
};

/** The three deltas of a movement. */
export function effectOf({ kind, quantity, allocationKind }: Movement): Omit<Effect, "allocated"> {
  const { onHand, reserved, committed, allocated } = effects[kind];
  const change = {
    onHand: onHand * quantity,
    reserved: (reserved + (allocationKind === "reserved" ? allocated : 0)) * quantity,
    committed: (committed + (allocationKind === "committed" ? allocated : 0)) * quantity,
  };
  const movesNothing = change.onHand === 0 && change.reserved === 0 && change.committed === 0;
  if (movesNothing && kind !== "count") throw new Error(`a ${kind} must move something`);
  return change;
}

const entryOf = (movement: Movement, { onHand, reserved, committed }: ReturnType<typeof effectOf>) => ({
  id: newId("movement"),
  variant_id: movement.variantId,
  location_id: movement.locationId,
  kind: movement.kind,
  source: movement.source,
  on_hand: onHand,
  reserved,
  committed,
  order_id: movement.orderId,
  counterpart_id: movement.counterpartId,
  reason: movement.reason,
});

/** The first units of a place, possibly none, from an import. */
export interface Opening extends Place {
  readonly quantity: number;
  readonly source: string;
  readonly reason?: string;
}

/**
 * Creates stock levels with their first units, and enters these in the ledger: a level created empty and then moved
 * would be written twice, with its foreign keys checked both times.
 * @returns the places that had no level until now, by `keyOf`. Where there was one, nothing is moved.
 */
export async function openLevels(change: Change, openings: readonly Opening[]): Promise<ReadonlySet<string>> {
  if (openings.length === 0) return new Set();
  const entries = openings.map(({ variantId, locationId, quantity, source, reason }) => ({
    id: newId("movement"),
    variant_id: variantId,
    location_id: locationId,
    on_hand: quantity,
    source,
    reason,
  }));
  const { by } = change;
  const opened = await change.tx.execute<{ variant_id: Id<"variant">; location_id: Id<"location"> }>(sql`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(entries)}::json) as given(
        id text, variant_id text, location_id text, on_hand integer, source text, reason text)
    ), opened as (
      insert into stock_levels (variant_id, location_id, on_hand)
      select variant_id, location_id, on_hand from given order by variant_id, location_id
      on conflict do nothing
      returning variant_id, location_id
    ), entered as (
      insert into movements (
        id, change_id, at, actor_kind, actor_id, actor_name, variant_id, location_id, kind, source,
        on_hand_change, reserved_change, committed_change, on_hand, reserved, committed, reason)
      select id, ${change.id}, ${change.at.toISOString()}::timestamptz, ${by.kind}, ${by.id}, ${by.name},
        variant_id, location_id, 'import', source, on_hand, 0, 0, on_hand, 0, 0, reason
      from given join opened using (variant_id, location_id) where on_hand > 0
    )
    select variant_id, location_id from opened`);
  return new Set(opened.map((row) => keyOf({ variantId: row.variant_id, locationId: row.location_id })));
}

/**
 * Moves stock: the same numbers make the ledger's entries and the stock levels, so the two cannot disagree. The caller
 * holds the locks of the stock levels (`lockStockLevels`), which also fixed their order. Several movements of one level
 * are entered in the order given. The database finally refuses what is impossible, such as moving a level that does not
 * exist.
 */
export async function writeMovements(change: Change, movements: readonly Movement[]): Promise<void> {
  if (movements.length > 0) await writeTogether(change.tx, movementsOf(change, movements));
}

/** The same, to be sent with other writes. */
export function movementsOf(change: Change, movements: readonly Movement[]): Writes {
  const entries = movements.map((movement, n) => ({ n, ...entryOf(movement, effectOf(movement)) }));
  // The planner assumes a hundred rows for a recordset, and would read all levels for two of them; for an array, ten.
  const variantIds = [...new Set(movements.map(({ variantId }) => variantId))];
  const { by } = change;
  return {
    moved: sql`
      select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as moved(
        n integer, id text, variant_id text, location_id text, kind text, source text,
        on_hand integer, reserved integer, committed integer, order_id text, counterpart_id text, reason text)`,
    summed: sql`
      select variant_id, location_id,
        sum(on_hand)::integer as on_hand, sum(reserved)::integer as reserved, sum(committed)::integer as committed
      from moved group by variant_id, location_id`,
    after: sql`
      update stock_levels b set
        on_hand = b.on_hand + s.on_hand, reserved = b.reserved + s.reserved, committed = b.committed + s.committed
      from summed s where b.variant_id = any(${sql.param(variantIds)}) and b.variant_id = s.variant_id and b.location_id = s.location_id
      returning b.*`,
    // Joined to the left: an entry without a level has no figures, which the table refuses.
    entered: sql`
      insert into movements (
        id, change_id, at, actor_kind, actor_id, actor_name, variant_id, location_id, kind, source,
        on_hand_change, reserved_change, committed_change, on_hand, reserved, committed, order_id, counterpart_id, reason)
      select m.id, ${change.id}, ${change.at.toISOString()}::timestamptz, ${by.kind}, ${by.id}, ${by.name},
        m.variant_id, m.location_id, m.kind, m.source, m.on_hand, m.reserved, m.committed,
        a.on_hand - s.on_hand + sum(m.on_hand) over place,
        a.reserved - s.reserved + sum(m.reserved) over place,
        a.committed - s.committed + sum(m.committed) over place,
        m.order_id, m.counterpart_id, m.reason
      from moved m
        join summed s on s.variant_id = m.variant_id and s.location_id = m.location_id
        left join after a on a.variant_id = m.variant_id and a.location_id = m.location_id
      window place as (partition by m.variant_id, m.location_id order by m.n)`,
  };
}
