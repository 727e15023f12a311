import { audit } from "#core/audit/record";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { type Movement, type Place, writeMovements } from "#core/stock/ledger";
import { ensureStockLevels, type LockedLevel, lockStockLevels } from "#core/stock/stock-levels";

/** The audit action for both: no operation of the API does this. */
const action = "doctor.repair";

type Figures = Pick<LockedLevel, "onHand" | "reserved" | "committed">;

/**
 * Sets a stock level to the sum of its ledger, and its carried sum to that of the closed months. No stock has moved, so
 * nothing is entered: the stock level is what was changed by hand, because the database refuses changes to entries.
 * @throws if the entries add up to an impossible stock level.
 */
export async function repairStockLevel(change: Change, place: Place): Promise<void> {
  await ensureStockLevels(change, [place]);
  const before = await lockedFigures(change, place);
  const [after] = await change.tx.execute<Record<keyof Figures, number>>(sql`
    update stock_levels set on_hand = entries.on_hand, reserved = entries.reserved, committed = entries.committed
    from (
      select coalesce(sum(on_hand_change), 0)::integer as on_hand, coalesce(sum(reserved_change), 0)::integer as reserved,
             coalesce(sum(committed_change), 0)::integer as committed
      from movements where variant_id = ${place.variantId} and location_id = ${place.locationId}) as entries
    where variant_id = ${place.variantId} and location_id = ${place.locationId}
    returning stock_levels.on_hand as "onHand", stock_levels.reserved, stock_levels.committed`);
  await recomputeCarried(change, place);
  audit(change, action, place.variantId, { before: { ...place, ...before }, after: after ?? null });
}

/** Recomputes the carried sum, while `carryForward` is locked out. */
async function recomputeCarried({ tx }: Change, { variantId, locationId }: Place): Promise<void> {
  await tx.execute(sql`select from ledger_closing for share`);
  await tx.execute(sql`
    delete from carried_levels where variant_id = ${variantId} and location_id = ${locationId}`);
  await tx.execute(sql`
    insert into carried_levels
    select variant_id, location_id, sum(on_hand_change), sum(reserved_change), sum(committed_change)
    from movements
    where variant_id = ${variantId} and location_id = ${locationId} and id <= (select carried_to from ledger_closing)
    group by variant_id, location_id`);
}

/**
 * Enters the difference between a stock level's allocated figures and the allocations of order lines.
 * @throws if more is allocated to lines than is on hand.
 */
export async function repairAllocated(change: Change, { variantId, locationId }: Place): Promise<void> {
  const before = await lockedFigures(change, { variantId, locationId });
  const [allocated] = await change.tx.execute<{ reserved: number; committed: number }>(sql`
    select coalesce(sum(quantity) filter (where kind = 'reserved'), 0)::integer as reserved,
           coalesce(sum(quantity) filter (where kind = 'committed'), 0)::integer as committed
    from allocations join stock_requests using (line_id)
    where allocations.variant_id = ${variantId} and location_id = ${locationId}`);
  if (!before || !allocated) return;
  const reserved = allocated.reserved - before.reserved;
  const committed = allocated.committed - before.committed;
  const step = { variantId, locationId, reason: "doctor --repair" };
  const steps: Movement[] = [
    { ...step, kind: "release", allocationKind: "reserved", quantity: -reserved },
    { ...step, kind: "release", allocationKind: "committed", quantity: -committed },
    { ...step, kind: "reserve", quantity: Math.max(reserved, 0) + Math.max(committed, 0) },
    { ...step, kind: "commit", quantity: committed },
  ];
  await writeMovements(
    change,
    steps.filter(({ quantity }) => quantity > 0),
  );
  audit(change, action, variantId, { before: { locationId, ...before }, after: { ...before, ...allocated } });
}

async function lockedFigures(change: Change, { variantId, locationId }: Place): Promise<Figures | undefined> {
  const { levels } = await lockStockLevels(change, [variantId]);
  const level = levels.find((one) => one.locationId === locationId);
  return level && { onHand: level.onHand, reserved: level.reserved, committed: level.committed };
}
