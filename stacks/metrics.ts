/** The metrics of the alarms and the dashboard, from the lists in the wiring and functions/metrics.ts. */
import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { App } from "sst/constructs";
import { type MetricName, type StoreMetric, storeMetrics } from "#functions/metrics";
import { faultsMetric } from "./faults.ts";
import { metricsNamespace } from "./surroundings.ts";

export const period = Duration.minutes(5);

export const allMetrics: readonly (StoreMetric & { readonly name: string })[] = Object.entries(storeMetrics).map(
  ([name, metric]) => ({ name, ...metric }),
);

/** A metric of our own, as `reportMetrics` writes it: powertools uses `service` as its dimension. */
export const ownMetric = (app: App, { name, about, statistic }: StoreMetric & { readonly name: string }): Metric =>
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
  const named = (name: MetricName) => ownMetric(app, { name, ...storeMetrics[name] });
  return new MathExpression({
    expression: `IF(failed + delivered >= ${attemptsMin}, 100 * failed / (failed + delivered), 0)`,
    usingMetrics: { failed: named("Failed"), delivered: named("Delivered") },
    label: "Attempts that failed, in percent",
    period,
  });
}
