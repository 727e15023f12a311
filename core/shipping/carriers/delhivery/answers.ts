/** Delhivery's answers and their meaning. */

import * as z from "zod";
import { isYes, ofSearch } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { absent, done, type Found, refused, unknown } from "#core/provider/outcome";
import { centimetres, digitsOf, major } from "../measures.ts";
import type { Booked, BookingRequest } from "../parcel.ts";
import { readable, readableAmount, readableText, yesOrNo } from "../readable.ts";
import { indianPhone, pincode } from "../words.ts";
import { type DelhiverySettings, no, send } from "./api.ts";
import { Shipment, stateOf } from "./tracking.ts";

export const trackingUrl = (number: string): string =>
  `https://www.delhivery.com/track-v2/package/${encodeURIComponent(number)}`;

export const PinCodes = z.object({
  delivery_codes: z.array(z.object({ postal_code: z.object({ pre_paid: readableText, cod: readableText }) })),
});
export const Charges = z.array(z.object({ total_amount: readableAmount }));
/** One or several. */
const Remarks = readable(z.union([z.array(readableText), z.string().transform((one) => [one])]));
export const Created = z.object({
  success: yesOrNo.nullish(),
  packages: z.array(z.object({ status: readableText, waybill: readableText, remarks: Remarks })).nullish(),
});
export const Slips = z.object({ packages: z.array(z.object({ pdf_download_link: readableText })) });
export const Edited = z.object({
  status: yesOrNo.nullish(),
  error: readableText,
  remark: readableText,
});
export const Pickup = z.object({ pickup_id: z.union([z.int(), z.string()]), pickup_date: readableText });
export const PickupThere = z.object({ pr_exist: yesOrNo });

export const pinCodes = (http: Http, given: DelhiverySettings, pin: string) =>
  send(http, given, { method: "GET", path: "/c/api/pin-codes/json/", query: { filter_codes: pin } });

export function manifestOf({ id, to, items, value, collect, weightGrams, box, service, pickupPlace }: BookingRequest) {
  const { address } = to;
  return {
    shipments: [
      {
        order: id,
        name: to.name,
        add: [address.line1, address.line2].filter((line) => line).join(", "),
        pin: String(pincode(address.postalCode)),
        city: address.city,
        state: address.region ?? "",
        country: "India",
        phone: indianPhone(to.phone) ?? "",
        payment_mode: collect ? "COD" : "Prepaid",
        cod_amount: collect ? major(collect) : 0,
        total_amount: major(value),
        products_desc: items.map(({ name, quantity }) => `${quantity} x ${name}`).join(", "),
        hsn_code: digitsOf(items.find(({ hsCode }) => hsCode)?.hsCode ?? ""),
        quantity: String(items.reduce((sum, { quantity }) => sum + quantity, 0)),
        weight: String(weightGrams),
        shipment_length: String(centimetres(box?.lengthMm ?? 0)),
        shipment_width: String(centimetres(box?.widthMm ?? 0)),
        shipment_height: String(centimetres(box?.heightMm ?? 0)),
        shipping_mode: service ?? "Surface",
      },
    ],
    pickup_location: { name: pickupPlace ?? "" },
  };
}

export const bookedOf = (waybill: string): Booked => ({
  bookingId: waybill,
  trackingNumber: waybill,
  trackingUrl: trackingUrl(waybill),
  courier: null,
  cost: null,
  label: null,
});

const Shipments = z.object({ ShipmentData: z.array(z.object({ Shipment })).nullish(), Error: readableText });

export async function shipmentBy(
  http: Http,
  given: DelhiverySettings,
  query: { readonly waybill: string } | { readonly ref_ids: string },
): Promise<Found<Shipment>> {
  const answer = await send(http, given, { method: "GET", path: "/api/v1/packages/json/", query });
  if (answer.status === 404) return absent;
  if (!isYes(answer)) return no(answer);
  const { ShipmentData, Error: says } = answer.as(Shipments);
  const shipments = (ShipmentData ?? []).map(({ Shipment: shipment }) => shipment);
  const found = shipments.find(({ AWB, ReferenceNo }) =>
    "waybill" in query ? AWB === query.waybill : !ReferenceNo || ReferenceNo === query.ref_ids,
  );
  if (found) return done(found);
  if (shipments.length > 0) return unknown("It shows another parcel than the one that was asked for.");
  // Like all errors of its search, this comes with HTTP 200.
  return ShipmentData || /no such|not found/i.test(says ?? "") ? absent : unknown(says ?? "It gave no answer.");
}

export async function findBooked(http: Http, given: DelhiverySettings, { id }: BookingRequest): Promise<Found<Booked>> {
  const found = await shipmentBy(http, given, { ref_ids: id });
  if (found.is !== "done") return found.is === "absent" ? found : ofSearch(found);
  if (stateOf(found.value) === "voided") return refused("refused", "It has been cancelled at Delhivery.");
  return done(bookedOf(found.value.AWB));
}
