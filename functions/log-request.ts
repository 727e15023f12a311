import { Metrics } from "@aws-lambda-powertools/metrics";
import { optional } from "#core/environment";
import { type MeasureName, measures } from "./measures.ts";

type LogLine = Readonly<Partial<Record<MeasureName, number | readonly number[]>>>;

/**
 * Reports metrics from the list, each with one or more values, as log lines that CloudWatch reads as metrics. Each
 * stage of an account has its own namespace; without one, as on a single machine, nothing is reported.
 */
export function logRequest(entry: LogLine): void {
  const namespace = optional("METRICS_NAMESPACE");
  if (namespace === undefined) return;
  const names = Object.keys(measures) as MeasureName[]; // what its keys are
  for (const [about, group] of Map.groupBy(names, (name) => measures[name].about)) {
    const metrics = new Metrics({ namespace, serviceName: about });
    for (const name of group) {
      for (const value of [entry[name] ?? []].flat()) metrics.addMetric(name, measures[name].unit, value);
    }
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
  }
}
