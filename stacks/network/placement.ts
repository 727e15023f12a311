import type * as ec2 from "aws-cdk-lib/aws-ec2";
import type { FunctionOptions } from "aws-cdk-lib/aws-lambda";

/** Where a function is placed. */
export type Placement = Pick<FunctionOptions, "vpc" | "vpcSubnets" | "securityGroups">;

export interface Network {
  /**
   * Reaches the database, the three services of AWS that it works with, and the buckets of this account. Nothing else.
   */
  readonly inside: Placement;
  /** Reaches the internet as well. */
  readonly outside: Placement;
  readonly vpc?: ec2.IVpc;
  /** The security group that may connect to our database. */
  readonly databaseGroup?: ec2.SecurityGroup;
}
