import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";

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
  await change.tx.execute(sql`
    update messages set
      status = case when status in ('asked', 'queued') then 'skipped' else status end,
      why = case when status in ('asked', 'queued') then 'erased' else why end,
      due_at = null, claim_id = null, cause = 'erased:' || id, recipient = '', given = null, sealed_link = null, subject = null,
      html = null, body = null, attachment = null, registered = null, says = null, erased_at = ${change.at.toISOString()}::timestamptz,
      settled_at = coalesce(settled_at, ${change.at.toISOString()}::timestamptz)
    where ${theirs}`);
  await change.tx.execute(sql`delete from suppressions where lower(recipient) = any(${to}::text[])`);
}
