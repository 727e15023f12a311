/** Refuses a parcel that lacks data its carrier requires, before the carrier is asked. */
import { type RefusalCode, refusals } from "#core/contract/refusals";
import { Refusal } from "#core/refusal";
import type { Carrier } from "#core/shipping/carriers/carrier";
import { type Lack, lacking } from "#core/shipping/carriers/needs";
import type { ParcelAsked } from "#core/shipping/carriers/parcel";

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

/** @throws Refusal for the first missing requirement; its detail lists all of them, with the SKU and title of items. */
export function refuseLacks(carrier: Carrier, asked: Asked): void {
  const refusal = lackOf(carrier, asked);
  if (refusal) throw refusal;
}

/** The refusal's sentence, for a carrier that is only asked for rates; null if nothing is missing. */
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
