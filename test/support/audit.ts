/** The audit entries about something that a test did. */

import { auditEntries } from "#core/audit/audit.table";
import { entryColumns } from "#core/audit/list";
import { db } from "#core/db/client";
import { and, asc, desc, eq, gt } from "#core/db/drizzle";

/** The entries about a subject, oldest first. */
export const entriesAbout = (subjectId: string) =>
  db()
    .select(entryColumns)
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, subjectId))
    .orderBy(asc(auditEntries.id));

/** The current end of the audit log, for `entriesSince`. */
export async function auditMark(): Promise<string> {
  const [last] = await db().select({ id: auditEntries.id }).from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  return last?.id ?? "";
}

/** Entries written since, oldest first; of one action only, if given. */
export const entriesSince = (mark: string, action?: string) =>
  db()
    .select(entryColumns)
    .from(auditEntries)
    .where(
      and(
        gt(auditEntries.id, mark as (typeof auditEntries.$inferSelect)["id"]), // an id, or "" before the first one
        action === undefined ? undefined : eq(auditEntries.action, action),
      ),
    )
    .orderBy(asc(auditEntries.id));
