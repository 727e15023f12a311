/** The data a carrier requires for a parcel, and what of it is missing, checked before the carrier is asked. */
import { weightGramsMax } from "#core/contract/parts/parcel-shapes";
import { crossesCustoms, needsExportFiling } from "./customs.ts";
import type { Amount, Item, ParcelRequest, Party } from "./parcel.ts";
import { regionCode } from "./region-code.ts";
import { indianPhone } from "./words.ts";

export interface Needs {
  /** The countries where it collects and delivers. */
  readonly from: "anywhere" | readonly string[];
  readonly to: "anywhere" | readonly string[];
  readonly weightMaxGrams?: number;
  readonly dimensions: boolean;
  readonly phone: "no" | "recipient" | "both";
  /** Phones are those of Indian mobiles: landlines and foreign numbers are refused. */
  readonly indianMobiles?: true;
  readonly email: "no" | "recipient";
  /** Requires a postal code even where the country has none. */
  readonly postalCode?: true;
  /** Countries in which both addresses need a state or province. */
  readonly region: readonly string[];
  /** It checks them by their codes, so that the address has to name one that exists. */
  readonly regionCodes?: true;
  /** Whether the location must be registered with the carrier. */
  readonly pickupPlace: boolean;
  /** Whether parcels that pass customs need customs lines. */
  readonly customs: boolean;
  /** The currencies in which it offers cash on delivery. */
  readonly collects: readonly string[];
  /** Requires a number from the store's own series. */
  readonly ownNumber?: true;
}

export type Missing =
  | { readonly lacks: "weight" | "dimensions" | "pickupPlace" | "trackingNumber" }
  | { readonly lacks: "phone" | "email" | "region" | "postalCode" | "country"; readonly of: "from" | "to" }
  | { readonly lacks: "hsCode" | "originCountry" | "price"; readonly sku: string }
  /** The store has no ITN, the number of a filed export. */
  | { readonly lacks: "exportFiling" }
  /** The parcel is above the weight limit. */
  | { readonly lacks: "lighterParcel"; readonly weightMaxGrams: number }
  | { readonly lacks: "cashOnDelivery"; readonly collect: Amount };

/** Countries without postal codes, or where they are optional, are not listed. */
const postalCodes: Readonly<Record<string, RegExp>> = {
  AT: /^\d{4}$/,
  AU: /^\d{4}$/,
  BE: /^\d{4}$/,
  BR: /^\d{5}-?\d{3}$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
  CH: /^\d{4}$/,
  CN: /^\d{6}$/,
  CZ: /^\d{3} ?\d{2}$/,
  DE: /^\d{5}$/,
  DK: /^\d{4}$/,
  ES: /^\d{5}$/,
  FI: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  ID: /^\d{5}$/,
  IN: /^[1-9]\d{2} ?\d{3}$/,
  IT: /^\d{5}$/,
  JP: /^\d{3}-?\d{4}$/,
  KR: /^\d{5}$/,
  MX: /^\d{5}$/,
  MY: /^\d{5}$/,
  NL: /^[1-9]\d{3} ?[A-Z]{2}$/i,
  NO: /^\d{4}$/,
  NZ: /^\d{4}$/,
  PH: /^\d{4}$/,
  PL: /^\d{2}-?\d{3}$/,
  PT: /^\d{4}(?:-?\d{3})?$/,
  SE: /^\d{3} ?\d{2}$/,
  SG: /^\d{6}$/,
  TH: /^\d{5}$/,
  TW: /^\d{3}(?:\d{2,3})?$/,
  US: /^\d{5}(?:-?\d{4})?$/,
};

/** An address lacks a code only where its country has none. */
export const isPostalCode = (code: string | undefined, country: string): boolean =>
  code === undefined || (postalCodes[country]?.test(code.trim()) ?? code.trim() !== "");

/** Everything that is missing, in the order in which staff would enter it. Empty if the carrier can be asked. */
export function missingFrom(
  needs: Needs,
  asked: ParcelRequest & { readonly trackingNumber?: string | undefined },
): Missing[] {
  const { weightGrams, box, items, collect, from, to } = asked;
  const customs = needs.customs && crossesCustoms(from, to);
  const { weightMaxGrams = weightGramsMax } = needs;
  return [
    ...ofParty("from", from, needs.from, needs, needs.phone === "both", false),
    ...ofParty("to", to, needs.to, needs, needs.phone !== "no", needs.email === "recipient"),
    ...when(weightGrams <= 0, { lacks: "weight" }),
    ...when(weightGrams > weightMaxGrams, { lacks: "lighterParcel", weightMaxGrams }),
    ...when(needs.dimensions && !box, { lacks: "dimensions" }),
    ...when(needs.pickupPlace && !asked.pickupPlace, { lacks: "pickupPlace" }),
    ...when(needs.ownNumber === true && !asked.trackingNumber, { lacks: "trackingNumber" }),
    ...(customs ? items.flatMap(ofItem) : []),
    ...when(customs && needsExportFiling(asked), { lacks: "exportFiling" }),
    ...(collect && !needs.collects.includes(collect.currency) ? [{ lacks: "cashOnDelivery", collect } as const] : []),
  ];
}

function ofParty(
  of: "from" | "to",
  { phone, email, address }: Party,
  countries: Needs["from"],
  needs: Needs,
  needsPhone: boolean,
  needsEmail: boolean,
): Missing[] {
  const { country, postalCode } = address;
  const region = needs.regionCodes ? regionCode(address) : address.region;
  return [
    ...when(countries !== "anywhere" && !countries.includes(country), { lacks: "country", of }),
    ...when(!isPostalCode(needs.postalCode ? (postalCode ?? "") : postalCode, country), { lacks: "postalCode", of }),
    ...when(needs.region.includes(country) && !region, { lacks: "region", of }),
    ...when(needsPhone && !(needs.indianMobiles ? indianPhone(phone) : phone), { lacks: "phone", of }),
    ...when(needsEmail && !email, { lacks: "email", of }),
  ];
}

const ofItem = ({ sku, hsCode, originCountry, priceMinor }: Item): Missing[] => [
  ...when(!hsCode, { lacks: "hsCode", sku }),
  ...when(!originCountry, { lacks: "originCountry", sku }),
  ...when(priceMinor <= 0, { lacks: "price", sku }),
];

const when = (isSo: boolean, lack: Missing): Missing[] => (isSo ? [lack] : []);
