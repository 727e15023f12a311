/** The one list of all gateways, carriers and senders. */
import { senders } from "#core/message/sender-family";
import { gateways } from "#core/payment/gateway-family";
import type { Family } from "#core/provider/adapter";
import { carriers } from "#core/shipping/carrier-family";

export const families: readonly Family[] = [gateways, carriers, senders];
