import { and, desc, lt, sql } from "drizzle-orm";
import * as z from "zod";
import type { AuditEntry } from "#core/contract/audit";
import { id } from "#core/contract/fields";
import { db } from "#core/db/client";
import { decodeCursor, pageFrom } from "#core/db/page";
import { auditEntries } from "./audit.table.ts";
import { shownEntry } from "./list.ts";

interface Asked {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What the audit says of these subjects, newest first. It outlives them: what was removed still has its history. */
export async function historyOf(
  subjectIds: readonly string[],
  { limit, cursor }: Asked,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const rows = await db()
    .select()
    .from(auditEntries)
    .where(
      and(
        sql`${auditEntries.subjectId} = any(${sql.param(subjectIds)})`,
        cursor === undefined ? undefined : lt(auditEntries.id, decodeCursor(cursor, z.tuple([id("audit")]))[0]),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit + 1);
  return pageFrom(rows, limit, (row) => [row.id], shownEntry);
}
