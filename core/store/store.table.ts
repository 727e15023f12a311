import type { Store } from "#core/contract/store";
import { boolean, integer, pgTable, text } from "#core/db/drizzle";

/** The store's own settings: one row, changed by `store.edit` only. */
export const store = pgTable("store", {
  id: boolean().primaryKey().default(true),
  name: text().notNull(),
  currency: text().notNull(),
  timeZone: text().notNull(),
  /** The language for amounts and dates in messages. */
  language: text().notNull(),
  logoUrl: text(),
  /** The shop's URL for opening a cart, with `{token}` for its token. */
  cartUrl: text(),
  /** Whether prices include tax. */
  taxesInclusive: boolean().notNull(),
  unpaidWindowMinutes: integer().notNull(),
  /** How shoppers may pay; null for every way. */
  checkOutPayments: text().array().$type<NonNullable<Store["checkOutPayments"]>>(),
  lowStockThreshold: integer().notNull(),
  /** Whether Home shows owners the remaining setup steps. */
  showsSetup: boolean().notNull(),
  /** How long a month of the stock ledger stays open after its end. */
  ledgerOpenMonths: integer().notNull(),
  /** How long delivered webhook rows and sent events are kept. */
  retentionDays: integer().notNull(),
  /** After how long without a change a cart with an email address counts as abandoned. */
  cartAbandonedHours: integer().notNull(),
});
