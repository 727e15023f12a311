import {
  type Alarm,
  AlarmStatusWidget,
  type ConcreteWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import { type StackContext, use } from "sst/constructs";
import { api } from "./api.ts";
import { database } from "./database.ts";
import { allMetrics, failingShare, faults, ofAllFunctions, ownMetric, period } from "./metrics.ts";
import { queues } from "./queues.ts";
import { schedules, workers } from "./workers.ts";

/** The page to look at when an alarm fires: all alarms, then their metrics, from the same lists as the alarms. */
export function dashboard({ app, stack }: StackContext, alarms: readonly Alarm[]): void {
  const http = use(api);
  const { all } = use(queues);
  const { cluster } = use(database);
  const background = [...use(workers), ...use(schedules).map(({ sweep }) => sweep)];
  const sum = { period, statistic: "sum" };
  const max = { period, statistic: "max" };
  const rows: readonly (readonly ConcreteWidget[])[] = [
    [new AlarmStatusWidget({ title: "Alarms", alarms: [...alarms], width: 24, height: 6 })],
    [
      graph("Requests", [http.metricCount(sum)], [http.metricServerError(sum), faults(app)]),
      graph("Time of a request", [
        http.metricLatency({ period, statistic: "p50" }),
        http.metricLatency({ period, statistic: "p95" }),
      ]),
    ],
    [...Map.groupBy(allMetrics, ({ about }) => about)].map(([about, group]) => {
      const of = (...units: readonly string[]) =>
        group.filter(({ unit }) => units.includes(unit)).map((metric) => ownMetric(app, metric));
      return graph(about, of("Count"), of("Seconds", "Milliseconds"));
    }),
    [
      graph(
        "Messages that wait",
        all.map(({ queue }) => queue.metricApproximateNumberOfMessagesVisible(max)),
      ),
      graph(
        "Age of the oldest message",
        all.map(({ queue }) => queue.metricApproximateAgeOfOldestMessage(max)),
      ),
      graph(
        "Dead letters",
        all.map(({ deadLetters }) => deadLetters.metricApproximateNumberOfMessagesVisible(max)),
      ),
    ],
    [
      graph(
        "Errors of workers and sweeps",
        background.map((made) => made.metricErrors(sum)),
      ),
      graph(
        "All functions of the account",
        [ofAllFunctions("ConcurrentExecutions", "max")],
        [ofAllFunctions("Throttles", "sum")],
      ),
      graph("Webhooks that fail, in percent", [failingShare(app)]),
    ],
    cluster
      ? [
          graph("Connections of the database", [cluster.metricDatabaseConnections(max)]),
          graph(
            "Capacity of the database",
            [cluster.metricACUUtilization(max)],
            [cluster.metricServerlessDatabaseCapacity(max)],
          ),
        ]
      : [],
  ];
  new Dashboard(stack, "Dashboard", {
    // An account has its dashboards in no region.
    dashboardName: app.logicalPrefixedName(`store-${stack.region}`),
    // They are widgets; CDK's own types forget `undefined` under exactOptionalPropertyTypes.
    widgets: rows.map((row) => [...row] as IWidget[]),
  });
}

const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []): ConcreteWidget =>
  new GraphWidget({ title, left: [...left], right: [...right], width: 8, height: 6 });
