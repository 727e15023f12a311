/** An account at every carrier, for end-to-end tests of each: parcels within India, without customs lines. */
import { delhiveryFake, delhiveryToken } from "./fakes/delhivery.ts";
import { easypostFake, easypostKey } from "./fakes/easypost.ts";
import { easyshipFake, easyshipToken } from "./fakes/easyship.ts";
import { fedexApp, fedexFake } from "./fakes/fedex.ts";
import { indiapostFake, indiapostPassword } from "./fakes/indiapost.ts";
import { nimbusKeys, nimbuspostFake, nimbusUser } from "./fakes/nimbuspost.ts";
import { sendcloudFake, sendcloudKeys } from "./fakes/sendcloud.ts";
import { shippitFake, shippitSecret } from "./fakes/shippit.ts";
import { shippoFake, shippoToken } from "./fakes/shippo.ts";
import { shiprocketFake, shiprocketUser } from "./fakes/shiprocket.ts";
import { shipstationFake, shipstationKey } from "./fakes/shipstation.ts";
import type { CarrierFake } from "./suite.ts";

export interface Account {
  readonly code: string;
  readonly start: () => Promise<CarrierFake>;
  /** In addition to its server's URL. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly service?: string;
}

const series = { articleType: "SP", seriesLetters: "ET", seriesFirst: "21433001", seriesLast: "21433009" };

export const accounts: Readonly<Record<string, Account>> = {
  shiprocket: { code: "shiprocket", start: shiprocketFake, settings: shiprocketUser, service: "24" },
  delhivery: { code: "delhivery", start: delhiveryFake, settings: { token: delhiveryToken }, service: "Surface" },
  "nimbuspost, an older account": {
    ...{ code: "nimbuspost", start: nimbuspostFake, service: "1" },
    settings: { generation: "v1", ...nimbusUser },
  },
  "nimbuspost, a newer account": {
    ...{ code: "nimbuspost", start: nimbuspostFake, service: "1" },
    settings: { generation: "v2", ...nimbusKeys },
  },
  indiapost: {
    ...{ code: "indiapost", start: indiapostFake },
    settings: {
      ...{ customerId: "1000012345", password: indiapostPassword, contractId: "40012345", handover: "DROPOFF" },
      ...series,
    },
  },
  easypost: {
    ...{ code: "easypost", start: easypostFake, service: "USPS/GroundAdvantage" },
    settings: { apiKey: easypostKey, labelFormat: "PDF" },
  },
  shippo: {
    ...{ code: "shippo", start: shippoFake, service: "usps_priority" },
    settings: { token: shippoToken, labelFormat: "PDF_4x6" },
  },
  shipstation: {
    ...{ code: "shipstation", start: shipstationFake, service: "se-1/usps_priority_mail" },
    settings: { apiKey: shipstationKey, labelFormat: "pdf" },
  },
  easyship: {
    ...{ code: "easyship", start: easyshipFake, service: "cs1" },
    settings: { token: easyshipToken, itemCategory: "fashion", labelFormat: "pdf" },
  },
  sendcloud: {
    ...{ code: "sendcloud", start: sendcloudFake, service: "postnl:standard" },
    settings: { ...sendcloudKeys, labelFormat: "pdf" },
  },
  shippit: { code: "shippit", start: shippitFake, settings: { apiSecret: shippitSecret }, service: "standard" },
  fedex: {
    ...{ code: "fedex", start: fedexFake, service: "FEDEX_2_DAY" },
    settings: { ...fedexApp, pickup: "USE_SCHEDULED_PICKUP", labelFormat: "PDF" },
  },
};
