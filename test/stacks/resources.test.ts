import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mediaHeaders } from "#functions/page-headers";
import { buckets, queues, routes, schedules, spelledOut, usualMemoryMb } from "#functions/wiring";
import type { Json, Resource } from "../support/stacks/synthesised.ts";
import {
  actionsOf,
  areaNames,
  backgroundNames,
  bucketNamed,
  distributionIn,
  functionNamed,
  headersOf,
  made,
  queueNamed,
  refersTo,
  roleOf,
  statementsOf,
} from "../support/stacks/templates.ts";

const ours = made.ofType("AWS::Lambda::Function");
const distribution = (): Json => distributionIn(made);

describe("the API", () => {
  it.each(routes)("has a route and a function for $operation.name", ({ area, verb, operation, methods }) => {
    const handler = functionNamed(operation.name.replace(".", "-"));
    expect(handler).toMatchObject({
      stack: `area-${area}`,
      props: { Handler: `${verb}.handler`, Runtime: "nodejs24.x" },
    });
    for (const method of methods) {
      const key = `${method} ${operation.path}`;
      const found = made.ofType("AWS::ApiGatewayV2::Route").filter(({ props }) => props.RouteKey === key);
      expect(found).toHaveLength(1);
      const integration = made
        .ofType("AWS::ApiGatewayV2::Integration")
        .find((one) => one.stack === `area-${area}` && refersTo(found[0]?.props.Target, one));
      expect(refersTo(integration?.props.IntegrationUri, handler)).toBe(true);
      expect(integration?.props.PayloadFormatVersion).toBe("2.0");
    }
  });

  // API Gateway answers both with its own 404, and takes `PATCH /orders/picking-sheet` for the order "picking-sheet".
  it("leaves other requests to the function that knows which methods a path supports", () => {
    const integration = made
      .ofType("AWS::ApiGatewayV2::Integration")
      .find(({ props }) => refersTo(props.IntegrationUri, functionNamed("unrouted")));
    const keys = made
      .ofType("AWS::ApiGatewayV2::Route")
      .filter(({ stack, props }) => stack === "api" && refersTo(props.Target, integration!))
      .map(({ props }) => props.RouteKey);
    expect(keys).toContain("$default");
    expect(keys).toContain("ANY /api/admin/orders/picking-sheet");
    expect(keys).toHaveLength(1 + spelledOut.length);
  });

  it("gives the operations of an area one asset and one role", () => {
    for (const [, group = []] of Map.groupBy(routes, ({ area }) => area)) {
      const functions = group.map(({ operation }) => functionNamed(operation.name.replace(".", "-")));
      expect(new Set(functions.map(({ props }) => JSON.stringify([props.Code, props.Role]))).size).toBe(1);
    }
  });

  // API Gateway refuses the 301st of each; its quota for integrations cannot be raised.
  it.each(["Route", "Integration"])("has fewer than 300 of type %s", (type) => {
    expect(made.ofType(`AWS::ApiGatewayV2::${type}`).length).toBeLessThan(300);
  });

  // CloudFormation refuses the 501st resource of a stack, on the day someone adds an operation.
  it("keeps every stack well below 500 resources", () => {
    for (const [, group] of Map.groupBy(made.resources, ({ stack }) => stack)) expect(group.length).toBeLessThan(400);
  });
});

describe("each queue", () => {
  it.each(queues)("$name is received by its worker, and ends in a dead-letter queue", (queue) => {
    const { name, worker, batchSize, concurrency, maxReceiveCount, timeoutSeconds, visibilitySeconds } = queue;
    const { memoryMb = usualMemoryMb } = queue;
    const { props } = queueNamed(name);
    expect(props.VisibilityTimeout).toBe(visibilitySeconds);
    expect(visibilitySeconds).toBeGreaterThanOrEqual(6 * timeoutSeconds);
    expect(props.RedrivePolicy.maxReceiveCount).toBe(maxReceiveCount);
    expect(maxReceiveCount).toBeGreaterThanOrEqual(5);
    expect(refersTo(props.RedrivePolicy, queueNamed(`${name}-dead`))).toBe(true);

    const handler = functionNamed(worker);
    expect(handler.props).toMatchObject({ Timeout: timeoutSeconds, MemorySize: memoryMb });
    const sources = made.ofType("AWS::Lambda::EventSourceMapping");
    const source = sources.find((one) => refersTo(one.props.FunctionName, handler));
    expect(source?.props).toMatchObject({
      BatchSize: Math.min(batchSize, 10),
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      ScalingConfig: { MaximumConcurrency: concurrency },
    });
    expect(refersTo(source?.props.EventSourceArn, queueNamed(name))).toBe(true);
    expect(handler.props.ReservedConcurrentExecutions).toBeUndefined();
  });

  // Lambda stops a loop of a queue and its worker at about the sixteenth round, and drops the message: an import of more
  // than an hour, and the deliveries after a long outage, would then wait for the sweep each time.
  it("lets its worker wake itself again and again, and a loop of other functions is stopped", () => {
    const may = ours.filter(({ props }) => props.RecursiveLoop === "Allow").map(({ props }) => props.FunctionName);
    const wanted = ["make-calls", "run-jobs", "send-deliveries", "send-messages", "send-slow-deliveries", "take-inbox"];
    expect(may.toSorted()).toEqual(wanted.map((name) => `test-quartermaster-${name}`));
  });

  it("that events go to has a rule on the bus, with its own dead-letter queue", () => {
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

describe("permissions", () => {
  // As in Lambda's documentation of networks.
  const forNetworkInterfaces = [
    ...["ec2:CreateNetworkInterface", "ec2:DescribeNetworkInterfaces", "ec2:DescribeSubnets"],
    ...["ec2:DeleteNetworkInterface", "ec2:AssignPrivateIpAddresses", "ec2:UnassignPrivateIpAddresses"],
  ];

  it("name their actions and resources, except for the network interface, which has no name yet", () => {
    const unrestricted = new Set<string>();
    for (const { props } of made.ofType("AWS::IAM::Policy")) {
      for (const { Effect, Action, Resource } of props.PolicyDocument.Statement) {
        if (Effect !== "Allow") continue;
        const actions = [Action].flat();
        expect(actions.filter((action) => action.includes("*"))).toEqual([]);
        if ([Resource].flat().includes("*")) for (const action of actions) unrestricted.add(action);
      }
    }
    expect([...unrestricted]).toEqual(forNetworkInterfaces);
    for (const { props } of made.ofType("AWS::IAM::Role")) expect(props.ManagedPolicyArns ?? []).toEqual([]);
  });

  // Otherwise whoever gets into a function can create and delete network interfaces in the whole account.
  it("let Lambda manage the network interface, and not the function's own code", () => {
    const handlers = ours.filter(({ props }) => props.VpcConfig);
    expect(handlers.length).toBeGreaterThan(200);
    for (const role of new Set(handlers.map(roleOf))) {
      expect(statementsOf(role), role.stack).toContainEqual({
        Effect: "Deny",
        Action: forNetworkInterfaces,
        Resource: "*",
        Condition: { Null: { "lambda:SourceFunctionArn": "false" } },
      });
    }
  });

  const emitting = areaNames.filter((area) => routes.some((one) => one.area === area && one.operation.emits));

  /** Read from the handlers, since the wiring's own list is what is tested. */
  function wokenBy(area: string): string[] {
    const handlers = readFileSync(join(import.meta.dirname, `../../functions/admin/${area}.ts`), "utf8");
    const woken = [...handlers.matchAll(/\bwaking\("([\w-]+)"\)/g)].map(([, queue = ""]) => queue);
    if (/= asks\(/.test(handlers)) woken.push("calls");
    if (/= receives\(/.test(handlers)) woken.push("inbox");
    if (/\bwakeByQueue\(/.test(handlers)) woken.push("deliveries", "slow-deliveries");
    return [...new Set(woken)];
  }

  it.each(areaNames)("let a request to %s send to the queues that its area names, and no others", (area) => {
    const wanted = wokenBy(area);
    for (const { operation } of routes.filter((route) => route.area === area)) {
      const handler = functionNamed(operation.name.replace(".", "-"));
      const onQueues = statementsOf(roleOf(handler)).filter(({ Action }) => /sqs:/.test(JSON.stringify(Action)));
      expect(onQueues.map(({ Action }) => Action)).toEqual(wanted.map(() => "sqs:SendMessage"));
      // Without the variable, a wake-up is dropped silently.
      for (const { name, variable } of queues) {
        const may = wanted.includes(name);
        expect(onQueues.some(({ Resource }) => refersTo(Resource, queueNamed(name)))).toBe(may);
        expect(variable in handler.props.Environment.Variables).toBe(may);
      }
    }
  });

  it.each(areaNames)("let a request to %s put events on the bus only if an operation of its area emits", (area) => {
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

  it("let nothing else put events on the bus but the sweeps that emit", () => {
    expect(emitting.toSorted()).toEqual([
      "cart",
      "collection",
      "image",
      "order",
      "parcel",
      "payment",
      "product",
      "returns",
      "variant",
    ]);
    const may = backgroundNames.filter((name) => actionsOf(roleOf(functionNamed(name))).includes("events:PutEvents"));
    expect(may.toSorted()).toEqual([
      "make-calls",
      "run-jobs",
      "sweep-carts",
      "sweep-outbox",
      "sweep-unpaid",
      "take-inbox",
    ]);
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

describe("files", () => {
  const all = made.ofType("AWS::S3::Bucket");
  const policyOf = (bucket: Resource) =>
    made.ofType("AWS::S3::BucketPolicy").find(({ props }) => refersTo(props.Bucket, bucket))?.props.PolicyDocument
      .Statement;

  // The label on a parcel shows where someone lives.
  it("are in buckets that are not public, encrypted, and reached over TLS only", () => {
    expect(all).toHaveLength(buckets.length + 1); // plus the pages
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

  it("expire after as many days as the wiring says, and published images never", () => {
    for (const { name, keptDays } of buckets) {
      const { Rules } = bucketNamed(name).props.LifecycleConfiguration;
      const kept = Rules.filter(({ ExpirationInDays }: Json) => ExpirationInDays !== undefined);
      expect(Object.fromEntries(kept.map(({ Prefix, ExpirationInDays }: Json) => [Prefix, ExpirationInDays]))).toEqual(
        keptDays,
      );
      expect(Rules.every(({ Status }: Json) => Status === "Enabled")).toBe(true);
    }
  });

  it("can be accessed by the functions that use them, each folder with only the permissions needed", () => {
    const granted = new Map<string, Json>();
    for (const handler of ours) {
      const onFiles = statementsOf(roleOf(handler)).filter(({ Action }) => [Action].flat().join().includes("s3:"));
      if (onFiles.length > 0) granted.set(handler.props.FunctionName.replace("test-quartermaster-", ""), onFiles);
      // Without the variable it does not know its bucket, and with only the variable it is refused.
      for (const { name, variable } of buckets) {
        const may = onFiles.some(({ Resource }) => refersTo(Resource, bucketNamed(name)));
        expect(variable in (handler.props.Environment?.Variables ?? {}), variable).toBe(may);
      }
    }
    const of = (wanted: string) =>
      routes.filter(({ area }) => area === wanted).map(({ operation }) => operation.name.replace(".", "-"));
    const [images, imports, exports, parcels] = [of("image"), of("import"), of("export"), of("parcel")];
    const others = ["make-calls", "remove-old", "run-jobs"];
    expect([...granted.keys()].toSorted()).toEqual(
      [...images, ...imports, ...exports, ...parcels, ...others].toSorted(),
    );
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
    for (const name of parcels) expect(may(name)).toEqual([["s3:GetObject", "files", "/labels/*"]]);
    expect(may("make-calls")).toEqual([["s3:PutObject", "files", "/labels/*"]]);
    for (const name of imports) {
      expect(may(name)).toEqual([
        ["s3:PutObject", "files", "/uploads/*"],
        ["s3:GetObject", "files", "/exports/*"],
      ]);
    }
    for (const name of exports) expect(may(name)).toEqual([["s3:GetObject", "files", "/exports/*"]]);
    expect(may("run-jobs")).toEqual([
      ["s3:GetObject", "files", "/uploads/*"],
      ["s3:GetObject,s3:PutObject", "files", "/exports/*"],
    ]);
    expect(may("remove-old")).toEqual([
      ["s3:DeleteObject", "media", "/media/*"],
      ["s3:DeleteObject", "files", "/labels/*"],
    ]);
  });

  it("that are public are served by the site's own distribution, and by nothing else", () => {
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

  // A signed URL is useless in a browser if the bucket does not let pages send there.
  it("can be uploaded by the pages, to the private bucket only", () => {
    const { CorsRules } = bucketNamed("files").props.CorsConfiguration;
    expect(CorsRules).toMatchObject([{ AllowedMethods: ["PUT", "GET"], AllowedHeaders: ["content-type"] }]);
    expect(bucketNamed("media").props.CorsConfiguration).toBeUndefined();
  });
});
