import { idColumn, timeColumn } from "#core/db/columns";
import { boolean, integer, pgTable, text } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** Parcels keep a copy of their box, so a box can be removed at any time. */
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

/** The constraints on a box's row that become refusals. */
export const refusedBox = {
  boxes_name: () => new Refusal("box.nameTaken"),
};
