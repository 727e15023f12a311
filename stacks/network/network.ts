import { Aws } from "aws-cdk-lib";
import * as ec2 from "aws-cdk-lib/aws-ec2";
import * as iam from "aws-cdk-lib/aws-iam";
import type { StackContext } from "sst/constructs";
import { emulated, givenDatabasePort, setting } from "../surroundings.ts";
import { joinedNetwork } from "./joined-network.ts";
import { wayOut } from "./nat.ts";
import type { Network } from "./placement.ts";
import { groupsIn, interfaceEndpoints } from "./security-groups.ts";

/**
 * A network with two kinds of subnets. Functions that call external servers are outside; those for requests, the
 * subscriber and most sweeps are inside, without a route to the internet: a subscriber cannot send anything, even by
 * mistake.
 */
export function network({ stack }: StackContext): Network {
  if (emulated()) return { inside: {}, outside: {} };
  const [vpcId, givenPort] = [setting("VPC_ID"), givenDatabasePort()];
  if (vpcId === undefined) return ownNetwork(stack, givenPort);
  if (givenPort === null) throw new Error("VPC_ID goes with DATABASE_URL: an Aurora is made in a network of its own.");
  return joinedNetwork(stack, vpcId, givenPort);
}

function ownNetwork(stack: StackContext["stack"], givenPort: number | null): Network {
  const { PUBLIC, PRIVATE_WITH_EGRESS, PRIVATE_ISOLATED } = ec2.SubnetType;
  const out = wayOut(stack);
  const made = new ec2.Vpc(stack, "Vpc", {
    maxAzs: 2,
    natGateways: 1,
    natGatewayProvider: out.provider,
    restrictDefaultSecurityGroup: false,
    subnetConfiguration: [
      { name: "public", subnetType: PUBLIC, cidrMask: 24 },
      { name: "outside", subnetType: PRIVATE_WITH_EGRESS, cidrMask: 20 },
      // A given database may be anywhere: then there is a route out, and the groups below allow that port.
      { name: "inside", subnetType: givenPort === null ? PRIVATE_ISOLATED : PRIVATE_WITH_EGRESS, cidrMask: 20 },
    ],
  });
  out.finish(made);
  stack.addOutputs({ WebhooksComeFrom: out.address.ref });
  const vpc = made as ec2.IVpc; // it is one; CDK's own types forget `undefined` under exactOptionalPropertyTypes
  const groups = groupsIn(stack, vpc);
  interfaceEndpoints(stack, vpc, groups, { subnetGroupName: "inside" });

  // S3 has its own endpoint, which allows this account's buckets only.
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

  const databaseGroup = new ec2.SecurityGroup(stack, "Database", {
    vpc,
    description: "PostgreSQL of the store",
    allowAllOutbound: false,
  });
  const { inside, outside } = groups;
  if (givenPort !== null) inside.addEgressRule(ec2.Peer.anyIpv4(), ec2.Port.tcp(givenPort));
  else {
    inside.addEgressRule(databaseGroup, ec2.Port.POSTGRES);
    for (const caller of [inside, outside]) databaseGroup.addIngressRule(caller, ec2.Port.POSTGRES);
  }
  return {
    inside: { vpc, vpcSubnets: { subnetGroupName: "inside" }, securityGroups: [inside] },
    outside: { vpc, vpcSubnets: { subnetGroupName: "outside" }, securityGroups: [outside] },
    vpc,
    databaseGroup,
  };
}
