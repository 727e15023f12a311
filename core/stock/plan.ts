import type { Id } from "#core/contract/kit/fields";
import { type Change, type Writes, writeTogether } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { effectOf, keyOf, type Movement, movementsOf, type Place } from "./ledger.ts";
import {
  availableOn,
  type LockedAllocation,
  type LockedLevel,
  type LockedStock,
  type StockRequest,
} from "./stock-levels.ts";

/** More units than this in one place are a typing error, and near the limit of the database's integers. */
const onHandMax = 1_000_000_000;

/**
 * What a change will do to stock: computed in memory from locked rows, then written in one statement for any number of
 * lines. Rows are changed by differences (`set x = x + n`), never set to a value.
 */
export interface Plan {
  readonly levels: LockedLevel[];
  readonly allocations: LockedAllocation[];
  readonly movements: Movement[];
  readonly newRequests: StockRequest[];
  /** By line. */
  readonly backorderedChanges: Map<Id<"line">, number>;
  /** By line and location. */
  readonly allocationChanges: Map<string, LockedAllocation>;
}

export const newPlan = ({ levels, allocations }: Pick<LockedStock, "levels" | "allocations">): Plan => ({
  levels,
  allocations,
  movements: [],
  newRequests: [],
  backorderedChanges: new Map(),
  allocationChanges: new Map(),
});

export const emptyPlan = (): Plan => newPlan({ levels: [], allocations: [] });

export const levelAt = (plan: Plan, place: Place): LockedLevel | undefined =>
  plan.levels.find((level) => keyOf(level) === keyOf(place));

/** A line's backordered units, including what is planned. */
export const backorderedOf = (plan: Plan, { lineId, backordered }: StockRequest): number =>
  backordered + (plan.backorderedChanges.get(lineId) ?? 0);

/** A line's units in all, allocated and backordered, including what is planned. */
export const unitsOf = (plan: Plan, request: StockRequest): number =>
  plan.allocations
    .filter(({ lineId }) => lineId === request.lineId)
    .reduce((sum, { quantity }) => sum + quantity, backorderedOf(plan, request));

/** Plans one step of one stock level. */
export function planMovement(plan: Plan, movement: Movement): LockedLevel {
  const level = levelAt(plan, movement);
  if (!level) throw new Error(`no balance of ${keyOf(movement)} is locked`);
  const { onHand, reserved, committed } = effectOf(movement);
  if (onHand > 0 && level.onHand + onHand > onHandMax) {
    throw new Refusal("stock.tooMuch", { variantId: level.variantId, onHandMax });
  }
  level.onHand += onHand;
  level.reserved += reserved;
  level.committed += committed;
  plan.movements.push(movement);
  return level;
}

/** Plans to allocate units of a stock level to a line: reserved, and also committed if its order is. */
export function allocate(plan: Plan, request: StockRequest, level: LockedLevel, quantity: number): void {
  const step = { variantId: level.variantId, locationId: level.locationId, orderId: request.orderId, quantity };
  planMovement(plan, { ...step, kind: "reserve" });
  if (request.kind === "committed") planMovement(plan, { ...step, kind: "commit" });
  changeAllocation(plan, request, level.locationId, quantity);
}

/** Plans to release allocated units of a line: they become available. */
export function deallocate(plan: Plan, request: StockRequest, allocation: LockedAllocation, quantity: number): void {
  const { variantId, locationId } = allocation;
  planMovement(plan, {
    kind: "release",
    allocationKind: request.kind,
    variantId,
    locationId,
    orderId: request.orderId,
    quantity,
  });
  changeAllocation(plan, request, locationId, -quantity);
}

/** Plans a difference in a line's allocation at a location; the caller moves the stock level. */
export function changeAllocation(
  plan: Plan,
  request: StockRequest,
  locationId: Id<"location">,
  difference: number,
): void {
  const { lineId, variantId } = request;
  const key = `${lineId} ${locationId}`;
  const allocation = plan.allocations.find((one) => one.lineId === lineId && one.locationId === locationId);
  if (allocation) allocation.quantity += difference;
  else plan.allocations.push({ lineId, variantId, locationId, quantity: difference });
  const planned = plan.allocationChanges.get(key);
  if (planned) planned.quantity += difference;
  else plan.allocationChanges.set(key, { lineId, variantId, locationId, quantity: difference });
}

/** Plans a difference in a line's backordered units. */
export function changeBackordered(plan: Plan, request: StockRequest, difference: number): void {
  const { lineId } = request;
  if (plan.newRequests.includes(request)) request.backordered += difference;
  else plan.backorderedChanges.set(lineId, (plan.backorderedChanges.get(lineId) ?? 0) + difference);
}

/**
 * Plans to take up to `quantity` for a line from the levels chosen for it: from the first that has all of it, otherwise
 * from several in order.
 * @returns how many were taken.
 */
export function allocateUpTo(
  plan: Plan,
  request: StockRequest,
  quantity: number,
  chosen: readonly LockedLevel[],
): number {
  const whole = chosen.find((level) => availableOn(level) >= quantity);
  let taken = 0;
  for (const level of whole ? [whole] : chosen) {
    const part = Math.min(availableOn(level), quantity - taken);
    if (part > 0) allocate(plan, request, level, part);
    taken += part;
  }
  return taken;
}

/** Writes the plan: the ledger, the stock levels, allocations and backorders. */
export const applyPlan = (change: Change, plan: Plan): Promise<void> =>
  writeTogether(change.tx, writesOf(change, plan));

/**
 * The same, to be sent with a verb's other writes. Only what concerns no line at all is left out, as when a payment
 * commits what is reserved: each combination of parts is another text for each connection to prepare.
 */
export function writesOf(change: Change, plan: Plan): Writes {
  const { movements, newRequests, backorderedChanges, allocationChanges } = plan;
  const concernsLines = newRequests.length + backorderedChanges.size + allocationChanges.size > 0;
  if (movements.length === 0 && !concernsLines) return {};
  return { ...movementsOf(change, movements), ...(concernsLines && allocationsOf(plan)) };
}

function allocationsOf(plan: Plan): Writes {
  const changes = [...plan.allocationChanges.values()].filter(({ quantity }) => quantity !== 0);
  const backordered = [...plan.backorderedChanges].flatMap(([lineId, units]) =>
    units === 0 ? [] : [{ lineId, units }],
  );
  // The arrays tell the planner that these are few of many rows; it cannot know that of a recordset.
  const allocatedLines = sql.param(changes.map(({ lineId }) => lineId));
  const backorderedLines = sql.param(backordered.map(({ lineId }) => lineId));
  return {
    changes: sql`
      select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as changes("lineId" text, "variantId" text, "locationId" text, quantity integer)`,
    opened: sql`
      insert into stock_requests (line_id, order_id, order_number, variant_id, placed_at, kind, backordered)
      select * from jsonb_to_recordset(${JSON.stringify(plan.newRequests)}::jsonb) as opened("lineId" text, "orderId" text,
        "orderNumber" text, "variantId" text, "placedAt" timestamptz, kind text, backordered integer)`,
    waited: sql`
      update stock_requests r set backordered = r.backordered + w.units
      from jsonb_to_recordset(${JSON.stringify(backordered)}::jsonb) as w("lineId" text, units integer)
      where r.line_id = any(${backorderedLines}) and r.line_id = w."lineId"`,
    ended: sql`
      delete from allocations a using changes c
      where a.line_id = any(${allocatedLines}) and a.line_id = c."lineId" and a.location_id = c."locationId"
        and a.quantity + c.quantity = 0`,
    lowered: sql`
      update allocations a set quantity = a.quantity + c.quantity from changes c
      where a.line_id = any(${allocatedLines}) and a.line_id = c."lineId" and a.location_id = c."locationId"
        and c.quantity < 0 and a.quantity + c.quantity <> 0`,
    raised: sql`
      insert into allocations (line_id, variant_id, location_id, quantity)
      select * from changes where quantity > 0
      on conflict (line_id, location_id) do update set quantity = allocations.quantity + excluded.quantity`,
  };
}
