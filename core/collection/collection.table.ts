import { idColumn, timeColumn } from "#core/db/columns";
import { integer, pgTable, primaryKey, text } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** Products chosen and ordered by staff. */
export const collections = pgTable("collections", {
  id: idColumn("collection").primaryKey(),
  slug: text().notNull(),
  title: text().notNull(),
  description: text().notNull().default(""),
  createdAt: timeColumn().notNull(),
  updatedAt: timeColumn().notNull(),
});

/** Written as a whole by `fillCollection`. The row of a deleted product is deleted by the foreign key. */
export const collectionProducts = pgTable(
  "collection_products",
  {
    collectionId: idColumn("collection").notNull(),
    productId: idColumn("product").notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.productId] })],
);

/** The constraints on a collection's row that become refusals. */
export const refusedCollection = {
  collections_slug_key: (slug: string | undefined) => new Refusal("collection.slugTaken", { slug }),
};
