import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { queues, routes, schedules } from "#functions/wiring";
import { allMetrics } from "../../stacks/metrics.ts";
import type { Json } from "../support/stacks/synthesised.ts";
import {
  alarmNamed,
  areaNames,
  backgroundNames,
  functionNamed,
  made,
  queueNamed,
  refersTo,
} from "../support/stacks/templates.ts";

describe("alarms", () => {
  it.each(queues)("go off for dead letters and old messages of $name", ({ name }) => {
    expect(refersTo(alarmNamed(`${name}-dead-letters`)?.props.Dimensions, queueNamed(`${name}-dead`))).toBe(true);
    expect(refersTo(alarmNamed(`${name}-age`)?.props.Dimensions, queueNamed(name))).toBe(true);
  });

  it.each(backgroundNames)("go off if %s fails", (name) => {
    const alarm = alarmNamed(`${name}-errors`);
    expect(alarm?.props).toMatchObject({ MetricName: "Errors", Threshold: 0 });
    expect(refersTo(alarm?.props.Dimensions, functionNamed(name))).toBe(true);
  });

  // A rule that someone has switched off, as for a restore, or that cannot start its function, causes no error.
  it.each(schedules)("go off if $name has not run for several of its intervals", ({ name, everyMinutes }) => {
    const alarm = alarmNamed(`${name}-stopped`);
    expect(alarm?.props).toMatchObject({
      Namespace: "AWS/Lambda",
      MetricName: "Invocations",
      Statistic: "Sum",
      ComparisonOperator: "LessThanThreshold",
      Threshold: 1,
      EvaluationPeriods: 3,
      TreatMissingData: "breaching",
    });
    expect(refersTo(alarm?.props.Dimensions, functionNamed(name))).toBe(true);
    expect(alarm?.props.Period).toBe(60 * Math.max(everyMinutes, 5));
  });

  it.each(allMetrics.filter(({ alarm }) => alarm))("go off for $name, which the store reports itself", (metric) => {
    const { name = "", above, periods = 1, silence } = metric.alarm ?? {};
    expect(alarmNamed(name)?.props).toMatchObject({
      MetricName: metric.name,
      Threshold: above,
      EvaluationPeriods: periods,
      Dimensions: [{ Name: "service", Value: metric.about }],
      // A sweep that no longer runs reports nothing: missing data must raise the alarm too.
      TreatMissingData: silence ? "breaching" : "notBreaching",
    });
    // Metrics of another stage in the same account do not count.
    const { Namespace } = alarmNamed(name)?.props ?? {};
    expect(Namespace).toContain("test");
    for (const reporter of ["sweep-outbox", "sweep-work", "send-deliveries"]) {
      expect(functionNamed(reporter).props.Environment.Variables.METRICS_NAMESPACE).toBe(Namespace);
    }
  });

  it("go off if more than half of the webhooks fail, and there are enough to tell", () => {
    const metrics: Json[] = alarmNamed("deliveries-failing")?.props.Metrics ?? [];
    const [share] = metrics.filter(({ Expression }) => Expression);
    expect(share.Expression).toBe("IF(failed + delivered >= 20, 100 * failed / (failed + delivered), 0)");
    const read = metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? [[Id, MetricStat.Metric.MetricName]] : []));
    expect(Object.fromEntries(read)).toEqual({ failed: "Failed", delivered: "Delivered" });
  });

  it("go off for throttles, and for the connections and the capacity of an Aurora", () => {
    expect(alarmNamed("throttles")?.props).toMatchObject({
      Namespace: "AWS/Lambda",
      MetricName: "Throttles",
      Threshold: 0,
    });
    expect(alarmNamed("database-connections")?.props).toMatchObject({
      MetricName: "DatabaseConnections",
      Threshold: 1_600,
    });
    expect(alarmNamed("database-capacity")?.props).toMatchObject({ MetricName: "ACUUtilization", Threshold: 90 });
    expect(alarmNamed("undelivered")).toBeDefined();
  });

  // Two people who edit one order are told to try again, which is no reason to wake anyone; API Gateway's own count of
  // 5xx includes them.
  it("go off for every fault of every area and of API Gateway, but not for a busy service", () => {
    const { MetricName, Namespace } = alarmNamed("api-faults")?.props ?? {};
    const filters = made.ofType("AWS::Logs::MetricFilter");
    for (const { props } of filters) {
      expect(props.MetricTransformations).toMatchObject([{ MetricName, MetricNamespace: Namespace, MetricValue: "1" }]);
    }
    const patternsIn = (stack: string) =>
      filters.filter((one) => one.stack === stack).map(({ props }) => props.FilterPattern);
    for (const area of areaNames) {
      const [group] = made.ofType("AWS::Logs::LogGroup").filter(({ stack }) => stack === `area-${area}`);
      const [filter] = filters.filter(({ stack }) => stack === `area-${area}`);
      expect(refersTo(filter?.props.LogGroupName, group!)).toBe(true);
      expect(filter?.props.FilterPattern).toBe(
        '{ ($.message = "request") && ($.status >= 500) && ($.code != "service.busy") }',
      );
    }
    expect(patternsIn("api")).toEqual(['{ ($.status >= 500) && ($.integrationError != "-") }']);
  });

  it("all notify the topic", () => {
    const [topic] = made.ofType("AWS::SNS::Topic");
    for (const { props } of made.ofType("AWS::CloudWatch::Alarm"))
      expect(refersTo(props.AlarmActions, topic!)).toBe(true);
  });

  // A topic's policy says who may publish: without CloudWatch in it every alarm goes off, and no one is notified.
  it("may publish to the topic from this account and over TLS", () => {
    const [policy] = made.ofType("AWS::SNS::TopicPolicy");
    expect(refersTo(policy?.props.Topics, made.ofType("AWS::SNS::Topic")[0]!)).toBe(true);
    const { Statement } = policy!.props.PolicyDocument;
    expect(Statement).toContainEqual(
      expect.objectContaining({
        Effect: "Allow",
        Action: "sns:Publish",
        Principal: { Service: "cloudwatch.amazonaws.com" },
        Condition: { StringEquals: { "aws:SourceAccount": expect.anything() } },
      }),
    );
    expect(Statement).toContainEqual(
      expect.objectContaining({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
    );
  });
});

describe("the dashboard", () => {
  const [board] = made.ofType("AWS::CloudWatch::Dashboard");
  const text = JSON.stringify(board?.props.DashboardBody);

  it("shows every alarm, every metric that the store reports, and every queue and worker", () => {
    for (const alarm of made.ofType("AWS::CloudWatch::Alarm"))
      expect(refersTo(board?.props.DashboardBody, alarm)).toBe(true);
    for (const { name } of allMetrics) expect(text).toContain(`\\"${name}\\"`);
    for (const { name, worker } of queues) {
      for (const one of [queueNamed(name), queueNamed(`${name}-dead`), functionNamed(worker)]) {
        expect(refersTo(board?.props.DashboardBody, one), one.id).toBe(true);
      }
    }
  });
});

// Someone reads it at night, for the first time.
describe("docs/runbook.md", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/runbook.md"), "utf8");
  const sections = page
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      alarm: /^`([^`]+)`/.exec(section)?.[1] ?? "",
      text: section.slice(section.indexOf("\n")).split(/^# /m)[0]?.trim() ?? "",
    }));
  const names = made
    .ofType("AWS::CloudWatch::Alarm")
    .map(({ props }): string => props.AlarmName.replace("test-quartermaster-", ""));
  const oneOf = {
    "<queue>": queues.map(({ name }) => name),
    "<function>": backgroundNames,
    "<schedule>": schedules.map(({ name }) => name),
  };
  const alarmsOf = (heading: string) => {
    const [pattern, values] = Object.entries(oneOf).find(([placeholder]) => heading.includes(placeholder)) ?? [
      "",
      [""],
    ];
    return values.map((value) => heading.replace(pattern, value));
  };

  it("has a section for each alarm, and none for one that does not exist", () => {
    expect(sections.flatMap(({ alarm }) => alarmsOf(alarm)).toSorted()).toEqual(names.toSorted());
    for (const { alarm, text: said } of sections) expect(said.split("\n").length, alarm).toBeGreaterThan(1);
  });

  // Whoever restores at night has what the command gives: without a standby, a log or protection nobody notices at once.
  it("restores a cluster like the one that the stacks create, and stops everything that writes", () => {
    const [cluster] = made.ofType("AWS::RDS::DBCluster");
    const { MinCapacity, MaxCapacity } = cluster?.props.ServerlessV2ScalingConfiguration ?? {};
    const [command] = /aws rds restore-db-cluster-to-point-in-time [^`]*/.exec(page) ?? [""];
    expect(command).toContain(`MinCapacity=${MinCapacity},MaxCapacity=${MaxCapacity}`);
    expect(cluster?.props.DeletionProtection).toBe(true);
    expect(command).toContain("--deletion-protection");
    expect(command).toContain(
      `--enable-cloudwatch-logs-exports ${cluster?.props.EnableCloudwatchLogsExports.join(" ")}`,
    );
    expect(page).toContain(`to any second of the last ${cluster?.props.BackupRetentionPeriod} days`);
    const stops = {
      "AWS::ApiGatewayV2::Stage": "apigatewayv2 update-stage",
      "AWS::Events::Rule": "events disable-rule",
      "AWS::Lambda::EventSourceMapping": "lambda update-event-source-mapping",
    };
    for (const [type, command] of Object.entries(stops)) {
      expect(made.ofType(type).length).toBeGreaterThan(0);
      expect(page).toContain(`aws ${command}`);
    }
  });

  it("only names existing API paths", () => {
    const named = [...page.matchAll(/`(GET|POST) (\/api\/[^`]*)`/g)];
    expect(named.length).toBeGreaterThan(1);
    for (const [, method, path] of named) {
      expect(
        routes.some(({ operation }) => operation.method === method && operation.path === path),
        path,
      ).toBe(true);
    }
  });
});
