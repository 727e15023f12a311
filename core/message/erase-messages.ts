import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { testCause } from "./test-cause.ts";

/** The messages to erase: to these addresses and numbers, or about these orders. */
export interface Erased {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly orderIds: readonly string[];
}

/**
 * Removes personal data from messages: the recipient and the text. That a message existed, when, and its outcome are
 * kept. Messages that are not sent yet are skipped.
 */
export async function eraseMessages(change: Change, { emails, phones, orderIds }: Erased): Promise<void> {
  const recipients = [...emails.map((email) => email.toLowerCase()), ...phones];
  const [to, orders] = [sql.param(recipients), sql.param([...orderIds])];
  const theirs = sql`
    (lower(recipient) = any(${to}::text[]) and recipient <> '') or order_id = any(${orders}::text[])`;
  // Waits for whoever is sending one of them again: the next statement finds what they have written.
  await change.tx.execute(sql`select from messages where ${theirs} order by id for update`);
  const tests = await testsAbout(change, orderIds);
  // PostgreSQL would read all repetitions to find none of no ids.
  const orTests = tests.length > 0 ? sql`or id = any(${sql.param(tests)}::text[])` : sql``;
  await change.tx.execute(sql`
    update messages set
      status = case when status in ('asked', 'queued') then 'skipped' else status end,
      why = case when status in ('asked', 'queued') then 'erased' else why end,
      due_at = null, claim_id = null, cause = 'erased:' || id, recipient = '', given = null, sealed_link = null, subject = null,
      html = null, body = null, attachment = null, registered = null, says = null, erased_at = ${change.at.toISOString()}::timestamptz,
      settled_at = coalesce(settled_at, ${change.at.toISOString()}::timestamptz)
    where ${theirs} ${orTests}`);
  await change.tx.execute(sql`delete from suppressions where lower(recipient) = any(${to}::text[])`);
}

/** Test messages with the data of these orders belong to none: only their causes name them. */
async function testsAbout({ tx }: Change, orderIds: readonly string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select test.id from unnest(${sql.param(orderIds.map(testCause))}::text[]) as about cross join lateral (
      select id from messages where cause > about || ':' and cause < about || ';' offset 0) test`);
  return rows.map(({ id }) => id);
}
