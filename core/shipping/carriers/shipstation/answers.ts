/** ShipStation's requests and answers, and their meaning. */

import * as z from "zod";
import { isYes, ofSearch } from "#core/provider/call";
import { firstOf } from "#core/provider/clean";
import { idText, pageUrl } from "#core/provider/fields";
import type { Http } from "#core/provider/http";
import { absent, done, type Found, type Outcome, refused, unknown } from "#core/provider/outcome";
import { crossesCustoms } from "../customs.ts";
import { centimetres, daysIn, major, priced } from "../measures.ts";
import type { Amount, Booked, BookingRequest, Label, ParcelRequest, Party, Rate } from "../parcel.ts";
import { readable, readableAmount, readableList, readableText, textOrNumber, yesOrNo } from "../readable.ts";
import { regionCode } from "../region-code.ts";
import { no, type ShipStationSettings, send } from "./api.ts";

const url = readable(z.string());
const Money = z.object({ currency: z.string(), amount: readableAmount });
const Carriers = z.object({ carriers: readableList(z.object({ carrier_id: z.string() })) });
const ShippingRate = z.object({
  carrier_id: z.string(),
  service_code: z.string(),
  service_type: z.string(),
  carrier_friendly_name: z.string(),
  shipping_amount: Money,
  insurance_amount: Money.nullish(),
  confirmation_amount: Money.nullish(),
  other_amount: Money.nullish(),
  delivery_days: readable(z.union([z.number(), z.string()])),
});
export const Rates = z.object({
  rate_response: z.object({
    rates: readableList(ShippingRate),
    errors: readable(z.array(z.object({ message: readableText }))),
  }),
});
export const Bought = z.object({
  label_id: idText,
  status: z.string(),
  tracking_number: textOrNumber.nullish(),
  tracking_url: readable(pageUrl),
  carrier_code: readableText,
  shipment_cost: readable(Money),
  label_download: readable(z.object({ href: url, pdf: url, png: url, zpl: url })),
  form_download: readable(z.object({ href: url })),
});
export const VoidAnswer = z.object({ approved: yesOrNo, message: readableText, reason_code: readableText });

/** @param anew asks even if the settings list them, which shows whether the key works. */
export async function carrierIds(
  http: Http,
  given: ShipStationSettings,
  anew = false,
): Promise<Outcome<readonly string[]>> {
  if (given.carriers !== undefined && !anew) return done(given.carriers.split(/ *, */));
  const answer = await send(http, given, { method: "GET", path: "/carriers" });
  // 207: with those of the carriers that could be read.
  if (!isYes(answer) && answer.status !== 207) return no(answer);
  const { carriers } = answer.as(Carriers);
  if (carriers.length === 0) return refused("settings", "The account has no carriers.");
  return done(carriers.map(({ carrier_id }) => carrier_id));
}

/** Null if one of them is not known, or they are in different currencies. */
const added = (a: Amount | null, b: Amount | null): Amount | null =>
  a && b && a.currency === b.currency ? { ...a, amountMinor: a.amountMinor + b.amountMinor } : null;

/** The total price, from its parts. */
export function rateOf(rate: z.output<typeof ShippingRate>): Rate {
  const parts = [rate.shipping_amount, rate.insurance_amount, rate.confirmation_amount, rate.other_amount];
  const cost = parts.reduce<Amount | null>(
    (sum, part) => (part ? added(sum, priced(part.amount, part.currency)) : sum),
    priced(0, rate.shipping_amount.currency),
  );
  const service = `${rate.carrier_id}/${rate.service_code}`;
  return {
    service,
    name: `${rate.carrier_friendly_name} ${rate.service_type}`,
    cost,
    days: daysIn(rate.delivery_days),
  };
}

const addressOf = ({ name, company, phone, email, address }: Party) => ({
  name,
  phone: phone ?? "",
  ...(email && { email }),
  ...(company && { company_name: company }),
  address_line1: address.line1,
  ...(address.line2 && { address_line2: address.line2 }),
  city_locality: address.city,
  // Required even in countries without states.
  state_province: regionCode(address) ?? address.region ?? address.city,
  postal_code: address.postalCode,
  country_code: address.country,
});

const descriptionMax = 100;

export function shipmentOf({ from, to, weightGrams, box, items, value }: ParcelRequest) {
  const isDeclared = from.address.country !== to.address.country || crossesCustoms(from, to);
  return {
    ship_to: addressOf(to),
    ship_from: addressOf(from),
    packages: [
      {
        weight: { value: weightGrams, unit: "gram" },
        ...(box && {
          dimensions: {
            unit: "centimeter",
            length: centimetres(box.lengthMm),
            width: centimetres(box.widthMm),
            height: centimetres(box.heightMm),
          },
        }),
        ...(isDeclared && {
          products: items.map(({ name, sku, quantity, priceMinor, weightGrams: grams, hsCode, originCountry }) => ({
            description: firstOf(descriptionMax, name),
            sku,
            quantity,
            value: {
              currency: value.currency.toLowerCase(),
              amount: major({ amountMinor: priceMinor, currency: value.currency }),
            },
            weight: { value: grams, unit: "gram" },
            harmonized_tariff_code: hsCode,
            country_of_origin: originCountry,
          })),
        }),
      },
    ],
    ...(isDeclared && { customs: { contents: "merchandise", non_delivery: "return_to_sender" } }),
  };
}

export function bookedIn(given: ShipStationSettings, bought: z.output<typeof Bought>): Outcome<Booked> {
  const { label_id, status, tracking_number, tracking_url, carrier_code, shipment_cost } = bought;
  if (status === "error") return refused("refused", "The label could not be made.");
  if (status === "voided") return refused("refused", "Its label was voided at ShipStation.");
  if (status !== "completed") return unknown("The label is being made.");
  return done({
    bookingId: label_id,
    trackingNumber: tracking_number || label_id,
    trackingUrl: tracking_url || null,
    courier: carrier_code ?? null,
    cost: priced(shipment_cost?.amount, shipment_cost?.currency),
    label: labelOf(given, bought),
    customsDocuments: customsDocumentsOf(bought),
  });
}

export function labelOf(
  { labelFormat: format }: ShipStationSettings,
  { label_download }: z.output<typeof Bought>,
): Label | null {
  const url = label_download?.[format] ?? label_download?.href;
  return url ? { format, url } : null;
}

export function customsDocumentsOf({ form_download }: z.output<typeof Bought>): Label | null {
  return form_download?.href ? { format: "pdf", url: form_download.href } : null;
}

export async function findBooked(
  http: Http,
  given: ShipStationSettings,
  { id }: BookingRequest,
): Promise<Found<Booked>> {
  const path = `/labels/external_shipment_id/${encodeURIComponent(id)}`;
  const answer = await send(http, given, { method: "GET", path });
  if (answer.status === 404) return absent;
  return isYes(answer) ? bookedIn(given, answer.as(Bought)) : ofSearch(no(answer));
}
