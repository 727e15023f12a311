import type { Stack } from "aws-cdk-lib";
import * as ec2 from "aws-cdk-lib/aws-ec2";
import type { Network } from "./placement.ts";
import { endpointsAre, groupsIn, interfaceEndpoints } from "./security-groups.ts";

/**
 * The network of an existing database: our functions run in its private subnets, and reach the internet through its
 * NAT. Functions without access to the internet are restricted by their security group alone. A network may already
 * have endpoints for AWS's services, whose private names can exist only once: `VPC_ENDPOINTS=given` creates none.
 */
export function joinedNetwork(stack: Stack, vpcId: string, databasePort: number): Network {
  const vpc = ec2.Vpc.fromLookup(stack, "Vpc", { vpcId });
  const subnets: ec2.SubnetSelection = { subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS };
  const groups = groupsIn(stack, vpc);
  const { inside, outside } = groups;
  if (endpointsAre() === "given") inside.addEgressRule(ec2.Peer.ipv4(vpc.vpcCidrBlock), ec2.Port.HTTPS);
  else interfaceEndpoints(stack, vpc, groups, subnets);
  inside.addEgressRule(ec2.Peer.anyIpv4(), ec2.Port.tcp(databasePort));
  return {
    inside: { vpc, vpcSubnets: subnets, securityGroups: [inside] },
    outside: { vpc, vpcSubnets: subnets, securityGroups: [outside] },
    vpc,
  };
}
