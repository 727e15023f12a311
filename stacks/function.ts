import { Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as logs from "aws-cdk-lib/aws-logs";
import { usualMemoryMb } from "#functions/wiring";
import type { Placement } from "./network/placement.ts";

/** How long logs are kept. The audit is in the database and stays. */
const retention = logs.RetentionDays.ONE_MONTH;

/** @param logGroupName where a service of AWS writes to a name of its own. */
export const logGroup = (stack: Stack, id: string, logGroupName?: string): logs.LogGroup =>
  new logs.LogGroup(stack, id, {
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
    ...(logGroupName !== undefined && { logGroupName }),
  });

/**
 * The role of a function, or of the functions of an area. It may write to its own logs and hold its own network
 * interface; what else it may is granted by name.
 */
export function roleOf(stack: Stack, id: string, group: logs.LogGroup, { vpc }: Placement): iam.Role {
  const role = new iam.Role(stack, id, { assumedBy: new iam.ServicePrincipal("lambda.amazonaws.com") });
  group.grantWrite(role);
  if (vpc) {
    // Lambda makes the interface in this role's name, before there is anything to name in its place.
    role.addToPolicy(
      new iam.PolicyStatement({
        actions: ["ec2:CreateNetworkInterface", "ec2:DescribeNetworkInterfaces", "ec2:DeleteNetworkInterface"],
        resources: ["*"],
      }),
    );
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
  readonly role: iam.IRole;
  readonly logGroup: logs.LogGroup;
  readonly placement: Placement;
  readonly environment: Readonly<Record<string, string>>;
}

/** A function of ours, out of our own bundle. */
export function ourFunction(stack: Stack, id: string, ours: Ours): lambda.Function {
  const { bundle, entry = "index", timeoutSeconds, memoryMb = usualMemoryMb, placement, environment, ...rest } = ours;
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
  });
}
