import type { Actor } from "#core/actor";
import type * as contract from "#core/contract/audit";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { db } from "#core/db/client";
import { and, between, desc, eq, getTableColumns, gte, isNull, lt, sql } from "#core/db/drizzle";
import { fitting, idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { idSince, idUntil } from "#core/id";
import { auditEntries } from "./audit.table.ts";
import { valueIn } from "./personal.ts";
import { namesOf, subjectsCalled } from "./subject-names.ts";

type Input = InputOf<typeof contract.list>;

/** Newest first, in the order of the ids; the period becomes bounds on the ids, so that the index can be used. */
export async function listAudit(by: Actor, input: Input): Promise<OutputOf<typeof contract.list>> {
  const { limit, cursor, q, actor, action, subjectType, subjectId, from, to } = input;
  const after = idOfCursor(cursor, "audit");
  const called = q === undefined ? undefined : await subjectsCalled(by, q);
  const leading = leadingOf(input);
  const isLed = (column: Column) => leading.some(([one]) => one === column);
  const rows = await db()
    .select(entryColumns)
    .from(auditEntries)
    .where(
      and(
        ...leading.map(([column, value]) => between(column, value, value)),
        actor === undefined || isLed(auditEntries.actorId) ? undefined : isBy(actor),
        action === undefined || isLed(auditEntries.action) ? undefined : eq(auditEntries.action, action),
        called && sql`${auditEntries.subjectId} = any(${sql.param(called)}::text[])`,
        subjectType === undefined || isLed(auditEntries.subjectType)
          ? undefined
          : eq(auditEntries.subjectType, subjectType),
        subjectId === undefined ? undefined : eq(auditEntries.subjectId, subjectId),
        from && and(gte(auditEntries.at, from), gte(auditEntries.id, idSince("audit", from))),
        to && and(lt(auditEntries.at, to), lt(auditEntries.id, idUntil("audit", to))),
        after && lt(auditEntries.id, after),
      ),
    )
    .orderBy(...leading.map(([column]) => desc(column)), desc(auditEntries.id))
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

type Column = typeof auditEntries.actorId | typeof auditEntries.action | typeof auditEntries.subjectType;

/**
 * The columns before the id in the index that finds the entries, and their values. As ranges of one value each, so that
 * only this index has the order: with equalities, PostgreSQL takes any index in the order of the ids, and reads the whole
 * audit for something that happened once. Subjects are too many to be mistaken for common, and a period has few entries.
 */
function leadingOf(input: Input): readonly (readonly [Column, string])[] {
  const { q, actor, action, subjectType, subjectId, from, to } = input;
  if (q !== undefined || subjectId !== undefined || from !== undefined || to !== undefined) return [];
  if (actor !== undefined && isUnnamed(actor)) return [];
  const isByAndDoes = [
    ...(actor === undefined ? [] : [[auditEntries.actorId, actor] as const]),
    ...(action === undefined ? [] : [[auditEntries.action, action] as const]),
  ];
  return isByAndDoes.length > 0 || subjectType === undefined ? isByAndDoes : [[auditEntries.subjectType, subjectType]];
}

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

/** A page of entries. It ends early if they are long, as for products with many variants, but has at least one. */
export function pageOfEntries(
  rows: readonly (typeof auditEntries.$inferSelect)[],
  limit: number,
): { items: contract.AuditEntry[]; nextCursor: string | null } {
  const fit = fitting(rows, ({ before, after }) => [before, after]);
  return pageFrom(rows, Math.min(limit, fit), (row) => [row.id], shownEntry);
}

/** An entry as the API shows it. */
const shownEntry = (row: typeof auditEntries.$inferSelect): contract.AuditEntry => ({
  id: row.id,
  changeId: row.changeId,
  at: row.at,
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName, role: row.actorRole },
  action: row.action,
  subject: { type: row.subjectType, id: row.subjectId },
  before: row.before,
  after: row.after,
});
