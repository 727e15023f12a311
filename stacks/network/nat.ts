import type { Stack } from "aws-cdk-lib";
import * as ec2 from "aws-cdk-lib/aws-ec2";
import { oneOf } from "../surroundings.ts";

/** The way out of a network, and what has to be done once the network is there. */
export interface WayOut {
  readonly provider: ec2.NatProvider;
  readonly finish: (vpc: ec2.Vpc) => void;
}

/**
 * From one address, which stays: receivers who let in by address are told it. `NAT=instance` is a machine in place of AWS's gateway, for a
 * tenth of its price and nothing for each gigabyte; nobody replaces it but AWS's own recovery of a machine that fails.
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
