import { erasedEmail } from "#core/contract/parts/order-shapes";
import { type Change, writeLast } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { namedIn } from "#core/db/named-in";
import { type Action, audit, type Difference } from "./record.ts";

/**
 * Like `audit`, for values that may be personal data: the entry, which can never be changed, names the fields alone. Their
 * values are kept apart, and shown with it until an erasure removes them.
 */
export function auditPersonal(change: Change, action: Action, subjectId: string, { before, after }: Difference): void {
  const named = { changed: Object.keys(after ?? before ?? {}) };
  const id = audit(change, action, subjectId, after ? { after: named } : { before: named });
  const values = sql`
    insert into audit_personal (audit_id, subject_id, before, after)
    values (${id}, ${subjectId}, ${JSON.stringify(before ?? {})}::jsonb, ${JSON.stringify(after ?? {})}::jsonb)`;
  writeLast(change, values);
}

/** What is erased: the values of entries about these orders, and those with one of these texts, in lower case. */
interface Erased {
  readonly orderIds: readonly string[];
  readonly texts: readonly string[];
}

/** Removes personal values from the audit. Who changed which fields, and when, is kept. */
export async function erasePersonal({ tx }: Change, { orderIds, texts }: Erased): Promise<void> {
  await tx.execute(sql`
    delete from audit_personal where subject_id = any(${sql.param([...orderIds])}::text[])
      or ${namedIn(texts, sql`(before::text || ' ' || after::text)`)}`);
}

/** What staff type into these may name a person, and stays in the entry; an undone return is in it as a whole. */
const typed = sql`array['reason', 'reference', 'tags', 'says', 'notVoided']`;

/**
 * The values of a row of `audit`, before or after its change; personal ones are read from where they are kept. What was
 * typed about a customer or an order is not shown once the customer is erased.
 */
export const valueIn = (column: "before" | "after") => {
  const [name, value] = [sql.raw(column), sql.raw(`audit.${column}`)];
  return sql`coalesce((select nullif(p.${name}, '{}') from audit_personal p where p.audit_id = audit.id),
    case when (${value} ?| ${typed} or ${value} ? 'return') and exists (
      select from orders erased where erased.id = audit.subject_id and erased.email = ${erasedEmail}
      union all
      select from customers erased where erased.id = audit.subject_id and erased.erased_at is not null)
      then (${value} - ${typed}) #- '{return,reason}'
    else ${value} end)`;
};
