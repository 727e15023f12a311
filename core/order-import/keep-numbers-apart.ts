import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { TakenOrder } from "./taken-order.ts";

const ourNumber = /^QM-(\d{1,15})$/;

/** Numbers further from the counter were made up: it would be moved to them for good. */
const aheadMax = 10_000_000;

/**
 * Numbers in our own format are never given out again. Comes before the orders are written: one that is placed
 * meanwhile would take a number of theirs. Moving the counter is not undone if the change is rolled back.
 */
export async function keepNumbersApart(change: Change, taken: readonly TakenOrder[]): Promise<void> {
  const ours = taken.flatMap(({ number }) => ourNumber.exec(number)?.[1] ?? []);
  if (ours.length === 0) return;
  await change.tx.execute(sql`
    select setval('order_numbers', max(given)) from unnest(${sql.param(ours)}::text[]::bigint[]) given, order_numbers
    where given between last_value and last_value + ${aheadMax}::bigint`);
}
