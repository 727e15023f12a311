import { idColumn, moneyColumn, timeColumn } from "#core/db/columns";
import { boolean, pgTable, text } from "#core/db/drizzle";

/** Written by `core/payment`. A capture that is undone gets `reversedAt` and counts no more; no row is ever removed. */
export const payments = pgTable("payments", {
  id: idColumn("payment").primaryKey(),
  orderId: idColumn("order").notNull(),
  kind: text().$type<"captured" | "failed">().notNull(),
  /** By hand: cash or bankTransfer; else the gateway's code. Null only for a failed one, when nobody said how it was tried. */
  method: text(),
  byHand: boolean().notNull(),
  amountMinor: moneyColumn().notNull(),
  reference: text(),
  reason: text(),
  actorId: text(),
  actorName: text().notNull(),
  at: timeColumn().notNull(),
  reversedAt: timeColumn(),
  /** What the gateway calls it: one payment counts once. */
  gatewayPaymentId: text(),
  mode: text().$type<"live" | "test">().notNull().default("live"),
});
