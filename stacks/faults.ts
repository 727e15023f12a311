import type { Stack } from "aws-cdk-lib";
import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { App } from "sst/constructs";
import { emulated, metricsNamespace } from "./surroundings.ts";

/**
 * Requests that were answered with a 5xx because of a fault. API Gateway counts them too, but together with
 * `service.busy`, where two people edit one order and one is asked to try again, which is no reason for an alarm.
 */
export const faultsMetric = "Faults";

/** In our own log lines (functions/middleware.ts). */
export const ownFaults = '{ ($.message = "request") && ($.status >= 500) && ($.code != "service.busy") }';

/** In API Gateway's log lines: handlers that did not start, or did not answer in time. */
export const unansweredFaults = '{ ($.status >= 500) && ($.integrationError != "-") }';

/** Counts the log lines that match a pattern. Not supported by emulators. */
export function countFaults(app: App, stack: Stack, logGroup: LogGroup, pattern: string): void {
  if (emulated()) return;
  new MetricFilter(stack, `${logGroup.node.id}-faults`, {
    logGroup,
    metricNamespace: metricsNamespace(app),
    metricName: faultsMetric,
    filterPattern: FilterPattern.literal(pattern),
    metricValue: "1",
  });
}
