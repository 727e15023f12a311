import type { Family } from "#core/provider/adapter";
import type { Gateway } from "./gateways/gateway.ts";
import { gatewayOf, isGatewayCode, offeredGateways } from "./gateways/index.ts";

/** The gateways as providers. A gateway that is no longer offered can still settle its open calls. */
export const gateways: Family<Gateway> = {
  kind: "gateway",
  get codes() {
    return offeredGateways();
  },
  load: async (code) => (isGatewayCode(code) ? await gatewayOf(code) : undefined),
};

/** The codes of the gateways that can do this. */
export async function codesThat(can: (gateway: Gateway) => unknown): Promise<string[]> {
  const all = await Promise.all(gateways.codes.map(gateways.load));
  return all.flatMap((gateway) => (gateway && can(gateway) ? [gateway.code] : []));
}
