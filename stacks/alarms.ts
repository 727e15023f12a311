import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { type StackContext, use } from "sst/constructs";
import type { AlarmRule } from "#functions/metrics";
import { connectionsMax } from "./connections.ts";
import { dashboard } from "./dashboard.ts";
import { database } from "./database.ts";
import { allMetrics, failingShare, faults, ofAllFunctions, ownMetric, period } from "./metrics.ts";
import { queues } from "./queues.ts";
import { emulated, setting } from "./surroundings.ts";
import { schedules, workers } from "./workers.ts";

/** A wake-up may be delayed by 900 s; if the oldest is twice as old, no one consumes the queue. */
const messageAgeSecondsMax = 1_800;

/** A schedule that has missed this many intervals has stopped. An interval counts as five minutes at least. */
const intervalsMissed = 3;

interface Rule extends Omit<AlarmRule, "above"> {
  /** 0 by default. */
  readonly above?: number;
  /** Instead of `above`. */
  readonly below?: number;
}

/** The alarms that someone has to act on. They go to `ALARM_EMAIL` and to other subscribers of the topic. */
export function alarms(context: StackContext): void {
  const { app, stack } = context;
  const topic = new Topic(stack, "Topic", { topicName: app.logicalPrefixedName("alarms"), enforceSSL: true });
  // A policy of our own replaces the topic's default one, which is what allows the account's alarms to publish.
  const ofThisAccount = { StringEquals: { "aws:SourceAccount": stack.account } };
  topic.grantPublish(new ServicePrincipal("cloudwatch.amazonaws.com", { conditions: ofThisAccount }));
  const email = setting("ALARM_EMAIL");
  if (email) topic.addSubscription(new EmailSubscription(email));

  const made: Alarm[] = [];
  const addAlarm = (metric: IMetric, { name, above = 0, below, periods = 1, silence }: Rule) => {
    const alarm = new Alarm(stack, name, {
      alarmName: app.logicalPrefixedName(name),
      alarmDescription: `docs/runbook.md says what it means and what to do: ${name}`,
      metric,
      threshold: below ?? above,
      comparisonOperator:
        below === undefined ? ComparisonOperator.GREATER_THAN_THRESHOLD : ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: silence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
    made.push(alarm);
  };

  const { all, undelivered } = use(queues);
  for (const { wired, queue, deadLetters } of all) {
    const waiting = deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: "max" });
    addAlarm(waiting, { name: `${wired.name}-dead-letters` });
    const age = queue.metricApproximateAgeOfOldestMessage({ period, statistic: "max" });
    addAlarm(age, { name: `${wired.name}-age`, above: messageAgeSecondsMax });
  }
  const lost = undelivered.metricApproximateNumberOfMessagesVisible({ period, statistic: "max" });
  addAlarm(lost, { name: "undelivered" });

  const sweeps = use(schedules);
  for (const background of [...use(workers), ...sweeps.map(({ sweep }) => sweep)]) {
    addAlarm(background.metricErrors({ period, statistic: "sum" }), { name: `${background.node.id}-errors` });
  }
  for (const { wired, sweep } of sweeps) {
    const interval = Duration.minutes(Math.max(wired.everyMinutes, period.toMinutes()));
    const runs = sweep.metricInvocations({ period: interval, statistic: "sum" });
    // A function that is not called has no value at all.
    addAlarm(runs, { name: `${wired.name}-stopped`, below: 1, periods: intervalsMissed, silence: true });
  }
  addAlarm(faults(app), { name: "api-faults" });
  addAlarm(ofAllFunctions("Throttles", "sum"), { name: "throttles" });
  for (const metric of allMetrics) if (metric.alarm) addAlarm(ownMetric(app, metric), metric.alarm);
  // An emulator does not support metric math.
  if (!emulated()) addAlarm(failingShare(app), { name: "deliveries-failing", above: 50, periods: 3 });

  const { cluster } = use(database);
  if (cluster) {
    const connections = cluster.metricDatabaseConnections({ period, statistic: "max" });
    addAlarm(connections, { name: "database-connections", above: 0.8 * connectionsMax() });
    const capacity = cluster.metricACUUtilization({ period, statistic: "avg" });
    addAlarm(capacity, { name: "database-capacity", above: 90, periods: 3 });
  }
  dashboard(context, made);
}
