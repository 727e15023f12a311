/**
 * Orders and all their parts. The order's own row is the lock of every part: every write to these tables locks it
 * `for update` first. Orders are never deleted; lines only by a line edit, parcels by an unship, returns by a
 * withdrawal.
 */

import type { Address } from "#core/contract/kit/fields";
import type { PaymentStatus, paymentMethods, Returned, Status } from "#core/contract/order";
import { idColumn, jsonColumn, moneyColumn, timeColumn, versionColumn } from "#core/db/columns";
import { boolean, integer, pgTable, primaryKey, text } from "#core/db/drizzle";
import type { DiscountTerms } from "#core/discount/use-discount";

/**
 * `number`, `currency` and `createdAt` never change; the sums are those of its lines, payments and refunds.
 * PostgreSQL has one more column, which only lists use: `due_minor`, computed like `dueMinor`.
 */
export const orders = pgTable("orders", {
  id: idColumn("order").primaryKey(),
  number: text().notNull(),
  status: text().$type<Status>().notNull(),
  paymentStatus: text().$type<PaymentStatus>().notNull(),
  email: text().notNull(),
  name: text().notNull(),
  phone: text(),
  address: jsonColumn<Address>().notNull(),
  channelId: idColumn("channel"),
  /** Null only while customers are being added to orders that are older than the customers table. */
  customerId: idColumn("customer"),
  paymentMethod: text().$type<(typeof paymentMethods)[number]>().notNull(),
  currency: text().notNull(),
  taxesInclusive: boolean().notNull(),
  /** The terms as they were then: an edit recomputes the totals from these. */
  discountId: idColumn("discount"),
  discountCode: text(),
  discountKind: text().$type<DiscountTerms["kind"]>(),
  discountValue: moneyColumn(),
  discountMinimumMinor: moneyColumn(),
  /** A fixed amount off the shipping, besides these terms. Only imported orders have one. */
  shippingDiscountMinor: moneyColumn().notNull().default(0),
  subtotalMinor: moneyColumn().notNull(),
  discountMinor: moneyColumn().notNull(),
  shippingMinor: moneyColumn().notNull(),
  taxMinor: moneyColumn().notNull(),
  totalMinor: moneyColumn().notNull(),
  capturedMinor: moneyColumn().notNull().default(0),
  refundedMinor: moneyColumn().notNull().default(0),
  /** How much of what has shipped came back, by its lines. */
  returned: text().$type<Returned>().notNull().default("none"),
  /** When it last became unpaid; null while it is paid. */
  unpaidSince: timeColumn(),
  cancelledAt: timeColumn(),
  cancelReason: text(),
  /** Bumped by the database on every update. */
  version: versionColumn(),
  createdAt: timeColumn().notNull(),
  updatedAt: timeColumn().notNull(),
});
export type OrderRow = typeof orders.$inferSelect;

/** What was bought, at the agreed price. `shippedQuantity` and `returnedQuantity` are counted by `countUnits`. */
export const orderLines = pgTable("order_lines", {
  id: idColumn("line").primaryKey(),
  orderId: idColumn("order").notNull(),
  position: integer().notNull(),
  variantId: idColumn("variant").notNull(),
  productId: idColumn("product").notNull(),
  vendorId: idColumn("vendor"),
  sku: text().notNull(),
  title: text().notNull(),
  quantity: integer().notNull(),
  unitPriceMinor: moneyColumn().notNull(),
  taxBasisPoints: integer().notNull(),
  discountMinor: moneyColumn().notNull(),
  taxMinor: moneyColumn().notNull(),
  totalMinor: moneyColumn().notNull(),
  tracked: boolean().notNull(),
  shippedQuantity: integer().notNull().default(0),
  returnedQuantity: integer().notNull().default(0),
  /** The order's `createdAt`, so that lists by SKU and by vendor page along one index. */
  placedAt: timeColumn().notNull(),
  /** The list that its price came from; null for the variant's own price. */
  priceListId: idColumn("priceList"),
});
export type LineRow = typeof orderLines.$inferSelect;

/** Tags chosen by staff. `placedAt` is the order's `createdAt`, so that the list by a tag pages along one index. */
export const orderTags = pgTable(
  "order_tags",
  {
    orderId: idColumn("order").notNull(),
    tag: text().notNull(),
    placedAt: timeColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.tag] })],
);

/** Written by staff for staff: notes are in no event, and only their authors can remove them. */
export const orderNotes = pgTable("order_notes", {
  id: idColumn("note").primaryKey(),
  orderId: idColumn("order").notNull(),
  text: text().notNull(),
  actorId: text(),
  actorName: text().notNull(),
  at: timeColumn().notNull(),
});
