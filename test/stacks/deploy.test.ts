import { describe, expect, it } from "vitest";
import { pageHeaders } from "#functions/page-headers";
import { buckets, queues, routes, schedules } from "#functions/wiring";
import { synthesised } from "../support/stacks/synth.ts";
import type { Json, Resource } from "../support/stacks/synthesised.ts";
import {
  areaNames,
  backgroundNames,
  bucketNamed,
  distributionIn,
  functionNamed,
  given,
  headersOf,
  made,
  refersTo,
  secrets,
  toSenders,
} from "../support/stacks/templates.ts";

const withAurora = made;
const withGiven = synthesised({ ...secrets, DATABASE_URL: given });
// The same code with other migrations.
const emulated = synthesised(
  { ...secrets, DATABASE_URL: given, AWS_ENDPOINT_URL: "http://127.0.0.1:4566" },
  "select 2;",
);
const ours = made.ofType("AWS::Lambda::Function");
const distribution = (): Json => distributionIn(made);
/** A part of a text that CloudFormation assembles. */
const nameOf = (part: Json): string => (typeof part === "string" ? part : part.Ref);

describe("the network", () => {
  const groupsOf = ({ props }: Resource) => props.VpcConfig.SecurityGroupIds;
  const egressOf = (of: Resource, among: typeof made) => {
    const group = among.ofType("AWS::EC2::SecurityGroup").find((one) => refersTo(groupsOf(of), one));
    const apart = among.ofType("AWS::EC2::SecurityGroupEgress").filter(({ props }) => refersTo(props.GroupId, group!));
    return [...(group?.props.SecurityGroupEgress ?? []), ...apart.map(({ props }) => props)];
  };
  /** CDK writes this rule if nothing is allowed: an address that no one has, and no port. */
  const nowhere = ({ CidrIp }: Json) => CidrIp === "255.255.255.255/32";
  const toS3 = { DestinationPrefixListId: expect.any(String), FromPort: 443, ToPort: 443, IpProtocol: "tcp" };
  const inside = [...queues, ...schedules].filter(({ egress }) => !egress);
  const requests = areaNames.flatMap((name) => routes.find(({ area }) => area === name) ?? []);
  const names = [
    ...inside.map((one) => ("worker" in one ? one.worker : one.name)),
    ...requests.map(({ operation }) => operation.name.replace(".", "-")),
  ];

  // A request that calls an external service makes people wait for it, and an intruder must not get data out. The
  // subscriber must not send: not by mistake, and not if one of our dependencies is compromised.
  it.each(names)("gives %s no way out", (name) => {
    const handler = functionNamed(name);
    const rules = egressOf(handler, made).filter((rule) => !nowhere(rule));
    for (const { DestinationSecurityGroupId, ...rule } of rules) {
      // The only rule that leads to no group of ours is S3's, whose endpoint lets only our buckets through.
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

  // With access to S3 and no policy on it, an intruder could copy everything into a bucket of their own.
  it("gives access to the buckets of this account from inside, and to no others", () => {
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

  // With an account of their own, an intruder could send everything to its queues, although there is no other way out.
  it("serves at the endpoints of AWS's services who belongs to this account, and nobody else", () => {
    for (const one of [withAurora, withGiven]) {
      const endpoints = one
        .ofType("AWS::EC2::VPCEndpoint")
        .filter(({ props }) => props.VpcEndpointType === "Interface");
      expect(endpoints).toHaveLength(3);
      for (const { props } of endpoints) {
        expect(props.PolicyDocument?.Statement).toMatchObject([
          { Condition: { StringEquals: { "aws:PrincipalAccount": { Ref: "AWS::AccountId" } } } },
        ]);
      }
    }
  });

  // A setting that no deploy passes on stays 10 s for ever. And functions that send no webhook do not need these, even
  // if they can reach the internet.
  it("gives only the senders the timeout and the egress setting", () => {
    const senders = new Set(["send-deliveries", "send-slow-deliveries", "sweep-deliveries"]);
    for (const name of backgroundNames) {
      const { Variables } = functionNamed(name).props.Environment;
      const { WEBHOOK_EGRESS, WEBHOOK_TIMEOUT_SECONDS } = Variables;
      if (senders.has(name)) expect({ WEBHOOK_EGRESS, WEBHOOK_TIMEOUT_SECONDS }).toEqual(toSenders);
      else expect([WEBHOOK_EGRESS, WEBHOOK_TIMEOUT_SECONDS]).toEqual([undefined, undefined]);
    }
  });

  // The subscriber and the senders must agree: a record that no one reads is useless, and without records each wake-up
  // is waited for.
  it("configures the subscriber and the senders for wake-ups that cost money", () => {
    const paced = new Set(["fan-out-event", "send-deliveries", "send-slow-deliveries", "sweep-deliveries"]);
    for (const name of backgroundNames) {
      const pace = functionNamed(name).props.Environment.Variables.WEBHOOK_PACE;
      expect([name, pace]).toEqual([name, paced.has(name) ? "economical" : undefined]);
    }
  });

  // The set of characters that EC2's CreateSecurityGroup documents: an emulator takes any.
  it("describes security groups in characters that EC2 accepts", () => {
    for (const one of [withAurora, withGiven]) {
      const groups = one.resources.filter(({ type }) => type.startsWith("AWS::EC2::SecurityGroup"));
      expect(groups.length).toBeGreaterThan(3);
      for (const { props } of groups) {
        const rules = [...(props.SecurityGroupEgress ?? []), ...(props.SecurityGroupIngress ?? [])];
        for (const text of [props.GroupDescription, props.Description, ...rules.map(({ Description }) => Description)])
          expect(text ?? "").toMatch(/^[a-zA-Z0-9. _\-:/()#,@[\]+=&;{}!$*]{0,255}$/);
      }
    }
  });

  // Receivers allow it by its IP address. Without a fixed one, a new NAT would have another.
  it("has one address that webhooks come from, and shows it", () => {
    const [address, ...more] = made.ofType("AWS::EC2::EIP");
    expect(more).toEqual([]);
    const [nat] = made.ofType("AWS::EC2::NatGateway");
    expect(refersTo(nat?.props.AllocationId, address!)).toBe(true);
    expect(made.outputs["WebhooksComeFrom"]).toEqual({ Ref: address?.id });
  });

  it("lets the senders out", () => {
    for (const { worker } of queues.filter(({ egress }) => egress)) {
      expect(egressOf(functionNamed(worker), made)).toMatchObject([{ CidrIp: "0.0.0.0/0", IpProtocol: "-1" }]);
    }
  });
});

describe("the network of a given database", () => {
  const joined = synthesised({ ...secrets, DATABASE_URL: given, VPC_ID: "vpc-0a1b2c3d" });
  const withItsOwn = synthesised({ ...secrets, DATABASE_URL: given, VPC_ID: "vpc-0a1b2c3d", VPC_ENDPOINTS: "given" });
  const typesIn = (one: typeof made) => new Set(one.resources.map(({ type }) => type));

  // A second NAT costs as much as the database, and the services' names can be in a network only once.
  it("is joined: nothing is created in it but groups, and the AWS endpoints it lacks", () => {
    for (const one of [joined, withItsOwn]) {
      for (const type of ["VPC", "Subnet", "NatGateway", "EIP", "RouteTable", "InternetGateway"]) {
        expect(typesIn(one)).not.toContain(`AWS::EC2::${type}`);
      }
    }
    const services = (one: typeof made) =>
      one.ofType("AWS::EC2::VPCEndpoint").map(({ props }) => props.ServiceName.split(".").at(-1));
    expect(services(joined).toSorted()).toEqual(["events", "secretsmanager", "sqs"]);
    expect(services(withItsOwn)).toEqual([]);
  });

  // A network with a tier for programs and one for databases has two in each zone, and AWS refuses an endpoint in both.
  it("gets its endpoints once in each zone, however many private subnets a zone has", () => {
    const subnet = (subnetId: string, availabilityZone: string) => ({
      subnetId,
      availabilityZone,
      routeTableId: "rtb",
    });
    const tier = (name: string) => ({
      name,
      type: "Private",
      subnets: [subnet(`${name}-a`, "eu-central-1a"), subnet(`${name}-b`, "eu-central-1b")],
    });
    const found = { vpcId: "vpc-0a1b2c3d", vpcCidrBlock: "10.0.0.0/16", availabilityZones: [] };
    const key = Object.entries({
      "vpc-provider:account": "123456789012",
      "filter.vpc-id": "vpc-0a1b2c3d",
      region: "eu-central-1",
      returnAsymmetricSubnets: "true",
    })
      .map((pair) => pair.join("="))
      .join(":");
    const CDK_CONTEXT_JSON = JSON.stringify({
      [key]: { ...found, subnetGroups: [tier("programs"), tier("databases")] },
    });
    const tiers = { ...secrets, DATABASE_URL: given, VPC_ID: "vpc-0a1b2c3d", CDK_CONTEXT_JSON };
    const endpoints = synthesised(tiers).ofType("AWS::EC2::VPCEndpoint");
    expect(endpoints).toHaveLength(3);
    for (const { props } of endpoints) expect(props.SubnetIds).toEqual(["programs-a", "programs-b"]);
  });

  it("has private subnets, with every function in them", () => {
    for (const handler of joined.ofType("AWS::Lambda::Function").filter(({ stack }) => /^area-|workers/.test(stack))) {
      expect(handler.props.VpcConfig.SubnetIds).toEqual(["p-12345", "p-67890"]);
    }
  });

  // With general access over TLS, "the subscriber cannot send" would only depend on its code.
  it("lets functions inside reach the database's port, the network's own TLS and S3, and nothing else", () => {
    for (const one of [joined, withItsOwn]) {
      const out = one
        .ofType("AWS::EC2::SecurityGroup")
        .find(({ props }) => props.GroupDescription.includes("without a way out"))?.props.SecurityGroupEgress;
      const anywhere = out.filter(({ CidrIp }: Json) => CidrIp === "0.0.0.0/0");
      expect(anywhere).toMatchObject([{ FromPort: 6543, ToPort: 6543 }]);
      const network = out.filter(({ CidrIp }: Json) => CidrIp === "1.2.3.4/5");
      expect(network).toMatchObject(one === joined ? [] : [{ FromPort: 443, ToPort: 443 }]);
    }
  });

  it("is not joined without a database in it, or with an invalid setting", () => {
    expect(() => synthesised({ ...secrets, VPC_ID: "vpc-0a1b2c3d" })).toThrow("VPC_ID goes with DATABASE_URL");
    const odd = { DATABASE_URL: given, VPC_ID: "vpc-0a1b2c3d", VPC_ENDPOINTS: "yes" };
    expect(() => synthesised({ ...secrets, ...odd })).toThrow("VPC_ENDPOINTS");
  });
});

describe("a deploy", () => {
  it("puts no secret into a template", () => {
    for (const { text } of [withAurora, withGiven, emulated]) {
      for (const secret of [...Object.values(secrets), "a-password-to-look-for"]) expect(text).not.toContain(secret);
    }
  });

  // New code on an old schema answers 500 to everyone until someone notices.
  it("migrates before it puts new code in place, whatever the database is", () => {
    for (const one of [withAurora, withGiven, emulated]) {
      const withCode = one.ofType("AWS::Lambda::Function").map(({ stack }) => stack);
      for (const stack of new Set(withCode.filter((name) => name !== "migrations")))
        expect(one.before(stack)).toContain("migrations");
      expect(one.before("migrations")).toContain("database");
      expect(one.ofType("Custom::Migrations")).toHaveLength(1);
    }
  });

  // CloudFormation rolls back the whole stack: at a first deploy it would try to delete an Aurora that is protected, and
  // later to return one to a version that Aurora does not go back to.
  it("rolls back nothing but the migrations if one fails", () => {
    const [{ stack } = { stack: "" }] = made.ofType("Custom::Migrations");
    const besides = made.resources.filter((one) => one.stack === stack).map(({ type }) => type);
    expect(besides.toSorted()).toEqual([
      "AWS::IAM::Policy",
      "AWS::IAM::Role",
      "AWS::Lambda::Function",
      "AWS::Logs::LogGroup",
      "Custom::Migrations",
    ]);
  });

  it("migrates again if a migration is new, and only then", () => {
    const digestOf = (one: typeof made) => one.ofType("Custom::Migrations")[0]?.props.digest;
    expect(digestOf(withGiven)).toBe(digestOf(withAurora));
    expect(digestOf(emulated)).not.toBe(digestOf(withGiven));
  });

  it("creates an Aurora that cannot be deleted by mistake, unless a database is given", () => {
    expect(withAurora.ofType("AWS::RDS::DBCluster")).toMatchObject([
      { props: { DeletionProtection: true, StorageEncrypted: true } },
    ]);
    expect(withGiven.ofType("AWS::RDS::DBCluster")).toEqual([]);
  });

  // Otherwise RDS creates the log group of an Aurora itself, and its lines are kept for ever.
  it("keeps the logs of every function, and of the Aurora, for a month", () => {
    const [cluster] = made.ofType("AWS::RDS::DBCluster");
    const [ofAurora] = made
      .ofType("AWS::Logs::LogGroup")
      .filter(({ stack, props }) => stack === "database" && props.LogGroupName);
    expect(ofAurora?.props.LogGroupName).toBe(`/aws/rds/cluster/${cluster?.props.DBClusterIdentifier}/postgresql`);
    expect(cluster?.dependsOn).toContain(ofAurora?.id);

    const groups = made.ofType("AWS::Logs::LogGroup");
    for (const { props } of groups) expect(props.RetentionInDays).toBe(30);
    for (const { stack, props } of ours) {
      const own = groups.filter((group) => group.stack === stack);
      expect(own.some((group) => refersTo(props.LoggingConfig?.LogGroup, group))).toBe(true);
    }
  });

  it("serves the API and the pages at one address, and caches only API answers that allow it", () => {
    const behaviour = distribution().CacheBehaviors.find(({ PathPattern }: Json) => PathPattern === "/api/*");
    expect(behaviour).toMatchObject({ CachePolicyId: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad" });
    expect(behaviour.AllowedMethods).toContain("DELETE");
    for (const { operation } of routes) {
      const { Variables } = functionNamed(operation.name.replace(".", "-")).props.Environment;
      expect(Object.keys(Variables)).toEqual(expect.arrayContaining(["PUBLIC_URL", "SETTINGS_SECRET"]));
    }
  });

  // Maintained twice, they drift: a page that works locally is then refused its images by the deployed one.
  it("sends the pages with the headers that the local runtime sends", () => {
    const { SecurityHeadersConfig } = headersOf(distribution().DefaultCacheBehavior);
    const { ContentSecurityPolicy, FrameOptions, ReferrerPolicy, ContentTypeOptions } = SecurityHeadersConfig;
    // Deployed, files go directly to their bucket, and locally to the store's own address.
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

  // An emulator supports fewer resources than AWS, and an unsupported one fails the whole deploy.
  it("requests no network and no CDN from an emulator", () => {
    const types = new Set(emulated.resources.map(({ type }) => type));
    expect([...types].filter((type) => /::(EC2|RDS|CloudFront)::/.test(type))).toEqual([]);
    expect(emulated.ofType("AWS::S3::Bucket")).toHaveLength(buckets.length);
  });

  // Their names are of the whole account: the same stage in another region failed half an hour later, once it had made
  // its database.
  it("gives what the account has in no region a name with the region", () => {
    const nameOfType = {
      "AWS::CloudFront::Function": ({ Name }: Json) => Name,
      "AWS::CloudFront::CachePolicy": ({ CachePolicyConfig }: Json) => CachePolicyConfig.Name,
      "AWS::CloudFront::ResponseHeadersPolicy": ({ ResponseHeadersPolicyConfig }: Json) =>
        ResponseHeadersPolicyConfig.Name,
      "AWS::CloudFront::OriginAccessControl": ({ OriginAccessControlConfig }: Json) => OriginAccessControlConfig.Name,
      "AWS::CloudWatch::Dashboard": ({ DashboardName }: Json) => DashboardName,
    };
    for (const [type, nameIn] of Object.entries(nameOfType)) {
      const names = made.ofType(type).map(({ props }) => nameIn(props));
      expect(names.length, type).toBeGreaterThan(0);
      expect(new Set(names).size).toBe(names.length);
      // CloudFront takes 64 characters, also for the longest stage and region.
      for (const name of names) expect(name).toMatch(/^(?=.{1,64}$).*test.*quartermaster.*$/);
      for (const name of names) expect(name, type).toContain("eu-central-1");
    }
  });

  // Parallel area stacks would change one API at once: API Gateway refuses one of them, and the deploy is rolled back.
  it("changes the routes of the API in one stack at a time", () => {
    const withRoutes = made.stacks.filter((stack) =>
      made.ofType("AWS::ApiGatewayV2::Route").some((route) => route.stack === stack),
    );
    expect(withRoutes.length).toBeGreaterThan(10);
    const waits = (stack: string, other: string): boolean =>
      made.before(stack).some((one) => one === other || waits(one, other));
    const inTurn = withRoutes.toSorted((a, b) => (waits(a, b) ? 1 : -1));
    for (const [nth, stack] of inTurn.entries()) {
      const next = inTurn[nth + 1];
      if (next) expect(waits(next, stack), `${next} after ${stack}`).toBe(true);
    }
  });

  // The other way round, a page of the new release requests what the old handlers do not support.
  it("puts the pages in place after every handler", () => {
    const withCode = new Set(
      ours.filter(({ stack }) => /^area-|workers|schedules/.test(stack)).map(({ stack }) => stack),
    );
    expect(withCode.size).toBeGreaterThan(10);
    for (const stack of withCode) expect(made.before("pages")).toContain(stack);
  });

  it("keeps the files of earlier pages, and lets browsers cache only files named by their contents", () => {
    const uploads = made.ofType("Custom::CDKBucketDeployment");
    const parts = uploads.find(({ props }) => props.DestinationBucketKeyPrefix === "assets");
    const page = uploads.find(({ props }) => props.DestinationBucketKeyPrefix === undefined);
    expect(uploads).toHaveLength(2);
    // A page that was opened yesterday requests files that only yesterday's release had.
    for (const { props } of uploads) expect(props.Prune).toBe(false);
    expect(parts?.props.SystemMetadata).toEqual({ "cache-control": "public, max-age=31536000, immutable" });
    expect(page?.props.SystemMetadata).toEqual({ "cache-control": "no-cache" });
    expect(page?.dependsOn).toContain(parts?.id);
    for (const { props } of uploads) expect(refersTo(props.DestinationBucketName, bucketNamed("Pages"))).toBe(true);
  });

  it("has access logs of the API that say why API Gateway answered instead of a handler, without the query", () => {
    const [stage] = made.ofType("AWS::ApiGatewayV2::Stage");
    const { Format } = stage?.props.AccessLogSettings ?? {};
    const line = JSON.parse(Format.replace("$context.status", "503").replaceAll(/\$context\.[\w.]+/g, "-"));
    expect(line).toMatchObject({ status: 503, integrationError: "-", route: "-" });
    // The variables of HTTP APIs: an unknown one is logged as "-" for ever.
    const known =
      /^\$context\.(requestId|requestTime|identity\.sourceIp|httpMethod|routeKey|path|responseLength|responseLatency|error\.message|integrationErrorMessage|status)$/;
    for (const [name] of Format.matchAll(/\$context\.[\w.]+/g)) expect(name).toMatch(known);
  });
});

describe("a given database", () => {
  const withDatabase = (settings: Readonly<Record<string, string>>) => () => synthesised({ ...secrets, ...settings });

  // Someone between two networks could read every order, and the password.
  it.each(["", "?sslmode=disable", "?sslmode=prefer"])("is refused with a URL that ends in %j", (end) => {
    const refused = withDatabase({ DATABASE_URL: `postgres://shop:secret-word@db.example.com/shop${end}` });
    expect(refused).toThrow("?sslmode=verify-full");
    expect(refused).not.toThrow("secret-word");
  });

  it("may have a standby, which is just as protected, at the port that functions may reach", () => {
    const standby = (url: string) => withDatabase({ DATABASE_URL: given, DATABASE_READ_URL: url });
    expect(standby("postgres://shop:secret-word@read.example.com/shop")).toThrow("DATABASE_READ_URL must end in");
    expect(standby("postgres://shop@read.example.com:6000/shop?sslmode=require")).toThrow("the port of DATABASE_URL");
    const alone = { DATABASE_READ_URL: "postgres://shop@read.example.com/shop?sslmode=require" };
    expect(withDatabase(alone)).toThrow("goes with DATABASE_URL");
  });

  it("created here has a standby, and functions know its address", () => {
    const told = (one: typeof made) =>
      one.ofType("AWS::Lambda::Function").filter(({ props }) => props.Environment?.Variables?.DATABASE_READ_HOST);
    expect(JSON.stringify(told(withAurora)[0]?.props.Environment.Variables.DATABASE_READ_HOST)).toContain(
      "ReadEndpoint",
    );
    expect(told(withGiven)).toEqual([]);
  });

  it("is given no more concurrent requests than it has connections, and refused if it has too few", () => {
    const throttleOf = (one: typeof made) => one.ofType("AWS::ApiGatewayV2::Stage")[0]?.props.DefaultRouteSettings;
    const most = (one: typeof made) => {
      const { ThrottlingBurstLimit, ThrottlingRateLimit } = throttleOf(one);
      return ThrottlingBurstLimit + ThrottlingRateLimit;
    };
    const inBackground = queues.reduce((sum, { concurrency }) => sum + concurrency, schedules.length);
    expect(most(withAurora) + inBackground).toBeLessThan(2_000);
    expect(most(withAurora)).toBeGreaterThan(1_500);
    expect(most(withGiven) + inBackground).toBeLessThan(100);
    const larger = withDatabase({ DATABASE_URL: given, DATABASE_MAX_CONNECTIONS: "400" })();
    expect(most(larger) + inBackground).toBeLessThan(400);
    expect(most(larger)).toBeGreaterThan(300);
    for (const few of ["30", "0", "many"]) {
      expect(withDatabase({ DATABASE_URL: given, DATABASE_MAX_CONNECTIONS: few })).toThrow("DATABASE_MAX_CONNECTIONS");
    }
    // With more than one, every second connection would be held unused.
    for (const handler of ours.filter(({ stack }) => /^area-|workers|schedules/.test(stack))) {
      expect(handler.props.Environment.Variables.DATABASE_CONNECTIONS).toBe("1");
    }
  });
});

describe("a domain of one's own", () => {
  const CERTIFICATE_ARN = "arn:aws:acm:us-east-1:123456789012:certificate/0d7e4a11-77c3-4d1f-9c4e-0c5f2b7b2f10";
  const DOMAIN = "shop.example.com";

  it("is what people see, and accepts no TLS below 1.2", () => {
    const one = synthesised({ ...secrets, DOMAIN, CERTIFICATE_ARN });
    expect(distributionIn(one)).toMatchObject({
      Aliases: [DOMAIN],
      ViewerCertificate: { AcmCertificateArn: CERTIFICATE_ARN, MinimumProtocolVersion: "TLSv1.2_2021" },
    });
    const handler = functionNamed("order-read", one);
    expect(handler.props.Environment.Variables.PUBLIC_URL).toBe(`https://${DOMAIN}`);
  });

  // It may be a company's own name: a browser that has seen one image would refuse all of its plain-HTTP sites for a year.
  it("promises TLS for itself, and not for the names below it", () => {
    for (const { props } of made.ofType("AWS::CloudFront::ResponseHeadersPolicy"))
      expect(props.ResponseHeadersPolicyConfig.SecurityHeadersConfig.StrictTransportSecurity).toEqual({
        AccessControlMaxAgeSec: 31_536_000,
        IncludeSubdomains: false,
        Override: true,
      });
  });

  it.each([
    ["no certificate", { DOMAIN }],
    ["a certificate of another region", { DOMAIN, CERTIFICATE_ARN: CERTIFICATE_ARN.replace("us-east-1", "eu-west-1") }],
    ["an address in place of a name", { DOMAIN: "https://shop.example.com", CERTIFICATE_ARN }],
    ["no name", { CERTIFICATE_ARN }],
  ])("is refused with %s, before anything is created", (_, settings) => {
    expect(() => synthesised({ ...secrets, ...settings })).toThrow(/DOMAIN|CERTIFICATE_ARN/);
  });
});
