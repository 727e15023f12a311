import { idColumn, timeColumn } from "#core/db/columns";
import { boolean, integer, pgTable, primaryKey, text } from "#core/db/drizzle";

/** What came back. Written by `core/returns`. */
export const returns = pgTable("returns", {
  id: idColumn("return").primaryKey(),
  orderId: idColumn("order").notNull(),
  reason: text(),
  recordedAt: timeColumn().notNull(),
});

/** Written with its return, gone with it. `locationId` is where it was put back in stock, null where it was not. */
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
