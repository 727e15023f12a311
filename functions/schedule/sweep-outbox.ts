import type { Context } from "aws-lambda";
import { outboxBacklog } from "#core/event/backlog";
import { putOnBus } from "#core/event/bus";
import { sweepOutbox } from "#core/event/sweep";
import { reportMetrics } from "#functions/report-metrics";
import { timeLeftIn } from "#functions/time-left";

/** Puts events that have not arrived on the bus, and reports how far behind the outbox is. */
export async function handler(_event: unknown, context: Context): Promise<void> {
  const { waiting, lagSeconds } = await outboxBacklog();
  reportMetrics({ OutboxWaiting: waiting, OutboxLag: lagSeconds });
  await sweepOutbox(putOnBus, timeLeftIn(context));
}
