/** What a carrier needs of a parcel and does not have, as a refusal that says so before anybody is asked. */
import { type RefusalCode, refusals } from "#core/contract/refusals";
import { Refusal } from "#core/refusal";
import type { Carrier } from "./carriers/carrier.ts";
import { type Lack, lacking } from "./carriers/needs.ts";
import type { ParcelAsked } from "./carriers/parcel.ts";

const codes = {
  weight: "parcel.noWeight",
  lighterParcel: "parcel.tooHeavy",
  dimensions: "parcel.noBox",
  pickupPlace: "parcel.noPickupPlace",
  trackingNumber: "parcel.numbersUsedUp",
  phone: "parcel.noPhone",
  email: "parcel.noEmail",
  region: "parcel.noRegion",
  postalCode: "parcel.postalCode",
  country: "parcel.country",
  hsCode: "parcel.customs",
  originCountry: "parcel.customs",
  price: "parcel.customs",
  cashOnDelivery: "parcel.noCashOnDelivery",
} as const satisfies Record<Lack["lacks"], RefusalCode>;

type Asked = ParcelAsked & { readonly trackingNumber?: string | undefined };

/** @throws Refusal for the first thing that is missing; its detail names all of them, and the goods by their SKU and name. */
export function refuseLacks(carrier: Carrier, asked: Asked): void {
  const refusal = lackOf(carrier, asked);
  if (refusal) throw refusal;
}

/** The same for a carrier that is only asked for its rates: what it would say. */
export const sentenceOfLack = (carrier: Carrier, asked: Asked): string | null => {
  const refusal = lackOf(carrier, asked);
  return refusal && refusals[refusal.code][1];
};

function lackOf({ code, needs }: Carrier, asked: Asked): Refusal | null {
  const lacks = lacking(needs, asked);
  const [first] = lacks;
  if (!first) return null;
  const lines = lacks.flatMap((lack) => {
    const item = "sku" in lack ? asked.items.find(({ sku }) => sku === lack.sku) : undefined;
    return item ? [{ sku: item.sku, title: item.name, lacks: lack.lacks }] : [];
  });
  return new Refusal(codes[first.lacks], { carrier: code, ...first, all: lacks, ...(lines.length > 0 && { lines }) });
}
