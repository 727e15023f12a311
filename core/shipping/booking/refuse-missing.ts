/** Refuses a parcel that lacks data its carrier requires, before the carrier is asked. */
import { type RefusalCode, refusals } from "#core/contract/kit/refusals";
import { Refusal } from "#core/refusal";
import type { Carrier } from "#core/shipping/carriers/carrier";
import { type Missing, missingFrom } from "#core/shipping/carriers/needs";
import type { ParcelRequest } from "#core/shipping/carriers/parcel";

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
  exportFiling: "parcel.exportFiling",
  cashOnDelivery: "parcel.noCashOnDelivery",
} as const satisfies Record<Missing["lacks"], RefusalCode>;

type Request = ParcelRequest & { readonly trackingNumber?: string | undefined };

/** @throws Refusal for the first missing requirement; its detail lists all of them, with the SKU and title of items. */
export function refuseMissing(carrier: Carrier, asked: Request): void {
  const refusal = missingRefusal(carrier, asked);
  if (refusal) throw refusal;
}

/**
 * The refusal's sentence, for a carrier that is only asked for rates; null if nothing is missing. Staff read it beside
 * the other carriers' rates, where there is no detail to refer to.
 */
export const sentenceOfMissing = (carrier: Carrier, asked: Request): string | null => {
  const refusal = missingRefusal(carrier, asked);
  if (!refusal) return null;
  const sentence = refusals[refusal.code][1].replace(/; see detail\.\w+/, "");
  return sentence + (refusal.detail?.["of"] === "from" ? atLocation : refusal.detail?.["of"] === "to" ? atOrder : "");
};

/** Whose it is: staff looked at the customer’s phone number when the location had none. */
const atLocation = " See the location in Stock › Locations.";
const atOrder = " See the order’s contact and address.";

function missingRefusal({ code, needs }: Carrier, asked: Request): Refusal | null {
  const lacks = missingFrom(needs, asked);
  const [first] = lacks;
  if (!first) return null;
  const lines = lacks.flatMap((lack) => {
    const item = "sku" in lack ? asked.items.find(({ sku }) => sku === lack.sku) : undefined;
    return item ? [{ sku: item.sku, title: item.name, lacks: lack.lacks }] : [];
  });
  return new Refusal(codes[first.lacks], { carrier: code, ...first, all: lacks, ...(lines.length > 0 && { lines }) });
}
