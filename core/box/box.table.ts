import { idColumn, timeColumn } from "#core/db/columns";
import { boolean, integer, pgTable, text } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** Parcels keep a copy of the box that they were packed in, so one that is gone is missed by nobody. */
export const boxes = pgTable("boxes", {
  id: idColumn("box").primaryKey(),
  name: text().notNull(),
  lengthMm: integer().notNull(),
  widthMm: integer().notNull(),
  heightMm: integer().notNull(),
  weightGrams: integer().notNull(),
  isDefault: boolean().notNull().default(false),
  createdAt: timeColumn().notNull(),
});

/** What the database refuses about a box's row. */
export const refusedBox = {
  boxes_name: () => new Refusal("box.nameTaken"),
};
