import { idColumn, timeColumn } from "#core/db/columns";
import { integer, pgTable, primaryKey, text } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** Products that staff chose and put in order. */
export const collections = pgTable("collections", {
  id: idColumn("collection").primaryKey(),
  slug: text().notNull(),
  title: text().notNull(),
  description: text().notNull().default(""),
  createdAt: timeColumn().notNull(),
  updatedAt: timeColumn().notNull(),
});

/** Written whole by `fillCollection`. A product that is deleted goes from here by itself. */
export const collectionProducts = pgTable(
  "collection_products",
  {
    collectionId: idColumn("collection").notNull(),
    productId: idColumn("product").notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.productId] })],
);

/** What the database refuses about a collection's row. */
export const refusedCollection = {
  collections_slug_key: (slug: string | undefined) => new Refusal("collection.slugTaken", { slug }),
};
