import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as view from "#core/contract/view";
import { db } from "#core/db/client";
import { and, asc, eq, gt, or, sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { listsHiddenFrom } from "./lists-hidden.ts";
import { views } from "./view.table.ts";

export async function listViews(
  by: Actor,
  { list, limit, cursor }: InputOf<typeof view.list>,
): Promise<OutputOf<typeof view.list>> {
  const after = idOfCursor(cursor, "view");
  const rows = await db()
    .select()
    .from(views)
    .where(
      and(
        or(
          and(eq(views.shared, true), sql`${views.list} <> all(${sql.param(listsHiddenFrom(by))}::text[])`),
          eq(views.madeBy, makerOf(by)),
        ),
        list === undefined ? undefined : eq(views.list, list),
        after === undefined ? undefined : gt(views.id, after),
      ),
    )
    .orderBy(asc(views.id))
    .limit(rowsFor(limit));
  return pageFrom(
    rows,
    limit,
    ({ id }) => [id],
    (row) => shownView(by, row),
  );
}

/** The creator of a view: a person or a key. The system itself creates none. */
export const makerOf = ({ kind, id }: Actor): string => id ?? kind;

export const shownView = (by: Actor, { madeBy, ...row }: typeof views.$inferSelect): view.View => ({
  ...row,
  own: madeBy === makerOf(by),
});
