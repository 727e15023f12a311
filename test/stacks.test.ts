import { describe, expect, it } from "vitest";
import { mediaHeaders, pageHeaders } from "#functions/page-headers";
import { buckets, queues, routes, schedules, spelledOut } from "#functions/wiring";
import { type Json, type Resource, synthesised } from "./support/synth.ts";

const secrets = {
  SECRETS_KEY: "k1:c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0MDA=",
  ADMIN_TOKEN: "an-admin-token-to-look-for",
};
const given = "postgres://shop:a-password-to-look-for@db.example.com:6543/shop";
const toSenders = { WEBHOOK_EGRESS: "public", WEBHOOK_TIMEOUT_SECONDS: "20" };
const withAurora = synthesised({ ...secrets, ...toSenders });
const withGiven = synthesised({ ...secrets, DATABASE_URL: given });
// The same code, but for its migrations.
const emulated = synthesised(
  { ...secrets, DATABASE_URL: given, AWS_ENDPOINT_URL: "http://127.0.0.1:4566" },
  "select 2;",
);

const made = withAurora;
const ours = made.ofType("AWS::Lambda::Function");
const functionNamed = (name: string): Resource => {
  const found = ours.find(({ props }) => props.FunctionName === `test-quartermaster-${name}`);
  if (!found) throw new Error(`no function ${name}`);
  return found;
};
const queueNamed = (name: string): Resource => {
  const found = made.ofType("AWS::SQS::Queue").find(({ props }) => props.QueueName === `test-quartermaster-${name}`);
  if (!found) throw new Error(`no queue ${name}`);
  return found;
};
const alarmNamed = (name: string) =>
  made.ofType("AWS::CloudWatch::Alarm").find(({ props }) => props.AlarmName === `test-quartermaster-${name}`);

const bucketNamed = (name: string): Resource => {
  const found = made.ofType("AWS::S3::Bucket").find(({ id }) => id.startsWith(name));
  if (!found) throw new Error(`no bucket ${name}`);
  return found;
};
const distribution = (): Json => made.ofType("AWS::CloudFront::Distribution")[0]?.props.DistributionConfig;
const headersOf = (behaviour: Json): Json =>
  made
    .ofType("AWS::CloudFront::ResponseHeadersPolicy")
    .find((policy) => refersTo(behaviour.ResponseHeadersPolicyId, policy))?.props.ResponseHeadersPolicyConfig;
/** A part of a text that CloudFormation puts together. */
const nameOf = (part: Json): string => (typeof part === "string" ? part : part.Ref);

/** Whether a value refers to a resource, in its own stack or, by an export's name, from another. */
const refersTo = (value: Json, { id }: Resource): boolean =>
  new RegExp(`"${id}"|\\D${id}[A-Z0-9]`).test(JSON.stringify(value));
const roleOf = (of: Resource, among = made): Resource => {
  const found = among.ofType("AWS::IAM::Role").find((role) => role.stack === of.stack && refersTo(of.props.Role, role));
  if (!found) throw new Error(`${of.id} has no role`);
  return found;
};
const statementsOf = (role: Resource): Json[] =>
  made
    .ofType("AWS::IAM::Policy")
    .filter(({ stack, props }) => stack === role.stack && refersTo(props.Roles, role))
    .flatMap(({ props }) => props.PolicyDocument.Statement);
const actionsOf = (role: Resource) => statementsOf(role).flatMap(({ Action }) => [Action].flat());
const areaNames = [...new Set(routes.map(({ area }) => area))];
const backgroundNames = [...queues.map(({ worker }) => worker), ...schedules.map(({ name }) => name)];

describe("the API", () => {
  it.each(routes)("has a route and a function for $operation.name", ({ area, verb, operation }) => {
    const { method, path, name } = operation;
    const key = `${method} ${path}`;
    const found = made.ofType("AWS::ApiGatewayV2::Route").filter(({ props }) => props.RouteKey === key);
    expect(found).toHaveLength(1);
    const handler = functionNamed(name.replace(".", "-"));
    expect(handler).toMatchObject({
      stack: `area-${area}`,
      props: { Handler: `${verb}.handler`, Runtime: "nodejs24.x" },
    });
    const integration = made
      .ofType("AWS::ApiGatewayV2::Integration")
      .find((one) => one.stack === `area-${area}` && refersTo(found[0]?.props.Target, one));
    expect(refersTo(integration?.props.IntegrationUri, handler)).toBe(true);
    expect(integration?.props.PayloadFormatVersion).toBe("2.0");
  });

  // API Gateway says 404 in words of its own to both, and takes `PATCH /orders/exports` for the order called "exports".
  it("leaves what no operation takes to the function that knows what an address does take", () => {
    const integration = made
      .ofType("AWS::ApiGatewayV2::Integration")
      .find(({ props }) => refersTo(props.IntegrationUri, functionNamed("unrouted")));
    const keys = made
      .ofType("AWS::ApiGatewayV2::Route")
      .filter(({ stack, props }) => stack === "api" && refersTo(props.Target, integration!))
      .map(({ props }) => props.RouteKey);
    expect(keys).toContain("$default");
    expect(keys).toContain("ANY /api/admin/orders/exports");
    expect(keys).toHaveLength(1 + spelledOut.length);
  });

  it("gives the operations of an area one asset and one role", () => {
    for (const [, group = []] of Map.groupBy(routes, ({ area }) => area)) {
      const functions = group.map(({ operation }) => functionNamed(operation.name.replace(".", "-")));
      expect(new Set(functions.map(({ props }) => JSON.stringify([props.Code, props.Role]))).size).toBe(1);
    }
  });

  // CloudFormation refuses the 501st resource of a stack, on the day somebody adds an operation.
  it("keeps every stack well below 500 resources", () => {
    for (const [, group] of Map.groupBy(made.resources, ({ stack }) => stack)) expect(group.length).toBeLessThan(400);
  });
});

describe("each queue", () => {
  it.each(queues)("$name comes back to its worker, and ends in a dead-letter queue", (queue) => {
    const { name, worker, batchSize, concurrency, maxReceiveCount, timeoutSeconds, visibilitySeconds } = queue;
    const { props } = queueNamed(name);
    expect(props.VisibilityTimeout).toBe(visibilitySeconds);
    expect(visibilitySeconds).toBeGreaterThanOrEqual(6 * timeoutSeconds);
    expect(props.RedrivePolicy.maxReceiveCount).toBe(maxReceiveCount);
    expect(maxReceiveCount).toBeGreaterThanOrEqual(5);
    expect(refersTo(props.RedrivePolicy, queueNamed(`${name}-dead`))).toBe(true);

    const handler = functionNamed(worker);
    expect(handler.props.Timeout).toBe(timeoutSeconds);
    const sources = made.ofType("AWS::Lambda::EventSourceMapping");
    const source = sources.find((one) => refersTo(one.props.FunctionName, handler));
    expect(source?.props).toMatchObject({
      BatchSize: batchSize,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      ScalingConfig: { MaximumConcurrency: concurrency },
    });
    expect(refersTo(source?.props.EventSourceArn, queueNamed(name))).toBe(true);
    expect(handler.props.ReservedConcurrentExecutions).toBeUndefined();
  });

  it("of those that events come to has a rule of the bus, with a dead-letter queue of its own", () => {
    const rules = made.ofType("AWS::Events::Rule").filter(({ props }) => props.EventPattern);
    const targets = rules.flatMap(({ props }) => props.Targets);
    for (const { name } of queues.filter(({ fromBus }) => fromBus)) {
      const target = targets.find(({ Arn }) => refersTo(Arn, queueNamed(name)));
      expect(refersTo(target?.DeadLetterConfig, queueNamed("undelivered"))).toBe(true);
    }
    expect(rules).toHaveLength(queues.filter(({ fromBus }) => fromBus).length);
  });
});

describe("each schedule", () => {
  it.each(schedules)("$name runs every $everyMinutes minutes", ({ name, everyMinutes, timeoutSeconds }) => {
    const handler = functionNamed(name);
    const rule = made.ofType("AWS::Events::Rule").find(({ props }) => refersTo(props.Targets ?? [], handler));
    const rates = { 1: "rate(1 minute)", 60: "rate(1 hour)", 1440: "rate(1 day)" } as Record<number, string>;
    expect(rule?.props.ScheduleExpression).toBe(rates[everyMinutes] ?? `rate(${everyMinutes} minutes)`);
    expect(handler.props.Timeout).toBe(timeoutSeconds);
  });
});

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

describe("permissions", () => {
  it("name what they allow and on what, but for the network interface that has no name yet", () => {
    for (const { props } of made.ofType("AWS::IAM::Policy")) {
      for (const { Effect, Action, Resource } of props.PolicyDocument.Statement) {
        if (Effect !== "Allow") continue;
        const actions = [Action].flat();
        expect(actions.filter((action) => action.includes("*"))).toEqual([]);
        if ([Resource].flat().includes("*")) {
          expect(actions.filter((action) => !/^ec2:\w+NetworkInterfaces?$/.test(action))).toEqual([]);
        }
      }
    }
    for (const { props } of made.ofType("AWS::IAM::Role")) expect(props.ManagedPolicyArns ?? []).toEqual([]);
  });

  const emitting = areaNames.filter((area) => routes.some((one) => one.area === area && one.operation.emits));

  // Written out, for the wiring's own list is what is looked at.
  const wokenBy: Readonly<Record<string, readonly string[]>> = {
    webhook: ["deliveries", "slow-deliveries"],
    order: ["calls"],
    payment: ["calls"],
    provider: ["calls"],
    gateway: ["inbox"],
  };

  it.each(areaNames)("let a request to %s send to the queues that its area names, and no more", (area) => {
    const wanted = wokenBy[area] ?? [];
    for (const { operation } of routes.filter((route) => route.area === area)) {
      const handler = functionNamed(operation.name.replace(".", "-"));
      const onQueues = statementsOf(roleOf(handler)).filter(({ Action }) => /sqs:/.test(JSON.stringify(Action)));
      expect(onQueues.map(({ Action }) => Action)).toEqual(wanted.map(() => "sqs:SendMessage"));
      // Without the variable, a wake-up is dropped without a word.
      for (const { name, variable } of queues) {
        const may = wanted.includes(name);
        expect(onQueues.some(({ Resource }) => refersTo(Resource, queueNamed(name)))).toBe(may);
        expect(variable in handler.props.Environment.Variables).toBe(may);
      }
    }
  });

  it.each(areaNames)("let a request to %s put events on the bus if one of its area emits, and only then", (area) => {
    const [bus] = made.ofType("AWS::Events::EventBus");
    for (const { operation } of routes.filter((route) => route.area === area)) {
      const handler = functionNamed(operation.name.replace(".", "-"));
      const onBus = statementsOf(roleOf(handler)).filter(({ Action }) => /events:/.test(JSON.stringify(Action)));
      expect(onBus.map(({ Action }) => Action)).toEqual(emitting.includes(area) ? ["events:PutEvents"] : []);
      for (const { Resource } of onBus) expect(refersTo(Resource, bus!)).toBe(true);
      // Without the variable, every event waits for the sweep.
      expect("EVENT_BUS_NAME" in handler.props.Environment.Variables).toBe(emitting.includes(area));
    }
  });

  it("let nothing else put events on the bus but the sweeps that have some", () => {
    expect(emitting.toSorted()).toEqual(["collection", "image", "order", "parcel", "payment", "product", "returns", "variant"]);
    const may = backgroundNames.filter((name) => actionsOf(roleOf(functionNamed(name))).includes("events:PutEvents"));
    expect(may.toSorted()).toEqual(["make-calls", "sweep-outbox", "sweep-unpaid", "take-inbox"]);
    for (const name of may) expect(functionNamed(name).props.Environment.Variables).toHaveProperty("EVENT_BUS_NAME");
  });

  it.each(queues)("let $worker receive from its own queue only", ({ name, worker }) => {
    const receiving = statementsOf(roleOf(functionNamed(worker))).filter(({ Action }) =>
      Action.includes("sqs:ReceiveMessage"),
    );
    expect(receiving).toHaveLength(1);
    expect(refersTo(receiving[0]?.Resource, queueNamed(name))).toBe(true);
  });
});

describe("the network", () => {
  const groupsOf = ({ props }: Resource) => props.VpcConfig.SecurityGroupIds;
  const egressOf = (of: Resource, among: typeof made) => {
    const group = among.ofType("AWS::EC2::SecurityGroup").find((one) => refersTo(groupsOf(of), one));
    const apart = among.ofType("AWS::EC2::SecurityGroupEgress").filter(({ props }) => refersTo(props.GroupId, group!));
    return [...(group?.props.SecurityGroupEgress ?? []), ...apart.map(({ props }) => props)];
  };
  /** CDK writes this rule where nothing is allowed: an address nobody has, and no port. */
  const nowhere = ({ CidrIp }: Json) => CidrIp === "255.255.255.255/32";
  const toS3 = { DestinationPrefixListId: expect.any(String), FromPort: 443, ToPort: 443, IpProtocol: "tcp" };
  const inside = [...queues, ...schedules].filter(({ egress }) => !egress);
  const requests = areaNames.flatMap((name) => routes.find(({ area }) => area === name) ?? []);
  const names = [
    ...inside.map((one) => ("worker" in one ? one.worker : one.name)),
    ...requests.map(({ operation }) => operation.name.replace(".", "-")),
  ];

  // A request that calls a stranger makes people wait for it; whoever gets in by one must not get out by another way.
  // The subscriber must not send: not by mistake, and not when a dependency of ours is somebody else's one day.
  it.each(names)("gives %s no way out", (name) => {
    const handler = functionNamed(name);
    const rules = egressOf(handler, made).filter((rule) => !nowhere(rule));
    for (const { DestinationSecurityGroupId, ...rule } of rules) {
      // The one way that leads to no group of ours is S3's own, whose endpoint lets nothing through but our buckets.
      if (DestinationSecurityGroupId === undefined) expect(rule).toMatchObject(toS3);
    }
    const isolated = made
      .ofType("AWS::EC2::Subnet")
      .filter(({ props }) => JSON.stringify(props.Tags).includes("Isolated"));
    for (const subnet of handler.props.VpcConfig.SubnetIds) {
      expect(isolated.some((one) => refersTo(subnet, one))).toBe(true);
    }
    const tables = made.ofType("AWS::EC2::RouteTable").filter(({ id }) => id.startsWith("Vpcinside"));
    for (const { props } of made.ofType("AWS::EC2::Route")) {
      expect(tables.some((table) => refersTo(props.RouteTableId, table))).toBe(false);
    }
  });

  it("leaves the subscriber a given database's port, and only that", () => {
    const subscriber = withGiven
      .ofType("AWS::Lambda::Function")
      .find(({ props }) => /fan-out/.test(props.FunctionName));
    const outward = egressOf(subscriber!, withGiven).filter(({ CidrIp }) => CidrIp === "0.0.0.0/0");
    expect(outward).toMatchObject([{ FromPort: 6543, ToPort: 6543, IpProtocol: "tcp" }]);
  });

  // With a way to S3 and no policy on it, whoever gets in could carry everything out into a bucket of their own.
  it("has a way to the buckets of this account from inside, and to no others", () => {
    for (const one of [withAurora, withGiven]) {
      const [endpoint, ...more] = one
        .ofType("AWS::EC2::VPCEndpoint")
        .filter(({ props }) => props.VpcEndpointType === "Gateway");
      expect(more).toEqual([]);
      expect(JSON.stringify(endpoint?.props.ServiceName)).toContain(".s3");
      const tables = one.ofType("AWS::EC2::RouteTable").filter(({ id }) => id.startsWith("Vpcinside"));
      expect(tables.length).toBeGreaterThan(0);
      expect(endpoint?.props.RouteTableIds).toHaveLength(tables.length);
      for (const table of tables) expect(refersTo(endpoint?.props.RouteTableIds, table)).toBe(true);
      expect(endpoint?.props.PolicyDocument.Statement).toMatchObject([
        {
          Action: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
          Condition: { StringEquals: { "aws:ResourceAccount": { Ref: "AWS::AccountId" } } },
        },
      ]);
    }
  });

  // A setting that no deploy passes on is 10 s for ever. And what sends no webhook has no business with these, even if it
  // may reach the internet.
  it("tells the senders, and nobody else, how long to wait for a receiver and where not to send", () => {
    const senders = new Set(["send-deliveries", "send-slow-deliveries", "sweep-deliveries"]);
    for (const name of backgroundNames) {
      const { Variables } = functionNamed(name).props.Environment;
      const { WEBHOOK_EGRESS, WEBHOOK_TIMEOUT_SECONDS } = Variables;
      if (senders.has(name)) expect({ WEBHOOK_EGRESS, WEBHOOK_TIMEOUT_SECONDS }).toEqual(toSenders);
      else expect([WEBHOOK_EGRESS, WEBHOOK_TIMEOUT_SECONDS]).toEqual([undefined, undefined]);
    }
  });

  it("lets the senders out", () => {
    for (const { worker } of queues.filter(({ egress }) => egress)) {
      expect(egressOf(functionNamed(worker), made)).toMatchObject([{ CidrIp: "0.0.0.0/0", IpProtocol: "-1" }]);
    }
  });
});

describe("files", () => {
  const all = made.ofType("AWS::S3::Bucket");
  const policyOf = (bucket: Resource) =>
    made.ofType("AWS::S3::BucketPolicy").find(({ props }) => refersTo(props.Bucket, bucket))?.props.PolicyDocument
      .Statement;

  // The label on a parcel says where somebody lives.
  it("are in buckets that nobody else sees, encrypted, and reached over TLS only", () => {
    expect(all).toHaveLength(buckets.length + 1); // and the pages
    for (const bucket of all) {
      expect(bucket.props.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      const [{ ServerSideEncryptionByDefault }] = bucket.props.BucketEncryption.ServerSideEncryptionConfiguration;
      expect(ServerSideEncryptionByDefault).toEqual({ SSEAlgorithm: "AES256" });
      expect(policyOf(bucket)).toContainEqual(
        expect.objectContaining({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
      );
      for (const { Effect, Principal } of policyOf(bucket)) {
        if (Effect === "Allow") expect(Principal.AWS).not.toBe("*");
      }
    }
  });

  it("go by themselves after as many days as the wiring says, and pictures that are shown never", () => {
    for (const { name, keptDays } of buckets) {
      const { Rules } = bucketNamed(name).props.LifecycleConfiguration;
      const kept = Rules.filter(({ ExpirationInDays }: Json) => ExpirationInDays !== undefined);
      expect(Object.fromEntries(kept.map(({ Prefix, ExpirationInDays }: Json) => [Prefix, ExpirationInDays]))).toEqual(
        keptDays,
      );
      expect(Rules.every(({ Status }: Json) => Status === "Enabled")).toBe(true);
    }
  });

  it("are reached by who works with them, each folder for what it is needed for", () => {
    const granted = new Map<string, Json>();
    for (const handler of ours) {
      const onFiles = statementsOf(roleOf(handler)).filter(({ Action }) => [Action].flat().join().includes("s3:"));
      if (onFiles.length > 0) granted.set(handler.props.FunctionName.replace("test-quartermaster-", ""), onFiles);
      // Without the variable it does not know its bucket, and with it alone it is refused.
      for (const { name, variable } of buckets) {
        const may = onFiles.some(({ Resource }) => refersTo(Resource, bucketNamed(name)));
        expect(variable in (handler.props.Environment?.Variables ?? {}), variable).toBe(may);
      }
    }
    const images = routes
      .filter(({ area }) => area === "image")
      .map(({ operation }) => operation.name.replace(".", "-"));
    expect([...granted.keys()].toSorted()).toEqual([...images, "remove-old"].toSorted());
    const may = (name: string) =>
      granted
        .get(name)
        .map(({ Action, Resource }: Json) => [
          [Action].flat().join(),
          buckets.find((bucket) => refersTo(Resource, bucketNamed(bucket.name)))?.name,
          Resource["Fn::Join"][1].at(-1),
        ]);
    for (const name of images) {
      expect(may(name)).toEqual([
        ["s3:GetObject,s3:PutObject", "files", "/uploads/*"],
        ["s3:PutObject", "media", "/media/*"],
      ]);
    }
    expect(may("remove-old")).toEqual([["s3:DeleteObject", "media", "/media/*"]]);
  });

  it("that everybody may see are served by the site's own distribution, and by nothing else", () => {
    const { CacheBehaviors, Origins } = distribution();
    const behaviour = CacheBehaviors.find(({ PathPattern }: Json) => PathPattern === "/media/*");
    expect(behaviour).toMatchObject({ AllowedMethods: ["GET", "HEAD"], ViewerProtocolPolicy: "redirect-to-https" });
    const origin = Origins.find(({ Id }: Json) => Id === behaviour.TargetOriginId);
    expect(refersTo(origin.DomainName, bucketNamed("media"))).toBe(true);
    expect(origin.OriginAccessControlId).toBeDefined();
    const allowed = policyOf(bucketNamed("media")).filter(({ Effect }: Json) => Effect === "Allow");
    expect(allowed).toMatchObject([{ Action: "s3:GetObject", Principal: { Service: "cloudfront.amazonaws.com" } }]);
    expect(refersTo(allowed[0].Condition, made.ofType("AWS::CloudFront::Distribution")[0]!)).toBe(true);
    const { SecurityHeadersConfig } = headersOf(behaviour);
    expect(SecurityHeadersConfig).toMatchObject({
      ContentSecurityPolicy: { ContentSecurityPolicy: mediaHeaders["content-security-policy"] },
      ContentTypeOptions: { Override: true },
    });
  });

  // A signed address is of no use to a browser whose bucket does not let pages send there.
  it("can be sent by the pages, to the private bucket alone", () => {
    const { CorsRules } = bucketNamed("files").props.CorsConfiguration;
    expect(CorsRules).toMatchObject([{ AllowedMethods: ["PUT", "GET"], AllowedHeaders: ["content-type"] }]);
    expect(bucketNamed("media").props.CorsConfiguration).toBeUndefined();
  });
});

describe("a deploy", () => {
  it("puts no secret into a template", () => {
    for (const { text } of [withAurora, withGiven, emulated]) {
      for (const secret of [...Object.values(secrets), "a-password-to-look-for"]) expect(text).not.toContain(secret);
    }
  });

  // New code on an old schema answers 500 to everybody until somebody notices.
  it("migrates before it puts new code in place, whatever the database is", () => {
    for (const one of [withAurora, withGiven, emulated]) {
      const withCode = one.ofType("AWS::Lambda::Function").map(({ stack }) => stack);
      for (const stack of new Set(withCode.filter((name) => name !== "database")))
        expect(one.before(stack)).toContain("database");
      expect(one.ofType("Custom::Migrations")).toHaveLength(1);
    }
    expect(made.ofType("Custom::Migrations")[0]?.dependsOn.some((id) => id.startsWith("AuroraWriter"))).toBe(true);
  });

  it("migrates again when a migration is new, and only then", () => {
    const digestOf = (one: typeof made) => one.ofType("Custom::Migrations")[0]?.props.digest;
    expect(digestOf(withGiven)).toBe(digestOf(withAurora));
    expect(digestOf(emulated)).not.toBe(digestOf(withGiven));
  });

  it("makes an Aurora that cannot be deleted by mistake, unless a database is given", () => {
    expect(withAurora.ofType("AWS::RDS::DBCluster")).toMatchObject([
      { props: { DeletionProtection: true, StorageEncrypted: true } },
    ]);
    expect(withGiven.ofType("AWS::RDS::DBCluster")).toEqual([]);
  });

  it("keeps the logs of every function for a month", () => {
    const groups = made.ofType("AWS::Logs::LogGroup");
    for (const { props } of groups) expect(props.RetentionInDays).toBe(30);
    for (const { stack, props } of ours) {
      const own = groups.filter((group) => group.stack === stack);
      expect(own.some((group) => refersTo(props.LoggingConfig?.LogGroup, group))).toBe(true);
    }
  });

  it("serves the API and the pages at one address, and caches nothing of the API", () => {
    const [behaviour] = distribution().CacheBehaviors;
    expect(behaviour).toMatchObject({ PathPattern: "/api/*", CachePolicyId: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad" });
    expect(behaviour.AllowedMethods).toContain("DELETE");
    for (const { operation } of routes) {
      const { Variables } = functionNamed(operation.name.replace(".", "-")).props.Environment;
      expect(Object.keys(Variables)).toEqual(
        expect.arrayContaining(["PUBLIC_URL", "DISTRIBUTION_KEY", "SETTINGS_SECRET"]),
      );
    }
  });

  // Written twice, they drift: a page that works on one machine is then refused its pictures by the deployed one.
  it("sends the pages with the headers that the local runtime sends", () => {
    const { SecurityHeadersConfig } = headersOf(distribution().DefaultCacheBehavior);
    const { ContentSecurityPolicy, FrameOptions, ReferrerPolicy, ContentTypeOptions } = SecurityHeadersConfig;
    // Here, files go straight to their bucket, and on one machine to the store's own address.
    const policyText = ContentSecurityPolicy.ContentSecurityPolicy["Fn::Join"][1].map(nameOf).join("");
    const [ownPolicy, uploads] = policyText.split("; connect-src ");
    expect(uploads).toBe(`'self' https://${bucketNamed("files").id}.s3.AWS::Region.AWS::URLSuffix`);
    expect({
      "content-security-policy": ownPolicy,
      "referrer-policy": ReferrerPolicy.ReferrerPolicy,
      "x-content-type-options": ContentTypeOptions && "nosniff",
      "x-frame-options": FrameOptions.FrameOption,
    }).toEqual(pageHeaders);
  });

  // An emulator knows fewer resources than AWS, and one that it does not know fails the whole deploy.
  it("asks an emulator for no network and no CDN", () => {
    const types = new Set(emulated.resources.map(({ type }) => type));
    expect([...types].filter((type) => /::(EC2|RDS|CloudFront)::/.test(type))).toEqual([]);
    expect(emulated.ofType("AWS::S3::Bucket")).toHaveLength(buckets.length);
  });
});
