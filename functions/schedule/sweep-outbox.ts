import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { Context } from "aws-lambda";
import { optional } from "#core/environment";
import { outboxBacklog } from "#core/event/backlog";
import { putOnBus } from "#core/event/bus";
import { putBackLost } from "#core/event/put-back-lost";
import { relayOutbox } from "#core/event/relay";
import { log } from "#core/log";
import { timeLeftIn } from "#functions/time-left";

/** Each stage of an account has a namespace of its own, or the alarm of one would hear the other. */
const namespace = optional("METRICS_NAMESPACE") ?? "Quartermaster";
const metrics = new Metrics({ namespace, serviceName: "outbox" });

/** Sends what no poke has sent or the bus has lost, and says how far behind the outbox is: the alarm reads these two metrics. */
export async function handler(_event: unknown, context: Context): Promise<void> {
  const lost = await putBackLost();
  if (lost > 0) log.warn("events lost between the bus and the subscriber are sent again", { lost });
  const { waiting, lagSeconds } = await outboxBacklog();
  metrics.addMetric("OutboxWaiting", MetricUnit.Count, waiting);
  metrics.addMetric("OutboxLag", MetricUnit.Seconds, lagSeconds);
  metrics.publishStoredMetrics();
  await relayOutbox(putOnBus, timeLeftIn(context));
}
