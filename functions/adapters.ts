/** All gateways, carriers and senders: the one list that says who there is. */
import { gateways } from "#core/payment/gateway-family";
import type { Family } from "#core/provider/adapter";

export const families: readonly Family[] = [gateways];
