/** All gateways, carriers and senders: the one list that says who there is. */
import { senders } from "#core/message/sender-family";
import { gateways } from "#core/payment/gateway-family";
import type { Family } from "#core/provider/adapter";
import { carriers } from "#core/shipping/carrier-family";

export const families: readonly Family[] = [gateways, carriers, senders];
