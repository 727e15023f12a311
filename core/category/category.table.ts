import { idColumn, timeColumn } from "#core/db/columns";
import { integer, pgTable, text } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** A tree, locked by `lockTree` for every move. A category is removed only when it is empty. */
export const categories = pgTable("categories", {
  id: idColumn("category").primaryKey(),
  parentId: idColumn("category"),
  slug: text().notNull(),
  name: text().notNull(),
  position: integer().notNull().default(0),
  createdAt: timeColumn().notNull(),
});

/** The constraints on a category's row that become refusals. */
export const refusedCategory = {
  categories_slug_key: (slug: string | undefined) => new Refusal("category.slugTaken", { slug }),
};
