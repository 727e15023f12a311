import type { Context } from "aws-lambda";
import { outboxBacklog } from "#core/event/backlog";
import { putOnBus } from "#core/event/bus";
import { sweepOutbox } from "#core/event/sweep";
import { logRequest } from "#functions/log-request";
import { timeLeftIn } from "#functions/time-left";

/** Puts events that have not arrived on the bus, and reports how far behind the outbox is. */
export async function handler(_event: unknown, context: Context): Promise<void> {
  const { waiting, lagSeconds } = await outboxBacklog();
  logRequest({ OutboxWaiting: waiting, OutboxLag: lagSeconds });
  await sweepOutbox(putOnBus, timeLeftIn(context));
}
