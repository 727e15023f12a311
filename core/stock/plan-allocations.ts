import type { Id } from "#core/contract/kit/fields";
import type { AllocationKind } from "#core/contract/stock";
import type { Change } from "#core/db/change";
import { pipelined } from "#core/db/pipelined";
import { Refusal } from "#core/refusal";
import { chooseLocations } from "./choose-locations.ts";
import { allocateUpTo, backorderedOf, changeBackordered, deallocate, newPlan, type Plan } from "./plan.ts";
import { serveBackorders } from "./serve-backorders.ts";
import {
  type LockedLevel,
  type LockedStock,
  lockStockLevels,
  lockStockRequests,
  type StockRequest,
} from "./stock-levels.ts";

/** The requesting order. The caller has locked its row, or creates it in the same change. */
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
  /** All lines that the order has had so far with tracked stock; a new order has none. */
  readonly before: readonly Pick<Wanted, "lineId" | "variantId">[];
  readonly release: readonly Released[];
  /** Lines of the same variant count together; a line that has allocations already gets more. */
  readonly allocate: readonly Wanted[];
}

/**
 * Releases and allocations together, for an edit of an order's lines or a new order: under one set of locks, and units
 * that the order releases can be allocated to it again. Missing units are backordered if the variant may be sold when
 * out of stock; otherwise nothing is allocated, and `stock.short` names the lines. The caller applies the plan
 * (`applyPlan`).
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
  const plan = newPlan(levels);
  // Units still free although a line waits for them arrived while that line was locked: this order must not take them.
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

/** Plans that a line releases units; shared with `planRelease`. */
export function releaseLine(plan: Plan, own: readonly StockRequest[], { lineId, quantity }: Released): void {
  const request = own.find((one) => one.lineId === lineId);
  if (!request) return; // its variant was not tracked when it was ordered
  const rank = (locationId: string) => plan.levels.findIndex((level) => level.locationId === locationId);
  const allocations = plan.allocations
    .filter((one) => one.lineId === lineId)
    .toSorted((one, other) => rank(other.locationId) - rank(one.locationId));
  let left = quantity;
  const unallocated = Math.min(backorderedOf(plan, request), left);
  if (unallocated > 0) changeBackordered(plan, request, -unallocated);
  left -= unallocated;
  for (const one of allocations) {
    const part = Math.min(one.quantity, left);
    if (part > 0) deallocate(plan, request, one, part);
    left -= part;
  }
  if (left > 0) throw new Error(`${lineId} should release ${left} more units than it has`);
}

/**
 * Plans one line, or returns what it lacks. The caller decides whether its stock is tracked, and has written that into
 * the line: the variant may have changed since, and a tracked line without any request would not add up.
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
  const taken = allocateUpTo(plan, request, quantity, chosen);
  if (taken === quantity) return null;
  // The id of a line that does not exist yet would mean nothing to the caller.
  if (!variant.continueSelling) return { ...(before && { lineId }), variantId, wanted: quantity, available: taken };
  changeBackordered(plan, request, quantity - taken);
  return null;
}

/** The locations where the order still has allocations, without those just released. */
const locationsOf = (plan: Plan, own: readonly StockRequest[]): Set<Id<"location">> =>
  new Set(
    plan.allocations
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
