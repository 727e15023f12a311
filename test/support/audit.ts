/** What the audit says of something that a test did. */
import { and, asc, eq, gt } from "drizzle-orm";
import { expect } from "vitest";
import { auditEntries } from "#core/audit/audit.table";
import { db } from "#core/db/client";

/** The entries about a subject, oldest first. */
export const entriesAbout = (subjectId: string) =>
  db().select().from(auditEntries).where(eq(auditEntries.subjectId, subjectId)).orderBy(asc(auditEntries.id));

/** Where the audit ends now: for `entriesSince`. */
export async function auditMark(): Promise<string> {
  const rows = await db().select({ id: auditEntries.id }).from(auditEntries).orderBy(asc(auditEntries.id));
  return rows.at(-1)?.id ?? "";
}

/** What was written since, oldest first; of one action, if it is named. */
export const entriesSince = (mark: string, action?: string) =>
  db()
    .select()
    .from(auditEntries)
    .where(
      and(
        gt(auditEntries.id, mark as (typeof auditEntries.$inferSelect)["id"]), // an id, or "" before the first one
        action === undefined ? undefined : eq(auditEntries.action, action),
      ),
    )
    .orderBy(asc(auditEntries.id));

/**
 * Does `work` and expects that it left an audit entry of this action. For the walk over every operation that writes:
 * `await audited(op.name, () => call(op, input))`.
 */
export async function audited<T>(action: string, work: () => Promise<T>): Promise<T> {
  const mark = await auditMark();
  const answer = await work();
  expect(await entriesSince(mark, action), `${action} leaves an audit entry`).not.toHaveLength(0);
  return answer;
}
