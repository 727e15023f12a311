import { boolean, integer, pgTable, text } from "#core/db/drizzle";

/** The store's own settings: one row, changed by `store.edit` only. */
export const store = pgTable("store", {
  id: boolean().primaryKey().default(true),
  name: text().notNull(),
  currency: text().notNull(),
  timeZone: text().notNull(),
  /** In which messages write amounts and dates. */
  language: text().notNull(),
  logoUrl: text(),
  /** Where the shop opens a cart, with `{token}` for its token. */
  cartUrl: text(),
  /** Whether prices hold their tax already. */
  taxesInclusive: boolean().notNull(),
  unpaidWindowMinutes: integer().notNull(),
  lowStockThreshold: integer().notNull(),
  /** Whether Home shows owners what is left to set up. */
  showsSetup: boolean().notNull(),
  /** How long a month of the stock ledger stays open after its end. */
  ledgerOpenMonths: integer().notNull(),
  /** How long delivered webhook rows and sent events are kept. */
  retentionDays: integer().notNull(),
  /** A cart with an e-mail address that nobody has touched for so long counts as abandoned. */
  cartAbandonedHours: integer().notNull(),
});
