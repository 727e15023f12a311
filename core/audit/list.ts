import { and, desc, eq, gte, lt } from "drizzle-orm";
import { encodeTime } from "ulid";
import * as z from "zod";
import type { Actor } from "#core/actor";
import type * as contract from "#core/contract/audit";
import { id } from "#core/contract/fields";
import type { InputOf, OutputOf } from "#core/contract/kit";
import { db } from "#core/db/client";
import { decodeCursor, pageFrom } from "#core/db/page";
import { auditEntries } from "./audit.table.ts";

const place = z.tuple([id("audit")]);
/** An entry's id is made a little after its change began: far longer than any change may take. */
const slackMs = 10 * 60_000;

/** Newest first, which is the order of the ids; the times asked for become bounds on them, so that the index serves. */
export async function listAudit(
  _by: Actor,
  input: InputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const { limit, cursor, actor, action, subjectType, subjectId, from, to } = input;
  const rows = await db()
    .select()
    .from(auditEntries)
    .where(
      and(
        actor === undefined ? undefined : eq(auditEntries.actorId, actor),
        action === undefined ? undefined : eq(auditEntries.action, action),
        subjectType === undefined ? undefined : eq(auditEntries.subjectType, subjectType),
        subjectId === undefined ? undefined : eq(auditEntries.subjectId, subjectId),
        from && and(gte(auditEntries.at, from), gte(auditEntries.id, firstIdAt(from.getTime()))),
        to && and(lt(auditEntries.at, to), lt(auditEntries.id, firstIdAt(to.getTime() + slackMs))),
        cursor === undefined ? undefined : lt(auditEntries.id, decodeCursor(cursor, place)[0]),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit + 1);
  return pageFrom(rows, limit, (row) => [row.id], shownEntry);
}

/** The smallest id that an entry of this moment can have. */
const firstIdAt = (ms: number) => `aud_${encodeTime(Math.max(0, ms)).toLowerCase()}` as const;

/** An entry as the API shows it. */
export const shownEntry = (row: typeof auditEntries.$inferSelect): contract.AuditEntry => ({
  id: row.id,
  changeId: row.changeId,
  at: row.at,
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName, role: row.actorRole },
  action: row.action,
  subject: { type: row.subjectType, id: row.subjectId },
  before: row.before,
  after: row.after,
});
