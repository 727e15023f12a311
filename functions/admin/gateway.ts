import * as gateway from "#core/contract/gateway";
import { gateways } from "#core/payment/gateway-family";
import { receives } from "#functions/receives";

export const receive = receives(gateway.receive, gateways);
