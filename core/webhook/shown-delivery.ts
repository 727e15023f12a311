import type * as contract from "#core/contract/webhook";
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

type Row = Omit<contract.Delivery, "history"> & { history: Attempt[] };

export const shownDelivery = (row: Row): contract.Delivery => ({
  ...row,
  history: row.history.map(({ at, ms, ...attempt }) => ({ ...attempt, at: new Date(at), milliseconds: ms })),
});
