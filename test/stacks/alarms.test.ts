import { describe, expect, it } from "vitest";
import { queues } from "#functions/wiring";
import { alarmNamed, backgroundNames, functionNamed, made, queueNamed, refersTo } from "../support/templates.ts";

describe("alarms", () => {
  it.each(queues)("ring for dead letters and old messages of $name", ({ name }) => {
    expect(refersTo(alarmNamed(`${name}-dead-letters`)?.props.Dimensions, queueNamed(`${name}-dead`))).toBe(true);
    expect(refersTo(alarmNamed(`${name}-age`)?.props.Dimensions, queueNamed(name))).toBe(true);
  });

  it.each(backgroundNames)("ring when %s fails", (name) => {
    const alarm = alarmNamed(`${name}-errors`);
    expect(alarm?.props).toMatchObject({ MetricName: "Errors", Threshold: 0 });
    expect(refersTo(alarm?.props.Dimensions, functionNamed(name))).toBe(true);
  });

  // A sweep that no longer runs sends no metric: its silence must ring too.
  it("ring for faults of the API, for the outbox that lags and for its silence", () => {
    expect(alarmNamed("api-faults")?.props).toMatchObject({ MetricName: "5xx" });
    expect(alarmNamed("outbox-lag")?.props).toMatchObject({ MetricName: "OutboxLag", TreatMissingData: "breaching" });
    expect(alarmNamed("undelivered")).toBeDefined();
  });

  it("hear the outbox of their own stage only", () => {
    const { Namespace } = alarmNamed("outbox-lag")?.props ?? {};
    expect(Namespace).toContain("test");
    expect(functionNamed("sweep-outbox").props.Environment.Variables.METRICS_NAMESPACE).toBe(Namespace);
  });

  it("all tell the topic", () => {
    const [topic] = made.ofType("AWS::SNS::Topic");
    for (const { props } of made.ofType("AWS::CloudWatch::Alarm"))
      expect(refersTo(props.AlarmActions, topic!)).toBe(true);
  });

  // A topic's policy says who may publish: without CloudWatch in it every alarm rings, and nobody hears.
  it("may publish to the topic, those of this account and over TLS", () => {
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
