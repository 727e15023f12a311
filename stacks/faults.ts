import type { Stack } from "aws-cdk-lib";
import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { App } from "sst/constructs";
import { emulated, metricsNamespace } from "./surroundings.ts";

/**
 * Requests that were answered with a 5xx and should not have been. API Gateway counts them too, but together with
 * `service.busy`: two people at work on one order, told to try again, for which nobody has to get up.
 */
export const faultsMetric = "Faults";

/** Lines of our own (functions/middleware.ts). */
export const ownFaults = '{ ($.message = "request") && ($.status >= 500) && ($.code != "service.busy") }';

/** Lines of API Gateway about handlers that did not come up, or did not answer in time. */
export const unansweredFaults = '{ ($.status >= 500) && ($.integrationError != "-") }';

/** Counts the lines of a log that a pattern finds. An emulator knows no such thing. */
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
