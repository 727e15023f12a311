import type { Id } from "#core/contract/fields";
import type { Promised } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { carryOut, changeWaiting, free, type Plan, planOn, take, waitingOf } from "./plan.ts";
import { serveWaiting } from "./serve-waiting.ts";
import { type Demand, lockDemands, lockShelves, type Shelves } from "./shelves.ts";

/** The order that asks. The caller holds its row, or has just made it. */
export interface Asking {
  readonly orderId: Id<"order">;
  /** For people: "QM-100001". */
  readonly number: string;
  readonly placedAt: Date;
  readonly kind: Promised;
}

export interface Wanted {
  readonly lineId: Id<"line">;
  readonly variantId: Id<"variant">;
  readonly quantity: number;
}

export interface Released {
  readonly lineId: Id<"line">;
  readonly quantity: number | "all";
}

/**
 * Releases and promises at once, for an edit of an order's lines: under one set of locks, and what the order gives up
 * it may take again. Two calls of their own would take the locks of balances in an order of their own.
 */
export async function editPromises(
  change: Change,
  order: Asking,
  { release: released, promise }: { release: readonly Released[]; promise: readonly Wanted[] },
): Promise<void> {
  const own = await lockDemands(change, order.orderId);
  const shelves = await lockShelves(change, variantIdsOf([...own, ...promise]), lineIdsOf(own));
  const plan = planOn(shelves);
  // What is free although somebody waits for it came while that line was at work: it is not this order's to take.
  await serveWaiting(
    change,
    plan,
    shelves.variants.flatMap(({ id, waitedFor }) => (waitedFor ? [id] : [])),
  );
  for (const line of released) releaseLine(plan, own, line);
  const short = promise.map((line) => promiseLine(plan, shelves, own, order, line)).filter((line) => line !== null);
  if (short.length > 0) throw new Refusal("stock.short", { lines: short });
  if (released.length > 0) await serveWaiting(change, plan, variantIdsOf(own));
  await carryOut(change, plan);
}

/** Plans that a line gives units up; shared with releasing alone. */
export function releaseLine(plan: Plan, own: readonly Demand[], { lineId, quantity }: Released): void {
  const demand = own.find((one) => one.lineId === lineId);
  if (!demand) return; // its variant was not tracked when it was ordered
  const rank = (locationId: string) => plan.shelves.findIndex((shelf) => shelf.locationId === locationId);
  const held = plan.held
    .filter((one) => one.lineId === lineId)
    .toSorted((one, other) => rank(other.locationId) - rank(one.locationId));
  let left = quantity === "all" ? Number.POSITIVE_INFINITY : quantity;
  const unpromised = Math.min(waitingOf(plan, demand), left);
  if (unpromised > 0) changeWaiting(plan, demand, -unpromised);
  left -= unpromised;
  for (const one of held) {
    const part = Math.min(one.quantity, left);
    if (part > 0) free(plan, demand, one, part);
    left -= part;
  }
  if (quantity !== "all" && left > 0) throw new Error(`${lineId} was asked to give up ${left} more than it has`);
}

/**
 * Plans one line, or says what it lacks. Whether its stock is tracked is the caller's to say, who has written it into the
 * line: the variant may have become another meanwhile, and a line that says so and has no promise would add up to nothing.
 */
function promiseLine(plan: Plan, { variants }: Shelves, own: readonly Demand[], order: Asking, line: Wanted) {
  const { lineId, variantId, quantity } = line;
  const variant = variants.find(({ id }) => id === variantId);
  if (!variant) throw new Refusal("variant.unknown", { variantIds: [variantId] });
  const before = own.find((one) => one.lineId === lineId);
  const demand = before ?? newDemand(plan, order, line);
  const taken = take(plan, demand, quantity);
  if (taken === quantity) return null;
  // A line that is not there yet has no id that would say anything to whoever asked.
  if (!variant.continueSelling) return { ...(before && { lineId }), variantId, wanted: quantity, available: taken };
  changeWaiting(plan, demand, quantity - taken);
  return null;
}

export function newDemand(
  plan: Plan,
  { orderId, number, placedAt, kind }: Asking,
  { lineId, variantId }: Wanted,
): Demand {
  const demand = { lineId, orderId, orderNumber: number, variantId, placedAt, kind, waiting: 0 };
  plan.newDemands.push(demand);
  return demand;
}

export const variantIdsOf = (lines: readonly { variantId: Id<"variant"> }[]) => [
  ...new Set(lines.map(({ variantId }) => variantId)),
];
export const lineIdsOf = (own: readonly Demand[]) => own.map(({ lineId }) => lineId);
