/** The templates that a deploy would send, and helpers to look things up in them. */
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { inject } from "vitest";
import { queues, routes, schedules } from "#functions/wiring";
import { alone } from "#local/alone";
import { templatesIn } from "../harness/scratch.ts";
import { type Json, type Resource, type Synthesised, synthesisedOf } from "./synthesised.ts";

export const secrets = {
  SECRETS_KEY: "k1:c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0MDA=",
  ADMIN_TOKEN: "an-admin-token-to-look-for",
};
export const given = "postgres://shop:a-password-to-look-for@db.example.com:6543/shop?sslmode=require";
export const toSenders = { WEBHOOK_EGRESS: "public", WEBHOOK_TIMEOUT_SECONDS: "20" };

/** As `keepSettings` tells the stacks. */
export const settingsDigest = "a-digest-of-all-secrets";

/** The settings of a store with its own database. */
export const ofItsOwn = { ...secrets, ...toSenders, SETTINGS_DIGEST: settingsDigest };

const kept = templatesIn(inject("folder"));

/**
 * The templates of that store. The first file that needs them synthesises them, the others of the
 * run read what it has kept: to load CDK and to synthesise is most of what these files take.
 */
export const made = await alone(`${kept}.lock`, async () => {
  if (!existsSync(kept)) {
    const { synthesised } = await import("./synth.ts");
    // In one step: nobody reads half of it if this process is killed.
    await writeFile(`${kept}.new`, synthesised(ofItsOwn).text);
    await rename(`${kept}.new`, kept);
  }
  return synthesisedOf(JSON.parse(await readFile(kept, "utf8")));
});

export const areaNames = [...new Set(routes.map(({ area }) => area))];
export const backgroundNames = [...queues.map(({ worker }) => worker), ...schedules.map(({ name }) => name)];

const found = (resource: Resource | undefined, what: string): Resource => {
  if (!resource) throw new Error(`no ${what}`);
  return resource;
};

export const functionNamed = (name: string, among: Synthesised = made): Resource =>
  found(
    among.ofType("AWS::Lambda::Function").find(({ props }) => props.FunctionName === `test-quartermaster-${name}`),
    `function ${name}`,
  );
export const queueNamed = (name: string): Resource =>
  found(
    made.ofType("AWS::SQS::Queue").find(({ props }) => props.QueueName === `test-quartermaster-${name}`),
    `queue ${name}`,
  );
export const alarmNamed = (name: string, among: Synthesised = made): Resource | undefined =>
  among.ofType("AWS::CloudWatch::Alarm").find(({ props }) => props.AlarmName === `test-quartermaster-${name}`);
export const bucketNamed = (name: string): Resource =>
  found(
    made.ofType("AWS::S3::Bucket").find(({ id }) => id.startsWith(name)),
    `bucket ${name}`,
  );
export const distributionIn = (among: Synthesised): Json =>
  among.ofType("AWS::CloudFront::Distribution")[0]?.props.DistributionConfig;
export const headersOf = (behaviour: Json): Json =>
  made
    .ofType("AWS::CloudFront::ResponseHeadersPolicy")
    .find((policy) => refersTo(behaviour.ResponseHeadersPolicyId, policy))?.props.ResponseHeadersPolicyConfig;

/** Whether a value refers to a resource, in its own stack or, by an export's name, in another. */
export const refersTo = (value: Json, { id }: Resource): boolean =>
  new RegExp(`"${id}"|\\D${id}[A-Z0-9]`).test(JSON.stringify(value));

export const roleOf = (of: Resource): Resource =>
  found(
    made.ofType("AWS::IAM::Role").find((role) => role.stack === of.stack && refersTo(of.props.Role, role)),
    `role of ${of.id}`,
  );
export const statementsOf = (role: Resource): Json[] =>
  made
    .ofType("AWS::IAM::Policy")
    .filter(({ stack, props }) => stack === role.stack && refersTo(props.Roles, role))
    .flatMap(({ props }) => props.PolicyDocument.Statement);
export const actionsOf = (role: Resource) => statementsOf(role).flatMap(({ Action }) => [Action].flat());
