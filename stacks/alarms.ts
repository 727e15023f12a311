import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { type StackContext, use } from "sst/constructs";
import { api } from "./api.ts";
import { queues } from "./queues.ts";
import { metricsNamespace, told } from "./surroundings.ts";
import { schedules, workers } from "./workers.ts";

/** A wake-up may wait 900 s to be due; twice that, and nobody works on the queue. */
const messageAgeSecondsMax = 1_800;
/** The sweep runs each minute: what has waited for five of them is not going out. */
const outboxLagSecondsMax = 300;

/** What somebody has to be woken for. `ALARM_EMAIL` is told, and whoever else subscribes to the topic. */
export function alarms({ app, stack }: StackContext): void {
  const topic = new Topic(stack, "Topic", { topicName: app.logicalPrefixedName("alarms"), enforceSSL: true });
  // A policy of its own takes the place of the one that SNS gives a topic, by which the alarms of the account may tell it.
  const ofThisAccount = { StringEquals: { "aws:SourceAccount": stack.account } };
  topic.grantPublish(new ServicePrincipal("cloudwatch.amazonaws.com", { conditions: ofThisAccount }));
  const email = told("ALARM_EMAIL");
  if (email) topic.addSubscription(new EmailSubscription(email));

  const above = (id: string, metric: IMetric, most: number, missing = TreatMissingData.NOT_BREACHING) => {
    const alarm = new Alarm(stack, id, {
      alarmName: app.logicalPrefixedName(id),
      metric,
      threshold: most,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: missing,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
  };
  const period = Duration.minutes(5);

  const { all, undelivered } = use(queues);
  for (const { wired, queue, deadLetters } of all) {
    const waiting = deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: "max" });
    above(`${wired.name}-dead-letters`, waiting, 0);
    const age = queue.metricApproximateAgeOfOldestMessage({ period, statistic: "max" });
    above(`${wired.name}-age`, age, messageAgeSecondsMax);
  }
  above("undelivered", undelivered.metricApproximateNumberOfMessagesVisible({ period, statistic: "max" }), 0);

  const background = [...use(workers), ...use(schedules)];
  for (const made of background) above(`${made.node.id}-errors`, made.metricErrors({ period, statistic: "sum" }), 0);

  // A fault in any operation is answered with a 500, and so is a handler that does not come up.
  above("api-faults", use(api).metricServerError({ period, statistic: "sum" }), 0);

  // The sweep says how far behind the outbox is; when it says nothing, it does not run.
  const lag = new Metric({
    namespace: metricsNamespace(app),
    metricName: "OutboxLag",
    dimensionsMap: { service: "outbox" },
    period,
    statistic: "max",
  });
  above("outbox-lag", lag, outboxLagSecondsMax, TreatMissingData.BREACHING);
}
