import { idColumn, moneyColumn, timeColumn } from "#core/db/columns";
import { boolean, pgTable, text } from "#core/db/drizzle";

/** Written by `core/payment` only. Its id is the idempotency key at the gateway; rows are never removed. */
export const refunds = pgTable("refunds", {
  id: idColumn("refund").primaryKey(),
  orderId: idColumn("order"),
  paymentId: idColumn("payment"),
  unmatchedId: idColumn("unmatched"),
  gateway: text().notNull(),
  mode: text().$type<"live" | "test">().notNull(),
  amountMinor: moneyColumn().notNull(),
  currency: text().notNull(),
  /** `unknown`: it may have been made. Like a pending one, it counts as made. */
  status: text().$type<"pending" | "unknown" | "succeeded" | "failed">().notNull(),
  gatewayRefundId: text(),
  reason: text(),
  /** The gateway's message. */
  says: text(),
  /** Made in the gateway's dashboard. */
  madeElsewhere: boolean().notNull().default(false),
  actorId: text(),
  actorName: text().notNull(),
  at: timeColumn().notNull(),
  settledAt: timeColumn(),
  /** When the gateway was last asked what became of it. */
  lookedAt: timeColumn(),
  /** When the notice of its failure was dismissed. */
  seenAt: timeColumn(),
});
export type RefundRow = typeof refunds.$inferSelect;
