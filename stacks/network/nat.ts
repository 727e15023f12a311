import type { Stack } from "aws-cdk-lib";
import * as ec2 from "aws-cdk-lib/aws-ec2";
import { oneOf } from "../surroundings.ts";

/** A network's NAT, and what has to be done once the network exists. */
export interface WayOut {
  readonly provider: ec2.NatProvider;
  readonly finish: (vpc: ec2.Vpc) => void;
}

/**
 * One fixed address, for receivers with an allow list. `NAT=instance` is an EC2 instance instead of AWS's NAT gateway,
 * for a tenth of its price and no charge per gigabyte; if it fails, only EC2's automatic recovery replaces it.
 */
export function wayOut(stack: Stack, address: ec2.CfnEIP): WayOut {
  if (oneOf("NAT", ["gateway", "instance"]) !== "instance") {
    return { provider: ec2.NatProvider.gateway({ eipAllocationIds: [address.attrAllocationId] }), finish: () => {} };
  }
  const provider = ec2.NatProvider.instanceV2({
    instanceType: ec2.InstanceType.of(ec2.InstanceClass.T4G, ec2.InstanceSize.NANO),
    machineImage: ec2.MachineImage.latestAmazonLinux2023({ cpuType: ec2.AmazonLinuxCpuType.ARM_64 }),
    creditSpecification: ec2.CpuCredits.STANDARD,
    defaultAllowedTraffic: ec2.NatTrafficDirection.OUTBOUND_ONLY,
  });
  return {
    provider,
    finish: (vpc) => {
      provider.connections.allowFrom(ec2.Peer.ipv4(vpc.vpcCidrBlock), ec2.Port.allTraffic());
      const [machine] = provider.gatewayInstances;
      if (!machine) throw new Error("The network has no machine to go out by.");
      new ec2.CfnEIPAssociation(stack, "AddressOfMachine", {
        allocationId: address.attrAllocationId,
        instanceId: machine.instanceId,
      });
    },
  };
}
