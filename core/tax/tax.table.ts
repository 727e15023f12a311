import { idColumn, timeColumn } from "#core/db/columns";
import { boolean, integer, pgTable, text } from "#core/db/drizzle";

/** At most one is the default. Archived ones still apply to the variants that have them. */
export const taxRates = pgTable("tax_rates", {
  id: idColumn("taxRate").primaryKey(),
  name: text().notNull(),
  basisPoints: integer().notNull(),
  isDefault: boolean().notNull().default(false),
  createdAt: timeColumn().notNull(),
  archivedAt: timeColumn(),
});
