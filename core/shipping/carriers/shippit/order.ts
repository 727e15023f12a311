/** An order in Shippit's format: kilograms and metres. */
import { kilograms, metres } from "../measures.ts";
import type { BookingRequest, ParcelRequest } from "../parcel.ts";
import { regionCode } from "../region-code.ts";

export const parcelOf = ({ weightGrams, box }: ParcelRequest) => ({
  qty: 1,
  weight: kilograms(weightGrams),
  ...(box && { length: metres(box.lengthMm), width: metres(box.widthMm), depth: metres(box.heightMm) }),
});

const levels: ReadonlySet<string> = new Set(["standard", "express", "priority", "click_and_collect"]);

/** A level of service, for which Shippit chooses the courier, or one particular courier. */
const serviceOf = (service: string) =>
  levels.has(service) ? { courier_type: service } : { courier_allocation: service };

export function orderOf(asked: BookingRequest) {
  const { id, orderNumber, service, to } = asked;
  const [first = "", ...rest] = to.name.split(" ");
  return {
    ...serviceOf(service ?? "standard"),
    delivery_address: [to.address.line1, to.address.line2].filter((line) => line).join(", "),
    delivery_suburb: to.address.city,
    delivery_postcode: to.address.postalCode,
    ...(to.address.region && { delivery_state: regionCode(to.address) ?? to.address.region }),
    delivery_country_code: to.address.country,
    ...(to.company && { delivery_company: to.company }),
    receiver_name: to.name,
    ...(to.phone && { receiver_contact_number: to.phone }),
    authority_to_leave: "No",
    retailer_invoice: orderNumber,
    // Our reference, for staff who have to find it by hand.
    retailer_reference: id,
    parcel_attributes: [parcelOf(asked)],
    user_attributes: { email: to.email ?? "", first_name: first, last_name: rest.join(" ") },
  };
}
