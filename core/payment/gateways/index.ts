/** All gateways, each loaded when it is used. */
import { switchedOn } from "#core/environment";
import type { Gateway } from "./gateway.ts";

const gateways = {
  stripe: () => import("./stripe/stripe.ts").then(({ stripe }): Gateway => stripe),
  razorpay: () => import("./razorpay/razorpay.ts").then(({ razorpay }): Gateway => razorpay),
  paypal: () => import("./paypal/paypal.ts").then(({ paypal }): Gateway => paypal),
  chargebee: () => import("./chargebee/chargebee.ts").then(({ chargebee }): Gateway => chargebee),
  cod: () => import("./cod.ts").then(({ cod }): Gateway => cod),
  manual: () => import("./manual.ts").then(({ manual }): Gateway => manual),
  test: () => import("./testgateway/testgateway.ts").then(({ test }): Gateway => test),
} as const satisfies Record<string, () => Promise<Gateway>>;

export type GatewayCode = keyof typeof gateways;

export const isGatewayCode = (code: string): code is GatewayCode => Object.hasOwn(gateways, code);

export const gatewayOf = (code: GatewayCode): Promise<Gateway> => gateways[code]();

/** The gateways that a store can use, in display order. The test gateway is only offered with `TEST_GATEWAY=1`. */
export const offeredGateways = (): GatewayCode[] =>
  Object.keys(gateways)
    .filter(isGatewayCode)
    .filter((code) => code !== "test" || switchedOn("TEST_GATEWAY"));
