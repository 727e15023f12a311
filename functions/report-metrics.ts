import { Metrics } from "@aws-lambda-powertools/metrics";
import { optional } from "#core/environment";
import { type MetricName, storeMetrics } from "./metrics.ts";

type Reported = Readonly<Partial<Record<MetricName, number | readonly number[]>>>;

/**
 * Reports metrics from the list, each with one or more values, as log lines that CloudWatch reads as metrics. Each
 * stage of an account has its own namespace; without one, as on a single machine, nothing is reported.
 */
export function reportMetrics(reported: Reported): void {
  const namespace = optional("METRICS_NAMESPACE");
  if (namespace === undefined) return;
  const names = Object.keys(storeMetrics) as MetricName[]; // what its keys are
  for (const [about, group] of Map.groupBy(names, (name) => storeMetrics[name].about)) {
    const metrics = new Metrics({ namespace, serviceName: about });
    for (const name of group) {
      for (const value of [reported[name] ?? []].flat()) metrics.addMetric(name, storeMetrics[name].unit, value);
    }
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
  }
}
