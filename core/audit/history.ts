import type { AuditEntry } from "#core/contract/audit";
import { db } from "#core/db/client";
import { and, desc, lt, type SQL, sql } from "#core/db/drizzle";
import { idOfCursor, rowsFor } from "#core/db/page";
import { auditEntries } from "./audit.table.ts";
import { entryColumns, pageOfEntries } from "./list.ts";

export interface HistoryAsked {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * The audit entries of these subjects, newest first. Removed subjects still have their history.
 * @param only a condition, for callers who may not see all of it.
 */
export async function historyOf(
  subjectIds: readonly string[],
  { limit, cursor }: HistoryAsked,
  only?: SQL,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const after = idOfCursor(cursor, "audit");
  const rows = await db()
    .select(entryColumns)
    .from(auditEntries)
    .where(
      and(sql`${auditEntries.subjectId} = any(${sql.param(subjectIds)})`, only, after && lt(auditEntries.id, after)),
    )
    .orderBy(desc(auditEntries.id))
    .limit(rowsFor(limit));
  return pageOfEntries(rows, limit);
}
