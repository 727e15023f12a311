/** The metrics of the alarms and the dashboard, from the lists in the wiring and functions/measures.ts. */
import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { App } from "sst/constructs";
import { type Measure, type MeasureName, measures } from "#functions/measures";
import { faultsMetric } from "./faults.ts";
import { metricsNamespace } from "./surroundings.ts";

export const period = Duration.minutes(5);

export const allMeasures: readonly (Measure & { readonly name: string })[] = Object.entries(measures).map(
  ([name, measure]) => ({ name, ...measure }),
);

/** A metric of our own, as `say` writes it: powertools uses `service` as its dimension. */
export const ownMetric = (app: App, { name, about, statistic }: Measure & { readonly name: string }): Metric =>
  new Metric({
    namespace: metricsNamespace(app),
    metricName: name,
    dimensionsMap: { service: about },
    period,
    statistic,
  });

export const faults = (app: App): Metric =>
  new Metric({ namespace: metricsNamespace(app), metricName: faultsMetric, period, statistic: "sum" });

/** Of all functions of the account in this region, because they share one limit. */
export const ofAllFunctions = (metricName: string, statistic: string): Metric =>
  new Metric({ namespace: "AWS/Lambda", metricName, period, statistic });

/** With fewer attempts than this, the share means nothing. */
const attemptsMin = 20;

/** The percentage of webhook attempts that failed. */
export function failingShare(app: App): MathExpression {
  const named = (name: MeasureName) => ownMetric(app, { name, ...measures[name] });
  return new MathExpression({
    expression: `IF(failed + delivered >= ${attemptsMin}, 100 * failed / (failed + delivered), 0)`,
    usingMetrics: { failed: named("Failed"), delivered: named("Delivered") },
    label: "Attempts that failed, in percent",
    period,
  });
}
