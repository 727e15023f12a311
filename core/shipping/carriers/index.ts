/** All carriers, each loaded when it is used. */
import { switchedOn } from "#core/environment";
import type { Carrier } from "./carrier.ts";

const carriers = {
  manual: () => import("./manual.ts").then(({ manual }): Carrier => manual),
  shiprocket: () => import("./shiprocket/shiprocket.ts").then(({ shiprocket }): Carrier => shiprocket),
  delhivery: () => import("./delhivery/delhivery.ts").then(({ delhivery }): Carrier => delhivery),
  shippo: () => import("./shippo/shippo.ts").then(({ shippo }): Carrier => shippo),
  nimbuspost: () => import("./nimbuspost/nimbuspost.ts").then(({ nimbuspost }): Carrier => nimbuspost),
  indiapost: () => import("./indiapost/indiapost.ts").then(({ indiapost }): Carrier => indiapost),
  easypost: () => import("./easypost/easypost.ts").then(({ easypost }): Carrier => easypost),
  sendcloud: () => import("./sendcloud/sendcloud.ts").then(({ sendcloud }): Carrier => sendcloud),
  shippit: () => import("./shippit/shippit.ts").then(({ shippit }): Carrier => shippit),
  fedex: () => import("./fedex/fedex.ts").then(({ fedex }): Carrier => fedex),
  easyship: () => import("./easyship/easyship.ts").then(({ easyship }): Carrier => easyship),
  shipstation: () => import("./shipstation/shipstation.ts").then(({ shipstation }): Carrier => shipstation),
  testcarrier: () => import("./testcarrier/testcarrier.ts").then(({ testcarrier }): Carrier => testcarrier),
} as const satisfies Record<string, () => Promise<Carrier>>;

export type CarrierCode = keyof typeof carriers;

export const isCarrierCode = (code: string): code is CarrierCode => Object.hasOwn(carriers, code);

export const carrierOf = (code: CarrierCode): Promise<Carrier> => carriers[code]();

/** The carriers that a store can use, in display order. The test carrier is only offered with `TEST_CARRIER=1`. */
export const offeredCarriers = (): CarrierCode[] =>
  Object.keys(carriers)
    .filter(isCarrierCode)
    .filter((code) => code !== "testcarrier" || switchedOn("TEST_CARRIER"));

/** Shiprocket refuses URLs containing its name. */
const aliases: Readonly<Record<string, CarrierCode>> = { parcels1: "shiprocket" };

/** The carrier whose webhook URL has this second-to-last segment; undefined if there is none. */
export const carrierAtWebhook = (name: string): CarrierCode | undefined =>
  Object.hasOwn(aliases, name) ? aliases[name] : isCarrierCode(name) ? name : undefined;
