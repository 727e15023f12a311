/**
 * Who buys. Orders make them (`customerOf`), staff edit, merge and erase them; nobody deletes a row, since orders refer to it.
 * Whoever moves orders from one to another holds the orders first, then the customers in the order of their ids.
 */

import type { CustomerAddress } from "#core/contract/customer";
import { idColumn, jsonColumn, moneyColumn, timeColumn } from "#core/db/columns";
import { boolean, integer, pgTable, text } from "#core/db/drizzle";

/** The figures are kept by a trigger on `orders`, in the transaction that changes an order. Nothing else writes them. */
export const customers = pgTable("customers", {
  id: idColumn("customer").primaryKey(),
  /** Null once erased. That of one who was merged leads to the one that is left. */
  email: text(),
  name: text().notNull(),
  phone: text(),
  addresses: jsonColumn<CustomerAddress[]>().notNull(),
  note: text(),
  tags: text().array().notNull(),
  acceptsMarketing: boolean().notNull().default(false),
  marketingAt: timeColumn(),
  orders: integer().notNull().default(0),
  spentMinor: moneyColumn().notNull().default(0),
  lastOrderAt: timeColumn(),
  mergedInto: idColumn("customer"),
  createdAt: timeColumn().notNull(),
  updatedAt: timeColumn().notNull(),
  erasedAt: timeColumn(),
});
export type CustomerRow = typeof customers.$inferSelect;

export const customerGroups = pgTable("customer_groups", {
  id: idColumn("group").primaryKey(),
  name: text().notNull(),
  description: text(),
  createdAt: timeColumn().notNull(),
});
