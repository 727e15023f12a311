import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { optional } from "#core/environment";
import { closeStaleRequests } from "#core/payment/close-stale-requests";
import { overdueWork } from "#core/provider/overdue";
import { wakeWorker } from "#core/provider/wake-workers";

const namespace = optional("METRICS_NAMESPACE") ?? "Quartermaster";
const metrics = new Metrics({ namespace, serviceName: "providers" });

/** Behind the wake-ups: wakes whoever makes calls and reads what came in, and says how much is overdue. */
export async function handler(): Promise<void> {
  await closeStaleRequests();
  const { calls, inbox, stuck } = await overdueWork();
  metrics.addMetric("CallsOverdue", MetricUnit.Count, calls);
  metrics.addMetric("InboxOverdue", MetricUnit.Count, inbox);
  metrics.addMetric("CallsStuck", MetricUnit.Count, stuck);
  metrics.publishStoredMetrics();
  if (calls > 0) await wakeWorker("calls");
  if (inbox > 0) await wakeWorker("inbox");
}
