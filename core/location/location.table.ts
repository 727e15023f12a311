import type { Address } from "#core/contract/fields";
import { idColumn, jsonColumn, timeColumn } from "#core/db/columns";
import { boolean, integer, pgTable, text } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** Exactly one is the default: the verbs lock the row that has it before another takes over. */
export const locations = pgTable("locations", {
  id: idColumn("location").primaryKey(),
  code: text().notNull(),
  name: text().notNull(),
  address: jsonColumn<Address>(),
  /** Whom carriers ring. */
  phone: text(),
  /** How each carrier calls the place, by the carrier's code. */
  pickupPlaces: jsonColumn<Record<string, string>>().notNull().default({}),
  priority: integer().notNull().default(100),
  active: boolean().notNull().default(true),
  isDefault: boolean().notNull().default(false),
  createdAt: timeColumn().notNull(),
  archivedAt: timeColumn(),
});

/** What the database refuses about a location's row. */
export const refusedLocation = {
  locations_code_key: (code: string | undefined) => new Refusal("location.codeTaken", { code }),
};
