import { idColumn, moneyColumn, timeColumn } from "#core/db/columns";
import { boolean, pgTable, text } from "#core/db/drizzle";

/** Written by `core/payment` alone. Its id is the gateway's key; no row is ever removed. */
export const refunds = pgTable("refunds", {
  id: idColumn("refund").primaryKey(),
  orderId: idColumn("order"),
  paymentId: idColumn("payment"),
  unmatchedId: idColumn("unmatched"),
  gateway: text().notNull(),
  mode: text().$type<"live" | "test">().notNull(),
  amountMinor: moneyColumn().notNull(),
  currency: text().notNull(),
  /** `unknown`: it may have been made. Like a pending one, it counts as if it had. */
  status: text().$type<"pending" | "unknown" | "succeeded" | "failed">().notNull(),
  gatewayRefundId: text(),
  reason: text(),
  /** The gateway's words. */
  says: text(),
  /** In the gateway's own dashboard. */
  madeElsewhere: boolean().notNull().default(false),
  actorId: text(),
  actorName: text().notNull(),
  at: timeColumn().notNull(),
  settledAt: timeColumn(),
  /** When somebody put away the notice that it failed. */
  seenAt: timeColumn(),
});
export type RefundRow = typeof refunds.$inferSelect;
