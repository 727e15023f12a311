import type { EventName } from "#core/contract/values/events";
import type { DeliveryStatus } from "#core/contract/webhook";
import { idColumn, timeColumn } from "#core/db/columns";
import { boolean, integer, jsonb, pgTable, real, text } from "#core/db/drizzle";

/** Two kinds of senders: endpoints that are slow or only fail are served separately, so that they delay no others. */
export const lanes = ["fast", "slow"] as const;
export type Lane = (typeof lanes)[number];

/** Where events are sent. Staff write it; senders write its health and nothing else. */
export const endpoints = pgTable("webhook_endpoints", {
  id: idColumn("endpoint").primaryKey(),
  url: text().notNull(),
  events: text().array().notNull(),
  active: boolean().notNull(),
  /** Sealed for this row's id. */
  secret: text().notNull(),
  secretLast4: text("secret_last4").notNull(),
  createdAt: timeColumn().notNull(),
  updatedAt: timeColumn().notNull(),
  /** Set on one with many deliveries, until they are removed. */
  removedAt: timeColumn(),
  lastSuccessAt: timeColumn(),
  failuresInARow: integer("failures_in_a_row").notNull().default(0),
  slowShare: real().notNull().default(0),
  /** Computed by the database from the two above. */
  lane: text().$type<Lane>().generatedAlwaysAs("").notNull(),
});

/** One attempt, as stored in the row. */
export interface Attempt {
  readonly at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
}

/** One row for each (endpoint, event). The subscriber writes it, senders claim and settle it, old ones are removed. */
export const deliveries = pgTable("webhook_deliveries", {
  id: idColumn("delivery").primaryKey(),
  endpointId: idColumn("endpoint").notNull(),
  eventId: idColumn("event").notNull(),
  eventName: text().$type<EventName>().notNull(),
  status: text().$type<DeliveryStatus>().notNull(),
  attempts: integer().notNull(),
  /** Whether an attempt has failed: such rows wait in a separate queue. */
  again: boolean().notNull(),
  nextAttemptAt: timeColumn(),
  /** Set while a sender is working on it. */
  hiddenUntil: timeColumn(),
  claimId: text(),
  lastStatus: integer(),
  lastError: text(),
  deliveredAt: timeColumn(),
  createdAt: timeColumn().notNull(),
  history: jsonb().$type<Attempt[]>().notNull(),
});
