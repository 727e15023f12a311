import type { TimeLeft } from "#core/time-left";
import { deliveryLease } from "./delivery-lease.ts";
import { sendByQueue } from "./send-by-queue.ts";
import type { Sent } from "./send-due.ts";
import { wakeByQueue } from "./wake-by-queue.ts";
import { lanes } from "./webhook.table.ts";

/** A row overdue by this much has lost its wake-up. */
const overdueSeconds = 5;
/** One wake-up is enough for any number of a lane's endpoints, so a run stays small however much is due. */
const endpointsMax = 1_000;

/**
 * Wakes senders for overdue deliveries. If the queue cannot be reached it sends them itself: even without any queue,
 * everything is delivered.
 * @returns what it sent itself.
 */
export async function sweepDeliveries(timeLeft: TimeLeft): Promise<readonly Sent[]> {
  const overdue = await deliveryLease.due(overdueSeconds, endpointsMax);
  const unsent = overdue.length > 0 ? await wakeByQueue(overdue) : 0;
  return unsent > 0 ? Promise.all(lanes.map((lane) => sendByQueue(lane, timeLeft))) : [];
}
