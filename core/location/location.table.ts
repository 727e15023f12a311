import type { Address } from "#core/contract/kit/fields";
import { idColumn, jsonColumn, timeColumn } from "#core/db/columns";
import { boolean, integer, pgTable, text } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** Exactly one is the default: verbs lock the current default's row before another becomes the default. */
export const locations = pgTable("locations", {
  id: idColumn("location").primaryKey(),
  code: text().notNull(),
  name: text().notNull(),
  address: jsonColumn<Address>(),
  /** The contact's phone number for carriers. */
  phone: text(),
  /** Each carrier's name for the location, by the carrier's code. */
  pickupPlaces: jsonColumn<Record<string, string>>().notNull().default({}),
  priority: integer().notNull().default(100),
  active: boolean().notNull().default(true),
  isDefault: boolean().notNull().default(false),
  createdAt: timeColumn().notNull(),
  archivedAt: timeColumn(),
});

/** The constraints on a location's row that become refusals. */
export const refusedLocation = {
  locations_code_key: (code: string | undefined) => new Refusal("location.codeTaken", { code }),
};
