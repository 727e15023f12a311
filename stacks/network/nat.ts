import type { Stack } from "aws-cdk-lib";
import * as ec2 from "aws-cdk-lib/aws-ec2";
import { oneOf } from "../surroundings.ts";

/** A network's NAT, and what has to be done once the network exists. */
export interface WayOut {
  readonly provider: ec2.NatProvider;
  /** The fixed address that our requests come from, for receivers with an allow list. */
  readonly address: ec2.CfnEIP;
  readonly finish: (vpc: ec2.Vpc) => void;
}

/**
 * What makes a machine with Amazon Linux 2023 a NAT, at its first start and after each restart. CDK's own commands
 * install once, and that fails now and then: the system may be cleaning its package cache (aws/aws-cdk#36717), and the
 * machine's address changes at about that time.
 */
function becomesNat(): ec2.UserData {
  const script = ec2.UserData.forLinux();
  script.addCommands(
    "until yum install -y iptables-services; do sleep 5; done",
    "echo net.ipv4.ip_forward=1 > /etc/sysctl.d/nat.conf",
    "sysctl -p /etc/sysctl.d/nat.conf",
    "systemctl enable --now iptables",
    "iptables -t nat -A POSTROUTING -o $(ip -4 route show default | awk '{ print $5; exit }') -j MASQUERADE",
    "iptables -F FORWARD",
    "iptables-save > /etc/sysconfig/iptables",
  );
  return script;
}

/**
 * `NAT=instance` is an EC2 instance instead of AWS's NAT gateway, for a tenth of its price and no charge per gigabyte;
 * if it fails, only EC2's automatic recovery replaces it. Each has an address of its own: CloudFormation creates the one
 * before it removes the other, and AWS refuses an address that is still in use.
 */
export function wayOut(stack: Stack): WayOut {
  const addressOf = (id: string) => new ec2.CfnEIP(stack, id, { domain: "vpc" });
  if (oneOf("NAT", ["gateway", "instance"]) !== "instance") {
    const address = addressOf("Address");
    const provider = ec2.NatProvider.gateway({ eipAllocationIds: [address.attrAllocationId] });
    return { provider, address, finish: () => {} };
  }
  const address = addressOf("InstanceAddress");
  const provider = ec2.NatProvider.instanceV2({
    instanceType: ec2.InstanceType.of(ec2.InstanceClass.T4G, ec2.InstanceSize.NANO),
    machineImage: ec2.MachineImage.latestAmazonLinux2023({ cpuType: ec2.AmazonLinuxCpuType.ARM_64 }),
    creditSpecification: ec2.CpuCredits.STANDARD,
    defaultAllowedTraffic: ec2.NatTrafficDirection.OUTBOUND_ONLY,
    userData: becomesNat(),
  });
  return {
    provider,
    address,
    finish: (vpc) => {
      provider.connections.allowFrom(ec2.Peer.ipv4(vpc.vpcCidrBlock), ec2.Port.allTraffic());
      const [machine] = provider.gatewayInstances;
      if (!machine) throw new Error("The network has no machine to go out by.");
      const association = new ec2.CfnEIPAssociation(stack, "AddressOfMachine", {
        allocationId: address.attrAllocationId,
        instanceId: machine.instanceId,
      });
      // It downloads what makes it a NAT at its first start, and only there; nor may a network without a gateway to the
      // internet have such an address.
      for (const { internetConnectivityEstablished } of vpc.publicSubnets) {
        machine.node.addDependency(internetConnectivityEstablished);
        association.node.addDependency(internetConnectivityEstablished);
      }
    },
  };
}
