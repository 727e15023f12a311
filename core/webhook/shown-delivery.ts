import type * as contract from "#core/contract/webhook";
import { sql } from "#core/db/drizzle";
import { events } from "#core/event/event.table";
import { type Attempt, deliveries } from "./webhook.table.ts";

export const shownColumns = {
  id: deliveries.id,
  endpointId: deliveries.endpointId,
  eventId: deliveries.eventId,
  eventName: deliveries.eventName,
  status: deliveries.status,
  attempts: deliveries.attempts,
  lastStatus: deliveries.lastStatus,
  lastError: deliveries.lastError,
  nextAttemptAt: deliveries.nextAttemptAt,
  deliveredAt: deliveries.deliveredAt,
  createdAt: deliveries.createdAt,
  history: deliveries.history,
  body: events.body,
};

/** A removed endpoint with many deliveries has some until the sweep: they are gone for everybody else. */
export const isOfAnEndpoint = () =>
  sql`${deliveries.endpointId} not in (select id from webhook_endpoints where removed_at is not null)`;

type Row = Omit<contract.Delivery, "history"> & { history: Attempt[] };

export const shownDelivery = (row: Row): contract.Delivery => ({
  ...row,
  history: row.history.map(({ at, ms, ...attempt }) => ({ ...attempt, at: new Date(at), milliseconds: ms })),
});
