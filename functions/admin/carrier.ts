import * as carrier from "#core/contract/carrier";
import { carriers } from "#core/shipping/carrier-family";
import { receives } from "#functions/receives";

export const receive = receives(carrier.receive, carriers);
