import { Aws, type Stack } from "aws-cdk-lib";
import * as ec2 from "aws-cdk-lib/aws-ec2";
import * as iam from "aws-cdk-lib/aws-iam";
import { oneOf, setting } from "../surroundings.ts";

/** The security groups of a function. */
export interface Groups {
  readonly inside: ec2.SecurityGroup;
  readonly outside: ec2.SecurityGroup;
}

/**
 * The functions' security groups. Those inside may reach S3, and a trace collector in the network if one is configured.
 */
export function groupsIn(stack: Stack, vpc: ec2.IVpc): Groups {
  const group = (id: string, description: string, allowAllOutbound: boolean) =>
    new ec2.SecurityGroup(stack, id, { vpc, description, allowAllOutbound });
  const inside = group("Inside", "Functions without a way out", false);
  const prefixListName = `com.amazonaws.${stack.region}.s3`;
  const s3 = ec2.Peer.prefixList(ec2.PrefixList.fromLookup(stack, "S3", { prefixListName }).prefixListId);
  inside.addEgressRule(s3, ec2.Port.HTTPS);
  const collector = setting("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (collector !== undefined) inside.addEgressRule(ec2.Peer.ipv4(vpc.vpcCidrBlock), ec2.Port.tcp(portOf(collector)));
  return { inside, outside: group("Outside", "Functions that reach the internet", true) };
}

function portOf(address: string): number {
  const { port, protocol } = new URL(address);
  return Number(port || (protocol === "https:" ? 443 : 80));
}

/**
 * Where the endpoints of AWS's services are: in every zone; in one zone only, for half the price, but while that zone
 * is down nothing can be called; or already in the network.
 */
export const endpointsAre = () => oneOf("VPC_ENDPOINTS", ["every-zone", "one-zone", "given"]);

/** What its callers may do is up to their roles; callers of another account could take data out through an endpoint. */
const ofThisAccount = new iam.PolicyStatement({
  principals: [new iam.AnyPrincipal()],
  actions: ["*"],
  resources: ["*"],
  conditions: { StringEquals: { "aws:PrincipalAccount": Aws.ACCOUNT_ID } },
});

/** Endpoints for the AWS services that functions call, so that functions inside need no route to the internet. */
export function interfaceEndpoints(stack: Stack, vpc: ec2.IVpc, callers: Groups, subnets: ec2.SubnetSelection): void {
  const group = new ec2.SecurityGroup(stack, "Endpoints", {
    vpc,
    description: "The services of AWS that functions call",
    allowAllOutbound: false,
  });
  // AWS refuses an endpoint with two subnets in one zone.
  const places = vpc.selectSubnets({ ...subnets, onePerAz: true }).subnets;
  const inZones = { subnets: endpointsAre() === "one-zone" ? places.slice(0, 1) : places };
  const services = { Queues: "SQS", Bus: "EVENTBRIDGE", Secrets: "SECRETS_MANAGER" } as const;
  for (const [id, service] of Object.entries(services)) {
    const endpoint = new ec2.InterfaceVpcEndpoint(stack, id, {
      vpc,
      service: ec2.InterfaceVpcEndpointAwsService[service],
      subnets: inZones,
      securityGroups: [group],
      open: false,
    });
    endpoint.addToPolicy(ofThisAccount);
  }
  for (const caller of [callers.inside, callers.outside]) group.addIngressRule(caller, ec2.Port.HTTPS);
  callers.inside.addEgressRule(group, ec2.Port.HTTPS);
}
