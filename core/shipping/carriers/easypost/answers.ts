/** EasyPost's answers and their meaning. */

import * as z from "zod";
import { isYes, ofSearch } from "#core/provider/call";
import { idText } from "#core/provider/fields";
import type { Http } from "#core/provider/http";
import { absent, done, type Found, type Outcome, refused, unknown } from "#core/provider/outcome";
import { daysIn, priced } from "../measures.ts";
import type { Booked, BookingRequest, Label, LabelFormat, ParcelRequest, Rate } from "../parcel.ts";
import { readable, textOrNumber } from "../readable.ts";
import { type EasyPostSettings, no, send } from "./api.ts";
import { shipmentOf } from "./shipment.ts";
import { Tracker } from "./tracking.ts";

const day = 24 * 3_600_000;
/** A shipment with the rates of many carriers has 20 kB, and an answer may have a megabyte. */
const pageMax = 25;
const pagesMax = 40;
/** Within the time that an attempt may take, of which a booking needs its share. */
const searchMsMax = 25_000;

const ShippingRate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: z.union([z.string(), z.number()]),
  currency: z.string(),
  delivery_days: readable(z.union([z.number(), z.string()])),
});

const text = z.string().nullish();
const url = readable(z.string());
/** A carrier's message about a shipment. Any format is accepted, so that it never fails a bought label. */
const Message = z.union([
  z.string(),
  z.object({ carrier: text, message: text }).transform((one) => `${one.carrier ?? ""}: ${one.message ?? ""}`),
  z.unknown().transform(() => ""),
]);

export const Shipment = z.object({
  id: idText,
  reference: textOrNumber.nullish(),
  tracking_code: textOrNumber.nullish(),
  refund_status: textOrNumber.nullish(),
  rates: z
    .array(readable(ShippingRate))
    .nullish()
    .transform((rates) => (rates ?? []).filter((rate) => !!rate)),
  messages: readable(z.array(Message)),
  selected_rate: readable(ShippingRate),
  postage_label: z.object({ label_url: url, label_file_type: url, label_pdf_url: url, label_zpl_url: url }).nullish(),
  forms: readable(z.array(z.object({ form_type: url, form_url: url }))),
  tracker: readable(Tracker),
});
export type Shipment = z.output<typeof Shipment>;
export const Page = z.object({ shipments: z.array(Shipment), has_more: z.boolean() });

export const serviceOf = ({ carrier, service }: z.output<typeof ShippingRate>) => `${carrier}/${service}`;

export const rateOf = (rate: z.output<typeof ShippingRate>): Rate => ({
  service: serviceOf(rate),
  name: `${rate.carrier} ${rate.service}`,
  cost: priced(rate.rate, rate.currency),
  days: daysIn(rate.delivery_days),
});

/**
 * Creates a shipment with its rates. EasyPost answers 201 even without rates; then the carriers' reasons are the
 * refusal.
 */
export async function create(
  http: Http,
  given: EasyPostSettings,
  asked: ParcelRequest,
  reference?: string,
): Promise<Outcome<Shipment>> {
  const json = { shipment: shipmentOf(given, asked, reference) };
  const answer = await send(http, given, { method: "POST", path: "/shipments", json });
  if (!isYes(answer)) return no(answer);
  const shipment = answer.as(Shipment);
  if (shipment.rates.length > 0) return done(shipment);
  const reasons = (shipment.messages ?? []).filter((reason) => reason !== "");
  return refused("noService", reasons.join(" ") || "No carrier takes this parcel.");
}

export function bookedIn(shipment: Shipment): Outcome<Booked> {
  const { id, tracking_code, selected_rate, tracker } = shipment;
  if (!shipment.postage_label) return unknown("It answered without a label.");
  return done({
    bookingId: id,
    trackingNumber: tracking_code || id,
    trackingUrl: tracker?.public_url ?? null,
    courier: selected_rate?.carrier ?? null,
    cost: priced(selected_rate?.rate, selected_rate?.currency),
    label: labelOf(shipment, null),
    customsDocuments: customsDocumentsOf(shipment),
  });
}

export function customsDocumentsOf({ forms }: Shipment): Label | null {
  const url = forms?.find(({ form_type }) => form_type === "commercial_invoice")?.form_url;
  return url ? { format: "pdf", url } : null;
}

const kinds: Readonly<Record<string, LabelFormat>> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "application/zpl": "zpl",
};

/** @param wanted null for the format that it was bought with. */
export function labelOf(
  { postage_label: label }: Shipment,
  wanted: EasyPostSettings["labelFormat"] | null,
): Label | null {
  if (wanted === "PDF" && label?.label_pdf_url) return { format: "pdf", url: label.label_pdf_url };
  if (wanted === "ZPL" && label?.label_zpl_url) return { format: "zpl", url: label.label_zpl_url };
  if (!label?.label_url) return null;
  return { format: kinds[label.label_file_type ?? ""] ?? "png", url: label.label_url };
}

/** States of a label that must no longer be used. One that was never refunded may have `not_applicable`. */
const refunds: ReadonlySet<string> = new Set(["submitted", "refunded"]);

/** Searches the labels bought since the request; the list does not contain shipments that were only created. */
export async function findBooked(http: Http, given: EasyPostSettings, asked: BookingRequest): Promise<Found<Booked>> {
  const since = new Date(asked.at.getTime() - day).toISOString();
  const until = performance.now() + searchMsMax;
  let before: string | undefined;
  for (let page = 0; page < pagesMax && performance.now() < until; page++) {
    const query = { purchased: true, page_size: pageMax, start_datetime: since, before_id: before };
    const answer = await send(http, given, { method: "GET", path: "/shipments", query });
    if (!isYes(answer)) return ofSearch(no(answer));
    const { shipments, has_more } = answer.as(Page);
    const found = shipments.find(({ reference }) => reference === asked.id);
    if (found && refunds.has(found.refund_status ?? "")) return refused("refused", "It has been refunded at EasyPost.");
    if (found) return bookedIn(found);
    if (!has_more) return absent;
    before = shipments.at(-1)?.id;
  }
  return unknown("There are too many to search.");
}
