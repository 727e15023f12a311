/** What a store may be deployed without, to save money: each setting gives something up, and only if it is set. */
import { describe, expect, it } from "vitest";
import { synthesised } from "../support/stacks/synth.ts";
import type { Json } from "../support/stacks/synthesised.ts";
import { made, refersTo, secrets } from "../support/stacks/templates.ts";

describe("a low-cost store", () => {
  const thrifty = { NAT: "instance", VPC_ENDPOINTS: "one-zone", DATABASE_STANDBY: "none" };
  const cheap = synthesised({ ...secrets, ...thrifty });

  it("reaches the internet through its own machine, always from the same address", () => {
    expect(cheap.ofType("AWS::EC2::NatGateway")).toEqual([]);
    const [machine, ...more] = cheap.ofType("AWS::EC2::Instance");
    expect(more).toEqual([]);
    expect(machine?.props).toMatchObject({ InstanceType: "t4g.nano", SourceDestCheck: false });
    const [address] = cheap.ofType("AWS::EC2::EIP");
    const [association] = cheap.ofType("AWS::EC2::EIPAssociation");
    expect(refersTo(association?.props.AllocationId, address!)).toBe(true);
    expect(refersTo(association?.props.InstanceId, machine!)).toBe(true);
    const routes = cheap.ofType("AWS::EC2::Route").filter(({ props }) => refersTo(props.InstanceId, machine!));
    expect(routes).toHaveLength(2);
    const inward = cheap
      .ofType("AWS::EC2::SecurityGroup")
      .flatMap(({ props }) => props.SecurityGroupIngress ?? [])
      .filter(({ CidrIp }: Json) => CidrIp === "0.0.0.0/0");
    expect(inward).toEqual([]);
  });

  // A deploy creates the new NAT before it removes the old one, and AWS refuses it an address that is still in use.
  it("has an address of its own for each kind of NAT, so that a store can change to the other", () => {
    const addressIn = (one: typeof made) => one.ofType("AWS::EC2::EIP").map(({ id }) => id);
    expect(addressIn(made)).toHaveLength(1);
    expect(addressIn(cheap)).toHaveLength(1);
    expect(addressIn(cheap)).not.toEqual(addressIn(made));
    expect(cheap.outputs["WebhooksComeFrom"]).toEqual({ Ref: addressIn(cheap)[0] });
  });

  // The machine downloads what makes it a NAT when it first starts, and never again.
  it("starts its machine, and gives it the address, once its network reaches the internet", () => {
    const [toInternet] = cheap.ofType("AWS::EC2::Route").filter(({ props }) => props.GatewayId !== undefined);
    for (const type of ["AWS::EC2::Instance", "AWS::EC2::EIPAssociation"])
      expect(cheap.ofType(type)[0]?.dependsOn, type).toContain(toInternet?.id);
  });

  // An installation that fails once would leave a machine that passes nothing on, and a deploy that succeeds.
  it("has its machine try until it has what a NAT needs, and keep its rules for a restart", () => {
    const script: string = cheap.ofType("AWS::EC2::Instance")[0]?.props.UserData["Fn::Base64"];
    expect(script).toContain("until yum install -y iptables-services; do");
    expect(script).not.toMatch(/^(sudo )?yum install/m);
    expect(script).toContain("iptables-save > /etc/sysconfig/iptables");
    expect(script).toMatch(/-o \$\(ip .* -j MASQUERADE/);
  });

  it("has AWS's services in one zone, and one database", () => {
    const zonesOf = (one: typeof made) =>
      one
        .ofType("AWS::EC2::VPCEndpoint")
        .filter(({ props }) => props.VpcEndpointType === "Interface")
        .map(({ props }) => props.SubnetIds.length);
    expect(zonesOf(made)).toEqual([2, 2, 2]);
    expect(zonesOf(cheap)).toEqual([1, 1, 1]);
    expect(made.ofType("AWS::RDS::DBInstance")).toHaveLength(2);
    expect(cheap.ofType("AWS::RDS::DBInstance")).toHaveLength(1);
    expect(JSON.stringify(cheap.ofType("AWS::Lambda::Function"))).not.toContain("DATABASE_READ_HOST");
  });

  it.each(Object.keys(thrifty))("is refused with an invalid %s", (name) => {
    expect(() => synthesised({ ...secrets, [name]: "yes" })).toThrow(name);
  });
});
