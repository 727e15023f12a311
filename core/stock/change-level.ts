/** What receiving, adjusting and counting have in common: stock levels, and the orders affected by their change. */

import { type Action, audit, type Difference } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { Changed, OrderUnits, StockLevel } from "#core/contract/stock";
import { type Change, writeLast } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { lockOpenLocations } from "#core/location/lock-location";
import { Refusal } from "#core/refusal";
import { keyOf, type Place } from "./ledger.ts";
import { levelAt, newPlan, type Plan, writesOf } from "./plan.ts";
import { serveBackorders } from "./serve-backorders.ts";
import { availableOn, type LockedLevel, lockStockLevels } from "./stock-levels.ts";

export interface LevelChange {
  readonly plan: Plan;
  readonly level: LockedLevel;
  readonly before: Readonly<Record<string, unknown>>;
  /** The variant has never had a unit at this location: what arrives is its opening stock. */
  readonly first: boolean;
}

/**
 * Refuses the change unless all variants exist and their stock is tracked, and creates their missing stock levels at
 * these places. Both stay true until it ends: no variant can be deleted, or its tracking be turned off.
 * @returns the places that had no level until now, by `keyOf`.
 */
export async function openPlaces(change: Change, places: readonly Place[]): Promise<ReadonlySet<string>> {
  const variantIds = [...new Set(places.map(({ variantId }) => variantId))];
  const [found] = await change.tx.execute<{
    variants: readonly { readonly id: Id<"variant">; readonly tracked: boolean }[];
    opened: readonly Place[];
  }>(sql`
    with known as materialized (
      select id, track_stock as tracked from variants
      where id = any(${sql.param(variantIds)}) order by id for key share
    ), opened as (
      insert into stock_levels (variant_id, location_id)
      select distinct p."variantId", p."locationId"
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p("variantId" text, "locationId" text)
      join known on known.id = p."variantId"
      order by p."variantId", p."locationId"
      on conflict do nothing
      returning variant_id as "variantId", location_id as "locationId"
    )
    select
      (select coalesce(json_agg(known), '[]') from known) as variants,
      (select coalesce(json_agg(opened), '[]') from opened) as opened`);
  const { variants = [], opened = [] } = found ?? {};
  const unknown = variantIds.filter((variantId) => !variants.some(({ id }) => id === variantId));
  if (unknown.length > 0) throw new Refusal("variant.unknown", { variantIds: unknown });
  const untracked = variants.filter(({ tracked }) => !tracked).map(({ id }) => id);
  if (untracked.length > 0) throw new Refusal("stock.untracked", { variantIds: untracked });
  return new Set(opened.map(keyOf));
}

/**
 * The stock level, locked, at an open location; created if the variant was never there.
 * @throws Refusal `stock.counted` if it does not hold what the caller expects.
 */
export async function lockLevel(
  change: Change,
  place: Place,
  expectedOnHand: number | undefined,
): Promise<LevelChange> {
  const {
    changes: [locked],
  } = await lockLevels(change, [place]);
  if (!locked) throw new Error(`${keyOf(place)} is not locked`);
  const { onHand } = locked.level;
  if (expectedOnHand !== undefined && expectedOnHand !== onHand) {
    throw new Refusal("stock.counted", { expectedOnHand, onHand });
  }
  return locked;
}

/** The same for several different places, in their order, with one plan for all. */
export async function lockLevels(
  change: Change,
  places: readonly Place[],
): Promise<{ plan: Plan; changes: LevelChange[] }> {
  // In locking order; the caller gets the first refusal.
  const [, created, levels] = await pipelined(
    lockOpenLocations(change, [...new Set(places.map(({ locationId }) => locationId))]),
    openPlaces(change, places),
    lockStockLevels(change, [...new Set(places.map(({ variantId }) => variantId))]),
  );
  const plan = newPlan(levels);
  const locked = places.map((place) => {
    const level = levelAt(plan, place);
    if (!level) throw new Error(`${keyOf(place)} was created and does not exist`);
    return level;
  });
  const neverHeld = await thoseNeverHeld(
    change,
    locked.filter((level) => level.onHand === 0 && !created.has(keyOf(level))),
  );
  const changes = locked.map((level) => {
    const first = created.has(keyOf(level)) || neverHeld.has(keyOf(level));
    return { plan, level, before: figuresOf(level), first };
  });
  return { plan, changes };
}

/** The places, by `keyOf`, that never had a unit. Once counted as empty, they have a stock level and entries too. */
async function thoseNeverHeld(change: Change, places: readonly Place[]): Promise<ReadonlySet<string>> {
  if (places.length === 0) return new Set();
  const given = places.map(({ variantId, locationId }) => ({ variantId, locationId }));
  // With `limit`, each place reads its own entries along the index, never the whole ledger.
  const found = await change.tx.execute<{ variantId: Id<"variant">; locationId: Id<"location"> }>(sql`
    select p."variantId", p."locationId"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as p("variantId" text, "locationId" text)
    left join lateral (
      select true as held from movements
      where variant_id = p."variantId" and location_id = p."locationId" and on_hand_change <> 0 limit 1
    ) entries on true
    where held is null`);
  return new Set(found.map(keyOf));
}

/**
 * Serves backordered lines, has the plan and its audit entries written last, and returns the new stock level. Once per
 * change: nothing in it reads this stock again.
 */
export async function applyLevelChange(
  change: Change,
  action: Action,
  locked: LevelChange,
  { reason, displaced = [] }: { reason?: string | undefined; displaced?: readonly OrderUnits[] },
): Promise<Changed> {
  const { variantId, locationId } = locked.level;
  const served = await serveBackorders(change, locked.plan, [variantId]);
  writeLast(change, writesOf(change, locked.plan));
  audit(change, action, variantId, differenceIn(locked, { reason, displaced, served }));
  for (const orderId of new Set(displaced.map((units) => units.orderId))) {
    const own = (lines: readonly OrderUnits[]) => lines.filter((line) => line.orderId === orderId);
    const ownLines = affectedOrders(own(displaced), own(served));
    audit(change, action, orderId, { after: { variantId, locationId, ...ownLines } });
  }
  return { level: shownLevel(locked.level), displaced: [...displaced], served };
}

interface Effects {
  readonly reason?: string | undefined;
  readonly displaced?: readonly OrderUnits[];
  readonly served: readonly OrderUnits[];
}

/** What the audit entry of a variant says of its stock level, once its change is planned. */
export const differenceIn = (
  { level, before }: LevelChange,
  { reason, displaced = [], served }: Effects,
): Difference => ({
  before,
  after: {
    ...figuresOf(level),
    locationId: level.locationId,
    ...(reason && { reason }),
    ...affectedOrders(displaced, served),
  },
});

export const shownLevel = (level: LockedLevel): StockLevel => ({
  variantId: level.variantId,
  locationId: level.locationId,
  ...figuresOf(level),
  available: availableOn(level),
});

const figuresOf = ({ onHand, reserved, committed }: LockedLevel) => ({ onHand, reserved, committed });

/** The orders in an audit entry: those that lost units, and those that got some. */
const affectedOrders = (displaced: readonly OrderUnits[], served: readonly OrderUnits[]) => ({
  ...(displaced.length > 0 && { displaced }),
  ...(served.length > 0 && { served }),
});

interface Line {
  readonly variantId: Id<"variant">;
  readonly quantity: number;
}

/** Adds up lines of the same variant, in the order of their first. */
export function summedLines(lines: readonly Line[]): Line[] {
  const sums = new Map<Line["variantId"], number>();
  for (const { variantId, quantity } of lines) sums.set(variantId, (sums.get(variantId) ?? 0) + quantity);
  return [...sums].map(([variantId, quantity]) => ({ variantId, quantity }));
}
