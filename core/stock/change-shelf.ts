/** What receiving, correcting and counting have in common: one shelf, and the orders that feel its change. */
import { sql } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/fields";
import type { Changed, OrderUnits } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import type { Place } from "./ledger.ts";
import { carryOut, type Plan, planOn } from "./plan.ts";
import { serveWaiting } from "./serve-waiting.ts";
import { availableOn, keyOf, lockShelves, openLocations, openPlaces, type Shelf } from "./shelves.ts";

export interface Locked {
  readonly plan: Plan;
  readonly shelf: Shelf;
  readonly before: Readonly<Record<string, unknown>>;
  /** The variant has never been at this location: what arrives now is its opening stock. */
  readonly first: boolean;
}

/** The variants are there and their stock is tracked, or the change is refused. */
export async function trackedVariants(change: Change, variantIds: readonly Id<"variant">[]): Promise<void> {
  const found = await change.tx.execute<{ id: Id<"variant">; track_stock: boolean }>(
    sql`select id, track_stock from variants where id = any(${sql.param(variantIds)})`,
  );
  for (const variantId of variantIds) {
    const variant = found.find(({ id }) => id === variantId);
    if (!variant) throw new Refusal("variant.unknown", { variantIds: [variantId] });
    if (!variant.track_stock) throw new Refusal("stock.untracked", { variantId });
  }
}

/** The shelf under our lock, at an open location; made if the variant was never there. */
export async function lockedShelf(change: Change, place: Place): Promise<Locked> {
  await openLocations(change, [place.locationId]);
  await trackedVariants(change, [place.variantId]);
  const opened = await openPlaces(change, [place]);
  const plan = planOn(await lockShelves(change, [place.variantId]));
  const shelf = plan.shelves.find((one) => keyOf(one) === keyOf(place));
  if (!shelf) throw new Error(`${keyOf(place)} was made and is not there`);
  return { plan, shelf, before: figuresOf(shelf), first: opened.has(keyOf(place)) };
}

/** Serves who waits, writes the plan and its audit entry, and says what became of the shelf. */
export async function settle(
  change: Change,
  action: string,
  { plan, shelf, before }: Locked,
  { reason, displaced = [] }: { reason?: string | undefined; displaced?: OrderUnits[] },
): Promise<Changed> {
  const { variantId, locationId } = shelf;
  const served = await serveWaiting(change, plan, [variantId]);
  await carryOut(change, plan);
  const after = { ...figuresOf(shelf), locationId, ...(reason && { reason }) };
  await audit(change, action, variantId, { before, after });
  return { balance: { variantId, locationId, ...figuresOf(shelf), available: availableOn(shelf) }, displaced, served };
}

const figuresOf = ({ onHand, reserved, committed }: Shelf) => ({ onHand, reserved, committed });
