import type { Category } from "#core/contract/category";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import type { Db } from "#core/db/client";
import { asc, count, eq, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { categories } from "./category.table.ts";

export type CategoryRow = typeof categories.$inferSelect;

/** More levels than any menu has. Bounds recursive queries. */
const depthMax = 10;

/**
 * Locks the whole tree until the change ends: of two concurrent moves the second sees the first, so that they cannot
 * make a cycle together. Products can still be put into categories.
 */
export async function lockTree(change: Change): Promise<void> {
  await change.tx.execute(sql`lock table ${categories} in share row exclusive mode`);
}

/** The category's row, with the tree locked. */
export async function categoryIn(change: Change, id: Id<"category">): Promise<CategoryRow> {
  const [row] = await change.tx.select().from(categories).where(eq(categories.id, id));
  if (!row) throw new Refusal("category.unknown");
  return row;
}

/** Refuses a parent that does not exist, is inside the category itself, or would make the tree too deep. */
export async function refuseParent(change: Change, id: Id<"category">, parentId: Id<"category"> | null): Promise<void> {
  if (parentId === null) return;
  const above = await change.tx.execute<{ id: string }>(sql`
    with recursive above as (
      select id, parent_id from categories where id = ${parentId}
      union all select categories.id, categories.parent_id from categories join above on categories.id = above.parent_id)
    select id from above`);
  if (above.length === 0) throw new Refusal("category.unknown", { parentId });
  if (above.some((row) => row.id === id)) throw new Refusal("category.cycle");
  const [inside] = await change.tx.execute<{ levels: number }>(sql`
    with recursive inside as (
      select id, 1 as level from categories where id = ${id}
      union all
      select categories.id, inside.level + 1 from categories join inside on categories.parent_id = inside.id)
    select coalesce(max(level), 1) as levels from inside`);
  if (above.length + (inside?.levels ?? 1) > depthMax) throw new Refusal("category.tooDeep", { depthMax });
}

/** Puts a category at a position among its siblings, last by default, and renumbers them from 0. */
export async function place(change: Change, row: CategoryRow, position: number | undefined): Promise<void> {
  const siblings = await change.tx
    .select({ id: categories.id })
    .from(categories)
    .where(sql`${categories.parentId} is not distinct from ${row.parentId}`)
    .orderBy(asc(categories.position), asc(categories.id));
  const others = siblings.map(({ id }) => id).filter((id) => id !== row.id);
  const ids = others.toSpliced(position ?? others.length, 0, row.id);
  await change.tx.execute(sql`
    update categories set position = placed.position - 1
    from unnest(${sql.param(ids)}::text[]) with ordinality as placed (id, position)
    where categories.id = placed.id and categories.position <> placed.position - 1`);
}

/** Renumbers a parent's categories from 0, after one has left. */
export async function closeGap(change: Change, parentId: Id<"category"> | null): Promise<void> {
  await change.tx.execute(sql`
    update categories set position = placed.position
    from (select id, row_number() over (order by position, id) - 1 as position from categories
      where parent_id is not distinct from ${parentId}) as placed
    where categories.id = placed.id and categories.position <> placed.position`);
}

/** As the API shows it, with its depth. */
export async function shownCategory(tx: Db, id: Id<"category">): Promise<Category> {
  const [row] = await tx.select().from(categories).where(eq(categories.id, id));
  if (!row) throw new Refusal("category.unknown");
  const [above] = await tx.execute<{ depth: number }>(sql`
    with recursive above as (
      select parent_id from categories where id = ${id}
      union all select categories.parent_id from categories join above on categories.id = above.parent_id)
    select count(*)::int - 1 as depth from above`);
  return { ...row, depth: above?.depth ?? 0 };
}

/** The number of categories directly within one. */
export async function childrenOf(tx: Db, id: Id<"category">): Promise<number> {
  const [counted] = await tx.select({ children: count() }).from(categories).where(eq(categories.parentId, id));
  return counted?.children ?? 0;
}
