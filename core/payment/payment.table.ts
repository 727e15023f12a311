import { idColumn, moneyColumn, timeColumn } from "#core/db/columns";
import { boolean, pgTable, text } from "#core/db/drizzle";

/**
 * Written by `core/payment`. A capture that is undone gets `reversedAt` and no longer counts; rows are never removed.
 */
export const payments = pgTable("payments", {
  id: idColumn("payment").primaryKey(),
  orderId: idColumn("order").notNull(),
  kind: text().$type<"captured" | "failed">().notNull(),
  /** `cash` or `bankTransfer` by hand, otherwise the gateway's code. Null only for a failed one without a method. */
  method: text(),
  byHand: boolean().notNull(),
  amountMinor: moneyColumn().notNull(),
  reference: text(),
  reason: text(),
  actorId: text(),
  actorName: text().notNull(),
  at: timeColumn().notNull(),
  reversedAt: timeColumn(),
  /** The gateway's id, by which a payment counts once. */
  gatewayPaymentId: text(),
  /** When the gateway last reported its success or its reversal, by its clock; null for those from before this was kept. */
  reportedAt: timeColumn(),
  mode: text().$type<"live" | "test">().notNull().default("live"),
});
