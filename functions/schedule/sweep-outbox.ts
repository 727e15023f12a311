import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Context } from "aws-lambda";
import { optional } from "#core/environment";
import { outboxBacklog } from "#core/event/backlog";
import { putOnBus } from "#core/event/bus";
import { sweepOutbox } from "#core/event/sweep";
import { timeLeftIn } from "#functions/time-left";

/** Each stage of an account has a namespace of its own, or the alarm of one would hear the other. */
const namespace = optional("METRICS_NAMESPACE") ?? "Quartermaster";
const metrics = new Metrics({ namespace, serviceName: "outbox" });

/** Puts on the bus what has not arrived, and says how far behind the outbox is: the alarm reads these two metrics. */
export async function handler(_event: unknown, context: Context): Promise<void> {
  const { waiting, lagSeconds } = await outboxBacklog();
  metrics.addMetric("OutboxWaiting", MetricUnit.Count, waiting);
  metrics.addMetric("OutboxLag", MetricUnit.Seconds, lagSeconds);
  metrics.publishStoredMetrics();
  await sweepOutbox(putOnBus, timeLeftIn(context));
}
