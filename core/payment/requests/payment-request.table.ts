import { idColumn, moneyColumn, timeColumn } from "#core/db/columns";
import { pgTable, text } from "#core/db/drizzle";

/** A payment page at a gateway for an order's balance. Its id is our reference there. Written by `core/payment`. */
export const paymentRequests = pgTable("payment_requests", {
  id: idColumn("paymentRequest").primaryKey(),
  orderId: idColumn("order").notNull(),
  gateway: text().notNull(),
  mode: text().$type<"live" | "test">().notNull(),
  amountMinor: moneyColumn().notNull(),
  currency: text().notNull(),
  status: text().$type<"asked" | "open" | "closing" | "closed" | "paid" | "refused">().notNull(),
  gatewayRequestId: text(),
  url: text(),
  says: text(),
  pendingSince: timeColumn(),
  failedAt: timeColumn(),
  expiresAt: timeColumn(),
  actorId: text(),
  actorName: text().notNull(),
  at: timeColumn().notNull(),
});
export type PaymentRequestRow = typeof paymentRequests.$inferSelect;
