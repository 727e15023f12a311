/** Closes old months of the ledger to movements and carries their sums forward: the doctor adds up only the rest. */

import { system } from "#core/actor";
import { audit } from "#core/audit/record";
import { type Change, inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { letOthersPass } from "#core/db/let-others-pass";
import type { TimeLeft } from "#core/time-left";

/** How many movements one transaction adds up: a few tenths of a second. */
const batchMax = 50_000;

/**
 * Closes each month that ended `store.ledgerOpenMonths` ago or earlier, and carries forward what is closed. The rest
 * when the time is up follows next time. Safe to run twice at once, and alongside any write.
 * @returns how many movements were carried forward.
 */
export async function closeLedger(timeLeft: TimeLeft, batch = batchMax): Promise<number> {
  const by = system("close-ledger");
  const until = await dueUntil();
  if (until) await letOthersPass(() => inChange(by, (change) => closeMonths(change, until)));
  let carried = 0;
  while (timeLeft() > 0) {
    const added = await inChange(by, (change) => carryForward(change, batch));
    carried += added;
    if (added < batch) break;
  }
  return carried;
}

/** The end of the last month that is due and still open, if any. Months are in UTC, by the database's clock. */
async function dueUntil(): Promise<Date | undefined> {
  const [due] = await db().execute<{ ms: number }>(sql`
    select ${msOf(sql`due.until`)} as ms from ledger_closing, (
      select date_trunc('month', now(), 'UTC') - make_interval(months => ledger_open_months) as until from store) as due
    where (closed_until is null or closed_until < due.until)
      and exists (select from movements where id < id_from('mov', due.until))`);
  return due && new Date(due.ms);
}

const msOf = (time: SQL): SQL => sql`(extract(epoch from ${time}) * 1000)::float8`;

/** Under a lock that every stock write waits for, so that no write to a closed month is still under way. */
async function closeMonths(change: Change, until: Date): Promise<void> {
  const [before] = await change.tx.execute<{ ms: number | null }>(sql`
    select ${msOf(sql`closed_until`)} as ms from ledger_closing for update`);
  const closedUntil = before?.ms == null ? null : new Date(before.ms);
  if (closedUntil && closedUntil >= until) return;
  await change.tx.execute(sql`select close_ledger(${until.toISOString()}::timestamptz)`);
  audit(change, "stock.closeLedger", "store", { before: { closedUntil }, after: { closedUntil: until } });
}

/** Adds the next closed movements to what is carried forward; a run at the same time takes those after them. */
async function carryForward(change: Change, batch: number): Promise<number> {
  await change.tx.execute(sql`select from ledger_closing for update`);
  const [added] = await change.tx.execute<{ count: number }>(sql`
    with next as materialized (
      select * from movements
      where movements.id > (select carried_to from ledger_closing) and movements.id < (select closed_below from ledger_closing)
      order by movements.id limit ${sql.raw(String(batch))}
    ), carried as (
      insert into carried_levels
      select variant_id, location_id, sum(on_hand_change), sum(reserved_change), sum(committed_change)
      from next group by variant_id, location_id
      on conflict (variant_id, location_id) do update set on_hand = carried_levels.on_hand + excluded.on_hand,
        reserved = carried_levels.reserved + excluded.reserved, committed = carried_levels.committed + excluded.committed
    ), noted as (
      update ledger_closing set carried_to = (select max(id) from next) where exists (select from next)
    )
    select count(*)::integer as count from next`);
  return added?.count ?? 0;
}
