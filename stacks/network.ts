import { Aws } from "aws-cdk-lib";
import * as ec2 from "aws-cdk-lib/aws-ec2";
import * as iam from "aws-cdk-lib/aws-iam";
import type { FunctionOptions } from "aws-cdk-lib/aws-lambda";
import type { StackContext } from "sst/constructs";
import { emulated, givenDatabasePort } from "./surroundings.ts";

/** Where a function stands. */
export type Placement = Pick<FunctionOptions, "vpc" | "vpcSubnets" | "securityGroups">;

export interface Network {
  /** Reaches the database, the three services of AWS that it works with, and the buckets of this account. Nothing else. */
  readonly inside: Placement;
  /** Reaches the internet as well. */
  readonly outside: Placement;
  readonly vpc?: ec2.IVpc;
  /** Who may connect to a database of ours. */
  readonly databaseGroup?: ec2.SecurityGroup;
}

/**
 * A network with two kinds of places. What sends to strangers stands outside; requests, the subscriber and most sweeps
 * stand inside, where there is no way out: a subscriber that sends is not forbidden, it is impossible.
 */
export function network({ stack }: StackContext): Network {
  if (emulated()) return { inside: {}, outside: {} };
  const { PUBLIC, PRIVATE_WITH_EGRESS, PRIVATE_ISOLATED } = ec2.SubnetType;
  const givenPort = givenDatabasePort();
  const made = new ec2.Vpc(stack, "Vpc", {
    maxAzs: 2,
    natGateways: 1,
    restrictDefaultSecurityGroup: false,
    subnetConfiguration: [
      { name: "public", subnetType: PUBLIC, cidrMask: 24 },
      { name: "outside", subnetType: PRIVATE_WITH_EGRESS, cidrMask: 20 },
      // A database that was given may be anywhere: then there is a route out, and the groups below let that port through.
      { name: "inside", subnetType: givenPort === null ? PRIVATE_ISOLATED : PRIVATE_WITH_EGRESS, cidrMask: 20 },
    ],
  });
  const vpc = made as ec2.IVpc; // it is one; CDK's own types forget `undefined` under exactOptionalPropertyTypes
  const group = (id: string, description: string, allowAllOutbound = false) =>
    new ec2.SecurityGroup(stack, id, { vpc, description, allowAllOutbound });
  const insideGroup = group("Inside", "Functions without a way out");
  const outsideGroup = group("Outside", "Functions that reach the internet", true);
  const endpointGroup = group("Endpoints", "The services of AWS that functions call");
  const databaseGroup = group("Database", "The store's own PostgreSQL");
  const callers = [insideGroup, outsideGroup];

  const services = { Queues: "SQS", Bus: "EVENTBRIDGE", Secrets: "SECRETS_MANAGER" } as const;
  for (const [id, service] of Object.entries(services)) {
    vpc.addInterfaceEndpoint(id, {
      service: ec2.InterfaceVpcEndpointAwsService[service],
      subnets: { subnetGroupName: "inside" },
      securityGroups: [endpointGroup],
      open: false,
    });
  }
  for (const caller of callers) endpointGroup.addIngressRule(caller, ec2.Port.HTTPS);
  insideGroup.addEgressRule(endpointGroup, ec2.Port.HTTPS);

  // S3 has a way of its own, which leads to the buckets of this account: not to those of a stranger.
  const files = vpc.addGatewayEndpoint("Files", {
    service: ec2.GatewayVpcEndpointAwsService.S3,
    subnets: [{ subnetGroupName: "inside" }],
  });
  files.addToPolicy(
    new iam.PolicyStatement({
      principals: [new iam.AnyPrincipal()],
      actions: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
      resources: ["*"],
      conditions: { StringEquals: { "aws:ResourceAccount": Aws.ACCOUNT_ID } },
    }),
  );
  const prefixListName = `com.amazonaws.${stack.region}.s3`;
  const s3 = ec2.Peer.prefixList(ec2.PrefixList.fromLookup(stack, "S3", { prefixListName }).prefixListId);
  insideGroup.addEgressRule(s3, ec2.Port.HTTPS);

  if (givenPort !== null) insideGroup.addEgressRule(ec2.Peer.anyIpv4(), ec2.Port.tcp(givenPort));
  else {
    insideGroup.addEgressRule(databaseGroup, ec2.Port.POSTGRES);
    for (const caller of callers) databaseGroup.addIngressRule(caller, ec2.Port.POSTGRES);
  }
  return {
    inside: { vpc, vpcSubnets: { subnetGroupName: "inside" }, securityGroups: [insideGroup] },
    outside: { vpc, vpcSubnets: { subnetGroupName: "outside" }, securityGroups: [outsideGroup] },
    vpc,
    databaseGroup,
  };
}
