import { sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { together } from "#core/db/together";
import { Refusal } from "#core/refusal";
import { effectOf, type Movement, moveAll, type Place } from "./ledger.ts";
import { availableOn, type Demand, type Held, keyOf, type Shelf, type Shelves } from "./shelves.ts";

/** More units than this in one place is a slip of the keyboard, and past what the database counts. */
const onHandMax = 1_000_000_000;

/**
 * What a change is about to do to stock: worked out in memory against locked rows, then written in two statements,
 * however many lines there are. The rows are changed by difference (`set x = x + n`), never set to a value.
 */
export interface Plan {
  readonly shelves: Shelf[];
  readonly held: Held[];
  readonly movements: Movement[];
  readonly newDemands: Demand[];
  /** By line. */
  readonly waitingChanges: Map<Id<"line">, number>;
  /** By line and location. */
  readonly allocationChanges: Map<string, Held>;
}

export const planOn = ({ shelves, held }: Pick<Shelves, "shelves" | "held">): Plan => ({
  shelves,
  held,
  movements: [],
  newDemands: [],
  waitingChanges: new Map(),
  allocationChanges: new Map(),
});

export const shelfAt = (plan: Plan, place: Place): Shelf | undefined =>
  plan.shelves.find((shelf) => keyOf(shelf) === keyOf(place));

/** What a line waits for, with what is planned already. */
export const waitingOf = (plan: Plan, { lineId, waiting }: Demand): number =>
  waiting + (plan.waitingChanges.get(lineId) ?? 0);

/** Plans one step of one balance. */
export function move(plan: Plan, movement: Movement): Shelf {
  const shelf = shelfAt(plan, movement);
  if (!shelf) throw new Error(`no balance of ${keyOf(movement)} is locked`);
  const { onHand, reserved, committed } = effectOf(movement);
  if (onHand > 0 && shelf.onHand + onHand > onHandMax) throw new Refusal("stock.tooMuch", { onHandMax });
  shelf.onHand += onHand;
  shelf.reserved += reserved;
  shelf.committed += committed;
  plan.movements.push(movement);
  return shelf;
}

/** Plans that a line gets units of a shelf: reserved, and committed at once if its order is. */
export function allocate(plan: Plan, demand: Demand, shelf: Shelf, quantity: number): void {
  const step = { variantId: shelf.variantId, locationId: shelf.locationId, orderId: demand.orderId, quantity };
  move(plan, { ...step, kind: "reserve" });
  if (demand.kind === "committed") move(plan, { ...step, kind: "commit" });
  changeAllocation(plan, demand, shelf.locationId, quantity);
}

/** Plans that a line gives up units it was promised: they are available again. */
export function free(plan: Plan, demand: Demand, held: Held, quantity: number): void {
  const { variantId, locationId } = held;
  move(plan, { kind: "release", promise: demand.kind, variantId, locationId, orderId: demand.orderId, quantity });
  changeAllocation(plan, demand, locationId, -quantity);
}

/** Plans a difference of what a line is promised at a location; the balance is the caller's business. */
export function changeAllocation(plan: Plan, demand: Demand, locationId: Id<"location">, difference: number): void {
  const { lineId, variantId } = demand;
  const key = `${lineId} ${locationId}`;
  const held = plan.held.find((one) => one.lineId === lineId && one.locationId === locationId);
  if (held) held.quantity += difference;
  else plan.held.push({ lineId, variantId, locationId, quantity: difference });
  const planned = plan.allocationChanges.get(key);
  if (planned) planned.quantity += difference;
  else plan.allocationChanges.set(key, { lineId, variantId, locationId, quantity: difference });
}

/** Plans a difference of what a line waits for. */
export function changeWaiting(plan: Plan, demand: Demand, difference: number): void {
  const { lineId } = demand;
  if (plan.newDemands.includes(demand)) demand.waiting += difference;
  else plan.waitingChanges.set(lineId, (plan.waitingChanges.get(lineId) ?? 0) + difference);
}

/**
 * Plans to take up to `quantity` for a line: from one open location that has it all if there is one, else from
 * several, in both cases by the locations' priority.
 * @returns how many there were.
 */
export function take(plan: Plan, demand: Demand, quantity: number): number {
  const stocked = plan.shelves.filter(
    (shelf) => shelf.variantId === demand.variantId && shelf.active && availableOn(shelf) > 0,
  );
  const whole = stocked.find((shelf) => availableOn(shelf) >= quantity);
  let taken = 0;
  for (const shelf of whole ? [whole] : stocked) {
    const part = Math.min(availableOn(shelf), quantity - taken);
    if (part > 0) allocate(plan, demand, shelf, part);
    taken += part;
  }
  return taken;
}

/** Writes the plan: the ledger and the balances in one statement, what the lines hold and wait for in another. */
export async function carryOut(change: Change, plan: Plan): Promise<void> {
  await together(moveAll(change, plan.movements), writePromises(change, plan));
}

async function writePromises(change: Change, plan: Plan): Promise<void> {
  const held = [...plan.allocationChanges.values()].filter(({ quantity }) => quantity !== 0);
  const waiting = [...plan.waitingChanges].flatMap(([lineId, units]) => (units === 0 ? [] : [{ lineId, units }]));
  if (held.length + waiting.length + plan.newDemands.length === 0) return;
  await change.tx.execute(sql`
    with held as (
      select * from jsonb_to_recordset(${JSON.stringify(held)}::jsonb)
        as held("lineId" text, "variantId" text, "locationId" text, quantity integer)
    ), opened as (
      insert into demands (line_id, order_id, order_number, variant_id, placed_at, kind, waiting)
      select * from jsonb_to_recordset(${JSON.stringify(plan.newDemands)}::jsonb) as opened("lineId" text, "orderId" text,
        "orderNumber" text, "variantId" text, "placedAt" timestamptz, kind text, waiting integer)
    ), waited as (
      update demands d set waiting = d.waiting + w.units
      from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as w("lineId" text, units integer)
      where d.line_id = w."lineId"
    ), ended as (
      delete from allocations a using held h
      where a.line_id = h."lineId" and a.location_id = h."locationId" and a.quantity + h.quantity = 0
    ), lowered as (
      update allocations a set quantity = a.quantity + h.quantity from held h
      where a.line_id = h."lineId" and a.location_id = h."locationId" and h.quantity < 0 and a.quantity + h.quantity <> 0
    )
    insert into allocations (line_id, variant_id, location_id, quantity)
    select * from held where quantity > 0
    on conflict (line_id, location_id) do update set quantity = allocations.quantity + excluded.quantity`);
}
