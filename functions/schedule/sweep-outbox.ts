import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { optional } from "#core/environment";
import { outboxBacklog } from "#core/event/backlog";
import { putOnBus } from "#core/event/bus";
import { relayOutbox } from "#core/event/relay";

/** Each stage of an account has a namespace of its own, or the alarm of one would hear the other. */
const namespace = optional("METRICS_NAMESPACE") ?? "Quartermaster";
const metrics = new Metrics({ namespace, serviceName: "outbox" });
const workMs = 40_000;

/** Sends what no poke has sent, and says how far behind the outbox is: the alarm reads these two metrics. */
export async function handler(): Promise<void> {
  const { waiting, lagSeconds } = await outboxBacklog();
  metrics.addMetric("OutboxWaiting", MetricUnit.Count, waiting);
  metrics.addMetric("OutboxLag", MetricUnit.Seconds, lagSeconds);
  metrics.publishStoredMetrics();
  await relayOutbox(putOnBus, performance.now() + workMs);
}
