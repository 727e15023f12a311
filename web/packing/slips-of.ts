/** The packing slips of an order: one for each parcel. */
import type { readyParcels } from "../orders/parcels/ready-parcels.ts";
import type { Order, Parcel } from "../orders/types.ts";

export interface SlipContent {
  readonly key: string;
  readonly heading: string;
  readonly lines: Parcel["lines"];
}

/** @param number from 1, among all parcels of the order. */
const ofParcel = ({ id, lines, trackingNumber }: Parcel, number: number, count: number): SlipContent => ({
  key: id,
  heading: [`Parcel ${number} of ${count}`, trackingNumber].filter((part) => part).join(", "),
  lines,
});

/** @param parcelId only this one. Otherwise what is to be packed now, or all parcels if nothing is left to pack. */
export function slipsOf(
  { parcels }: Pick<Order, "parcels">,
  ready: ReturnType<typeof readyParcels>,
  nameOf: (location: Parcel["locationId"]) => string,
  parcelId?: string,
): SlipContent[] {
  const packed = parcels.map((parcel, nth) => ofParcel(parcel, nth + 1, parcels.length));
  if (parcelId) return packed.filter(({ key }) => key === parcelId);
  if (ready.length === 0) return packed;
  return ready.map(({ locationId, lines }) => ({
    key: locationId,
    heading: `To pack, from ${nameOf(locationId)}`,
    lines,
  }));
}
