import { idColumn, timeColumn } from "#core/db/columns";
import { boolean, integer, pgTable, primaryKey, text } from "#core/db/drizzle";

/** Returns. Written by `core/returns`. */
export const returns = pgTable("returns", {
  id: idColumn("return").primaryKey(),
  orderId: idColumn("order").notNull(),
  reason: text(),
  recordedAt: timeColumn().notNull(),
});

/** Written and deleted with its return. `locationId` is where it was restocked, null if it was not. */
export const returnLines = pgTable(
  "return_lines",
  {
    returnId: idColumn("return").notNull(),
    lineId: idColumn("line").notNull(),
    quantity: integer().notNull(),
    restock: boolean().notNull(),
    locationId: idColumn("location"),
  },
  (table) => [primaryKey({ columns: [table.returnId, table.lineId] })],
);
