/**
 * Customers. Orders create them (`customerOf`); staff edit, merge and erase them. Rows are never deleted, because
 * orders refer to them. To move orders between customers, lock the orders first, then the customers in the order of
 * their ids.
 */

import type { CustomerAddress } from "#core/contract/customer";
import { idColumn, jsonColumn, moneyColumn, timeColumn } from "#core/db/columns";
import { boolean, integer, pgTable, text } from "#core/db/drizzle";

/** The figures are written only by a trigger on `orders`, in the transaction that changes an order. */
export const customers = pgTable("customers", {
  id: idColumn("customer").primaryKey(),
  /** Null once erased. A merged customer's address leads to the remaining one. */
  email: text(),
  /** Latest first. Carts may still have them, so an erasure looks for them; nothing else does. */
  formerEmails: text().array().notNull().default([]),
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
