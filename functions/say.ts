import { Metrics } from "@aws-lambda-powertools/metrics";
import { optional } from "#core/environment";
import { type MeasureName, measures } from "./measures.ts";

type Said = Readonly<Partial<Record<MeasureName, number | readonly number[]>>>;

/**
 * Says metrics of the list, each with one value or many, as lines of the log that CloudWatch takes for metrics. Each stage
 * of an account has a namespace of its own; where there is none, as on one machine, nobody reads them and none are said.
 */
export function say(said: Said): void {
  const namespace = optional("METRICS_NAMESPACE");
  if (namespace === undefined) return;
  const names = Object.keys(measures) as MeasureName[]; // what its keys are
  for (const [about, group] of Map.groupBy(names, (name) => measures[name].about)) {
    const metrics = new Metrics({ namespace, serviceName: about });
    for (const name of group) {
      for (const value of [said[name] ?? []].flat()) metrics.addMetric(name, measures[name].unit, value);
    }
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
  }
}
