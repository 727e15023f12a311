import { Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as logs from "aws-cdk-lib/aws-logs";
import { usualMemoryMb } from "#functions/wiring";
import type { Placement } from "./network/placement.ts";

/** How long logs are kept. The audit is in the database and is not affected. */
const retention = logs.RetentionDays.ONE_MONTH;

/** @param logGroupName for an AWS service that writes to a log group with a fixed name. */
export const logGroup = (stack: Stack, id: string, logGroupName?: string): logs.LogGroup =>
  new logs.LogGroup(stack, id, {
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
    ...(logGroupName !== undefined && { logGroupName }),
  });

/** What Lambda's documentation requires of the role of a function in a network. */
const forNetworkInterfaces = [
  "ec2:CreateNetworkInterface",
  "ec2:DescribeNetworkInterfaces",
  "ec2:DescribeSubnets",
  "ec2:DeleteNetworkInterface",
  "ec2:AssignPrivateIpAddresses",
  "ec2:UnassignPrivateIpAddresses",
];

/**
 * The role of a function, or of an area's functions. It may write its own logs, and Lambda may manage its network
 * interface; everything else is granted by name.
 */
export function roleOf(stack: Stack, id: string, group: logs.LogGroup, { vpc }: Placement): iam.Role {
  const role = new iam.Role(stack, id, { assumedBy: new iam.ServicePrincipal("lambda.amazonaws.com") });
  group.grantWrite(role);
  if (vpc) {
    // Lambda creates the interface with this role, before there is an ARN to restrict this to. The function's own code,
    // which IAM tells by this key, must not manage interfaces: it could those of the whole account.
    const manage = { actions: forNetworkInterfaces, resources: ["*"] };
    const byItsCode = { Null: { "lambda:SourceFunctionArn": "false" } };
    role.addToPolicy(new iam.PolicyStatement(manage));
    role.addToPolicy(new iam.PolicyStatement({ ...manage, effect: iam.Effect.DENY, conditions: byItsCode }));
  }
  return role;
}

interface Ours {
  readonly functionName: string;
  /** Its folder under `dist/functions`. */
  readonly bundle: string;
  /** The file in it that exports `handler`. */
  readonly entry?: string;
  readonly timeoutSeconds: number;
  readonly memoryMb?: number | undefined;
  /** It sends messages to the queue that it receives from. */
  readonly wakesItself?: boolean;
  readonly role: iam.IRole;
  readonly logGroup: logs.LogGroup;
  readonly placement: Placement;
  readonly environment: Readonly<Record<string, string>>;
}

/** A function from one of our bundles. */
export function ourFunction(stack: Stack, id: string, ours: Ours): lambda.Function {
  const { bundle, entry = "index", timeoutSeconds, memoryMb = usualMemoryMb, wakesItself = false, ...others } = ours;
  const { placement, environment, ...rest } = others;
  return new lambda.Function(stack, id, {
    ...rest,
    ...placement,
    runtime: lambda.Runtime.NODEJS_24_X,
    architecture: lambda.Architecture.ARM_64,
    memorySize: memoryMb,
    code: lambda.Code.fromAsset(`dist/functions/${bundle}`, { exclude: ["*.map"] }),
    handler: `${entry}.handler`,
    timeout: Duration.seconds(timeoutSeconds),
    environment: { ...environment },
    // Lambda would take it for an endless loop and drop the message at about the sixteenth round. It ends once nothing
    // is due: each round claims rows, and a row is tried a limited number of times, with waits between.
    ...(wakesItself && { recursiveLoop: lambda.RecursiveLoop.ALLOW }),
  });
}
