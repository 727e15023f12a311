import type { Id } from "#core/contract/fields";
import type { AllocationKind } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { pipelined } from "#core/db/pipelined";
import { Refusal } from "#core/refusal";
import { chooseLocations } from "./choose-locations.ts";
import { backorderedOf, changeBackordered, free, type Plan, planOn, take } from "./plan.ts";
import { serveBackorders } from "./serve-backorders.ts";
import {
  type LockedLevel,
  type LockedStock,
  lockStockLevels,
  lockStockRequests,
  type StockRequest,
} from "./stock-levels.ts";

/** The order that asks. The caller holds its row, or has just made it. */
export interface OrderReference {
  readonly orderId: Id<"order">;
  /** For people: "QM-100001". */
  readonly number: string;
  readonly placedAt: Date;
  readonly kind: AllocationKind;
}

export interface Wanted {
  readonly lineId: Id<"line">;
  readonly variantId: Id<"variant">;
  readonly quantity: number;
}

export interface Released {
  readonly lineId: Id<"line">;
  readonly quantity: number;
}

interface Edit {
  /** All lines that the order has had so far whose stock is tracked; a new order has none. */
  readonly before: readonly Pick<Wanted, "lineId" | "variantId">[];
  readonly release: readonly Released[];
  /** Lines of one variant count together; one that is allocated something already gets more. */
  readonly allocate: readonly Wanted[];
}

/**
 * Releases and allocations at once, for an edit of an order's lines or for a new order: under one set of locks, and what
 * the order gives up it may take again. What is not there waits if the variant may be sold past what is there; else
 * nothing is taken, and `stock.short` says which. The caller applies the plan (`applyPlan`).
 */
export async function planAllocations(
  change: Change,
  order: OrderReference,
  { before, release: released, allocate }: Edit,
): Promise<Plan> {
  const isNew = before.length === 0;
  const [own, levels] = await pipelined(
    isNew ? [] : lockStockRequests(change, [order.orderId]),
    lockStockLevels(change, variantIdsOf([...before, ...allocate]), lineIdsOf(before)),
  );
  const plan = planOn(levels);
  // What is free although somebody waits for it came while that line was at work: it is not this order's to take.
  await serveBackorders(
    change,
    plan,
    levels.variants.flatMap(({ id, backordered }) => (backordered ? [id] : [])),
  );
  for (const line of released) releaseLine(plan, own, line);
  const chosen = chooseLocations(plan.levels, allocate, locationsOf(plan, own));
  const short = allocate
    .map((line) => allocateLine(plan, levels, own, order, line, chosen.get(line.variantId) ?? []))
    .filter((line) => line !== null);
  if (short.length > 0) throw new Refusal("stock.short", { lines: short });
  if (released.length > 0) await serveBackorders(change, plan, variantIdsOf(own));
  return plan;
}

/** Plans that a line gives units up; shared with releasing alone. */
export function releaseLine(plan: Plan, own: readonly StockRequest[], { lineId, quantity }: Released): void {
  const request = own.find((one) => one.lineId === lineId);
  if (!request) return; // its variant was not tracked when it was ordered
  const rank = (locationId: string) => plan.levels.findIndex((level) => level.locationId === locationId);
  const held = plan.held
    .filter((one) => one.lineId === lineId)
    .toSorted((one, other) => rank(other.locationId) - rank(one.locationId));
  let left = quantity;
  const unallocated = Math.min(backorderedOf(plan, request), left);
  if (unallocated > 0) changeBackordered(plan, request, -unallocated);
  left -= unallocated;
  for (const one of held) {
    const part = Math.min(one.quantity, left);
    if (part > 0) free(plan, request, one, part);
    left -= part;
  }
  if (left > 0) throw new Error(`${lineId} was asked to give up ${left} more than it has`);
}

/**
 * Plans one line, or says what it lacks. Whether its stock is tracked is the caller's to say, who has written it into the
 * line: the variant may have become another meanwhile, and a line that says so and has no allocation would add up to nothing.
 */
function allocateLine(
  plan: Plan,
  { variants }: LockedStock,
  own: readonly StockRequest[],
  order: OrderReference,
  line: Wanted,
  chosen: readonly LockedLevel[],
) {
  const { lineId, variantId, quantity } = line;
  const variant = variants.find(({ id }) => id === variantId);
  if (!variant) throw new Refusal("variant.unknown", { variantIds: [variantId] });
  const before = own.find((one) => one.lineId === lineId);
  const request = before ?? newRequest(plan, order, line);
  const taken = take(plan, request, quantity, chosen);
  if (taken === quantity) return null;
  // A line that is not there yet has no id that would say anything to whoever asked.
  if (!variant.continueSelling) return { ...(before && { lineId }), variantId, wanted: quantity, available: taken };
  changeBackordered(plan, request, quantity - taken);
  return null;
}

/** Where the order holds something already, with what it has just given up left out. */
const locationsOf = (plan: Plan, own: readonly StockRequest[]): Set<Id<"location">> =>
  new Set(
    plan.held
      .filter(({ lineId, quantity }) => quantity > 0 && own.some((request) => request.lineId === lineId))
      .map(({ locationId }) => locationId),
  );

export function newRequest(
  plan: Plan,
  { orderId, number, placedAt, kind }: OrderReference,
  { lineId, variantId }: Wanted,
): StockRequest {
  const request = { lineId, orderId, orderNumber: number, variantId, placedAt, kind, backordered: 0 };
  plan.newRequests.push(request);
  return request;
}

export const variantIdsOf = (lines: readonly { variantId: Id<"variant"> }[]) => [
  ...new Set(lines.map(({ variantId }) => variantId)),
];
export const lineIdsOf = (own: readonly Pick<Wanted, "lineId">[]) => own.map(({ lineId }) => lineId);
