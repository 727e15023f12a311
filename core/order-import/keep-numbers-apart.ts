import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { TakenOrder } from "./taken-order.ts";

/** More digits have only numbers that were made up: the counter would be moved to them for good. */
const ourNumber = /^QM-(\d{1,9})$/;

/**
 * Numbers in our own format are never given out again. Comes before the orders are written: one that is placed
 * meanwhile would take a number of theirs. Moving the counter is not undone if the change is rolled back.
 */
export async function keepNumbersApart(change: Change, taken: readonly TakenOrder[]): Promise<void> {
  const ours = taken.map(({ number }) => Number(ourNumber.exec(number)?.[1] ?? 0));
  const highest = ours.reduce((most, one) => Math.max(most, one), 0);
  if (highest === 0) return;
  await change.tx.execute(sql`
    select setval('order_numbers', ${highest}) where ${highest} >= (select last_value from order_numbers)`);
}
