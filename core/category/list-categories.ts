import type { Actor } from "#core/actor";
import type * as category from "#core/contract/category";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { pageFrom, rowsFor, textOfCursor } from "#core/db/page";
import { shownCategory } from "./category-tree.ts";

type Row = {
  id: Id<"category">;
  parent_id: Id<"category"> | null;
  slug: string;
  name: string;
  position: number;
  created_at: string;
  depth: number;
  path: string;
};

/** The tree as a list. The path of a category sorts right after its parent's and before its parent's next sibling's. */
export async function listCategories(
  _by: Actor,
  { limit, cursor }: InputOf<typeof category.list>,
): Promise<OutputOf<typeof category.list>> {
  const from = textOfCursor(cursor, "category") ?? "";
  const rows = await db().execute<Row>(sql`
    with recursive tree as (
      select *, 0 as depth, lpad(position::text, 7, '0') || id as path from categories where parent_id is null
      union all
      select categories.*, tree.depth + 1, tree.path || '/' || lpad(categories.position::text, 7, '0') || categories.id
      from categories join tree on categories.parent_id = tree.id)
    select * from tree where path collate "C" > ${from} order by path collate "C" limit ${rowsFor(limit)}`);
  return pageFrom(
    rows,
    limit,
    (row) => ["category", row.path],
    ({ parent_id, created_at, ...row }) => ({ ...row, parentId: parent_id, createdAt: new Date(created_at) }),
  );
}

export const readCategory = (_by: Actor, { id }: InputOf<typeof category.read>): Promise<category.Category> =>
  shownCategory(db(), id);
