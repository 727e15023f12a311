import type { Actor } from "#core/actor";
import type * as contract from "#core/contract/audit";
import type { InputOf, OutputOf } from "#core/contract/kit";
import { db } from "#core/db/client";
import { and, between, desc, eq, getTableColumns, gte, isNull, lt, sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { idSince, idUntil } from "#core/id";
import { auditEntries } from "./audit.table.ts";
import { valueIn } from "./personal.ts";
import { namesOf, subjectsCalled } from "./subject-names.ts";

/** Newest first, in the order of the ids; the period becomes bounds on the ids, so that the index can be used. */
export async function listAudit(
  by: Actor,
  input: InputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const { limit, cursor, q, actor, action, subjectType, subjectId, from, to } = input;
  const after = idOfCursor(cursor, "audit");
  const called = q === undefined ? undefined : await subjectsCalled(by, q);
  const both =
    actor !== undefined && action !== undefined && !isUnnamed(actor) ? isByAndDoes(actor, action) : undefined;
  const rows = await db()
    .select(entryColumns)
    .from(auditEntries)
    .where(
      and(
        both ?? (actor === undefined ? undefined : isBy(actor)),
        both || action === undefined ? undefined : eq(auditEntries.action, action),
        called && sql`${auditEntries.subjectId} = any(${sql.param(called)}::text[])`,
        subjectType === undefined ? undefined : eq(auditEntries.subjectType, subjectType),
        subjectId === undefined ? undefined : eq(auditEntries.subjectId, subjectId),
        from && and(gte(auditEntries.at, from), gte(auditEntries.id, idSince("audit", from))),
        to && and(lt(auditEntries.at, to), lt(auditEntries.id, idUntil("audit", to))),
        after && lt(auditEntries.id, after),
      ),
    )
    .orderBy(...(both ? [desc(auditEntries.actorId), desc(auditEntries.action)] : []), desc(auditEntries.id))
    .limit(rowsFor(limit));
  const { items, nextCursor } = pageOfEntries(rows, limit);
  const names = await namesOf(
    by,
    items.map(({ subject }) => subject),
  );
  const withName = ({ subject, ...entry }: contract.AuditEntry) => ({
    ...entry,
    subject: { ...subject, name: names.get(subject.id ?? "") ?? null },
  });
  return { items: items.map(withName), nextCursor };
}

const isUnnamed = (actor: string) => actor === "token" || actor === "anyone";

/**
 * As two ranges of one value each, so that only `audit_actor_action` has the order: with equalities, PostgreSQL takes
 * any index in the order of the ids, and reads the whole audit for something that never happened.
 */
const isByAndDoes = (actor: string, action: string) =>
  and(between(auditEntries.actorId, actor, actor), between(auditEntries.action, action, action));

/** Actors without an id are found by their kind, with a separate index. */
const isBy = (actor: string) =>
  isUnnamed(actor)
    ? and(isNull(auditEntries.actorId), eq(auditEntries.actorKind, actor))
    : eq(auditEntries.actorId, actor);

/** An entry with its values, wherever they are kept. */
export const entryColumns = {
  ...getTableColumns(auditEntries),
  before: valueIn("before").mapWith(auditEntries.before).as("before"),
  after: valueIn("after").mapWith(auditEntries.after).as("after"),
};

/** Limit of a page's content: Lambda's answers have at most 6 MB. */
const pageBytesMax = 4 * 1024 * 1024;

/** A page of entries. It ends early if they are long, as for products with many variants, but has at least one. */
export function pageOfEntries(
  rows: readonly (typeof auditEntries.$inferSelect)[],
  limit: number,
): { items: contract.AuditEntry[]; nextCursor: string | null } {
  let bytes = 0;
  const over = rows.findIndex(({ before, after }) => {
    bytes += Buffer.byteLength(JSON.stringify([before, after]));
    return bytes > pageBytesMax;
  });
  const fit = over === -1 ? limit : Math.min(limit, Math.max(over, 1));
  return pageFrom(rows, fit, (row) => [row.id], shownEntry);
}

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
