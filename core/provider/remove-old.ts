import { type SQL, sql } from "#core/db/drizzle";
import { removeInBatches } from "#core/db/remove-all";
import type { TimeLeft } from "#core/time-left";

/** How long attempts and settled rows are kept. */
const attemptDays = 30;
const settledDays = 30;
/** Rates, tracking, look-ups, and captures of what nobody had approved: they changed nothing there. */
const questionDays = 2;
/** Which they are; an index is of these. */
const isQuestion = sql`(does in ('rates', 'track', 'findPayment', 'followRefund', 'findDisputes', 'readDispute') or refusal = 'notApproved')`;
/** Events of kinds that we do not use. */
const ignoredDays = 7;
/** How long after its page was requested a payment may be reported: pages are open for a day, and events are repeated. */
const pageDays = 5;
/** The same of a payment that its gateway is still processing: a bank debit takes up to two weeks. */
export const pendingDays = 20;
/** Rows per statement, so that none holds its locks for long. */
const batch = 5_000;

/**
 * The status stands in the statement, because only then can its index be used. An array is read once: a table that was
 * analysed while it was empty has so few rows for PostgreSQL that it would look for them again for each of them.
 */
const oldEvents = (status: "ignored" | "settled", days: number): SQL => sql`
  delete from inbox where id = any(array(
    select id from inbox where status = ${sql.raw(`'${status}'`)} and received_at < now() - make_interval(days => ${days})
    order by received_at limit ${sql.raw(String(batch))}))`;

/**
 * Removes old attempts, questions and events, and the settings of removed providers without open calls, pages that may
 * yet be paid, payments still being processed, or refunds whose outcome a gateway has yet to report. Stuck and open ones
 * stay.
 * @returns the number of rows removed of each.
 */
export async function removeOldProviderRows(timeLeft: TimeLeft): Promise<Record<string, number>> {
  const removed = (statement: SQL) => removeInBatches(statement, batch, timeLeft);
  return {
    callAttempts: await removed(sql`
      delete from call_attempts where id = any(array(
        select id from call_attempts where at < now() - make_interval(days => ${attemptDays})
        order by at limit ${sql.raw(String(batch))}))`),
    inbox: (await removed(oldEvents("ignored", ignoredDays))) + (await removed(oldEvents("settled", settledDays))),
    tokens: await removed(sql`
      delete from provider_tokens where coalesce(until, fetched_until, to_timestamp(0)) < now() - interval '1 day'`),
    providerSettings: await removed(sql`
      update providers set sealed = null where removed_at < now() - interval '1 day' and sealed is not null
        and not exists (select from calls where provider = code and status in ('asked', 'unknown'))
        and not exists (select from inbox where provider = code and status = 'new')
        and not exists (
          select from payment_requests where gateway = code and (
            at > now() - make_interval(days => ${pageDays})
            or pending_since > now() - make_interval(days => ${pendingDays})))
        and not exists (select from refunds where gateway = code and status in ('pending', 'unknown'))
        and not exists (select from parcels where carrier = code and (track_due_at is not null or status in ('booking', 'voiding')))`),
    questions: await removed(sql`
      with old as (
        select id from calls where ${isQuestion} and settled_at < now() - make_interval(days => ${questionDays})
        order by settled_at limit ${sql.raw(String(batch))}
      ), told as (delete from call_attempts using old where call_id = old.id)
      delete from calls using old where calls.id = old.id`),
    rates: await removed(sql`
      delete from parcel_rates where id = any(array(
        select id from parcel_rates where asked_at < now() - interval '1 day' limit ${sql.raw(String(batch))}))`),
  };
}
