import { idColumn, timeColumn } from "#core/db/columns";
import { integer, pgTable, text } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** A tree: `lockTree` is held by whoever moves something in it. Removed only when nothing lies within. */
export const categories = pgTable("categories", {
  id: idColumn("category").primaryKey(),
  parentId: idColumn("category"),
  slug: text().notNull(),
  name: text().notNull(),
  position: integer().notNull().default(0),
  createdAt: timeColumn().notNull(),
});

/** What the database refuses about a category's row. */
export const refusedCategory = {
  categories_slug_key: (slug: string | undefined) => new Refusal("category.slugTaken", { slug }),
};
