/** Shippo's requests and answers, and their meaning. */

import * as z from "zod";
import { isYes, ofSearch } from "#core/provider/call";
import { idText, pageUrl } from "#core/provider/fields";
import type { Http } from "#core/provider/http";
import { absent, done, type Found, type Outcome, refused, unknown } from "#core/provider/outcome";
import { crossesCustoms, filingExemption } from "../customs.ts";
import { centimetres, majorText, priced } from "../measures.ts";
import type { Amount, Booked, BookingRequest, Label, ParcelRequest } from "../parcel.ts";
import { readable, readableText, textOrNumber } from "../readable.ts";
import { timeIn } from "../words.ts";
import { addressOf } from "./address.ts";
import { codeOf, no, type ShippoSettings, send } from "./api.ts";

const day = 24 * 3_600_000;
const pageMax = 100;
const pagesMax = 10;

const text = z.string().nullish();

const ShippingRate = z.object({
  object_id: z.string(),
  amount: z.union([z.string(), z.number()]),
  currency: z.string(),
  provider: z.string(),
  servicelevel: z.object({ token: z.string(), name: text }),
  estimated_days: readable(z.union([z.number(), z.string()])),
});
type ShippingRate = z.output<typeof ShippingRate>;

/** Any format is accepted, so that messages never fail a bought label. */
const Messages = readable(
  z.array(
    z.union([
      z.string().transform((sentenceOf) => ({ source: null, text: sentenceOf })),
      z.object({ source: text, text }),
      z.unknown().transform(() => ({ source: null, text: null })),
    ]),
  ),
);
const Shipment = z.object({
  rates: z.array(readable(ShippingRate)).transform((rates) => rates.filter((rate) => !!rate)),
  messages: Messages,
});
export const Transaction = z.object({
  object_id: idText,
  object_created: readableText,
  status: z.string(),
  // Its id, or part of the rate.
  rate: readable(z.union([z.string(), z.object({ object_id: z.string() }).transform(({ object_id }) => object_id)])),
  metadata: textOrNumber.nullish(),
  label_url: readable(z.string()),
  label_file_type: readable(z.string()),
  commercial_invoice_url: readable(z.string()),
  tracking_number: textOrNumber.nullish(),
  tracking_url_provider: readable(pageUrl),
  messages: Messages,
});
export type Transaction = z.output<typeof Transaction>;
export const Page = z.object({ next: text, results: z.array(Transaction) });

const sentenceOf = (messages: z.output<typeof Messages>): string =>
  (messages ?? []).map((one) => [one.source, one.text].filter((part) => part).join(": ")).join(" ");

export async function ratesFor(
  http: Http,
  given: ShippoSettings,
  asked: ParcelRequest,
): Promise<Outcome<ShippingRate[]>> {
  const { from, to, box, weightGrams } = asked;
  const customs = crossesCustoms(from, to) ? await declare(http, given, asked) : done(null);
  if (customs.is !== "done") return customs;
  const answer = await send(http, given, {
    method: "POST",
    path: "/shipments",
    json: {
      address_from: addressOf(from),
      address_to: addressOf(to),
      parcels: [
        {
          length: String(centimetres(box?.lengthMm ?? 0)),
          width: String(centimetres(box?.widthMm ?? 0)),
          height: String(centimetres(box?.heightMm ?? 0)),
          distance_unit: "cm",
          weight: String(weightGrams),
          mass_unit: "g",
        },
      ],
      async: false,
      ...(customs.value !== null && { customs_declaration: customs.value }),
    },
  });
  if (!isYes(answer)) return no(answer);
  const { rates, messages } = answer.as(Shipment);
  if (rates.length > 0) return done(rates);
  return refused("noService", sentenceOf(messages) || "No carrier takes this parcel.");
}

const exemptions: Readonly<Record<string, string>> = { canada: "NOEEI_30_36", value: "NOEEI_30_37_a" };

async function declare(http: Http, given: ShippoSettings, asked: ParcelRequest): Promise<Outcome<string>> {
  const { from, items, value } = asked;
  const json = {
    contents_type: "MERCHANDISE",
    non_delivery_option: "RETURN",
    certify: true,
    certify_signer: from.name,
    eel_pfc: exemptions[filingExemption(asked) ?? ""],
    items: items.map(({ name, quantity, weightGrams, priceMinor, hsCode, originCountry }) => ({
      description: name,
      quantity,
      net_weight: String(weightGrams * quantity),
      mass_unit: "g",
      value_amount: majorText({ amountMinor: priceMinor * quantity, currency: value.currency }),
      value_currency: value.currency,
      origin_country: originCountry,
      tariff_number: hsCode,
    })),
  };
  const answer = await send(http, given, { method: "POST", path: "/customs/declarations", json });
  return isYes(answer) ? done(answer.as(z.object({ object_id: z.string() })).object_id) : no(answer);
}

export const readTransaction = (http: Http, given: ShippoSettings, id: string) =>
  send(http, given, { method: "GET", path: `/transactions/${encodeURIComponent(id)}` });

/** It also answers 201 for a failed purchase. */
export function bookedIn(
  given: ShippoSettings,
  bought: Transaction,
  cost: Amount | null,
  courier: string | null,
): Outcome<Booked> {
  const { object_id, status, tracking_number, tracking_url_provider, messages } = bought;
  if (status === "ERROR")
    return refused(codeOf(sentenceOf(messages)), sentenceOf(messages) || "The carrier refused it.");
  if (status === "REFUNDED" || status === "REFUNDPENDING") return refused("refused", "It has been refunded at Shippo.");
  if (status !== "SUCCESS") return unknown(`The purchase is ${status.toLowerCase()}.`);
  return done({
    ...{ bookingId: object_id, trackingNumber: tracking_number || object_id },
    ...{ trackingUrl: tracking_url_provider || null, courier, cost },
    label: labelOf(given, bought),
    customsDocuments: customsDocumentsOf(bought),
  });
}

export function labelOf({ labelFormat }: ShippoSettings, { label_url, label_file_type }: Transaction): Label | null {
  if (!label_url) return null;
  const kind = label_file_type ?? labelFormat;
  return { format: kind.startsWith("PNG") ? "png" : kind.startsWith("ZPL") ? "zpl" : "pdf", url: label_url };
}

export const customsDocumentsOf = ({ commercial_invoice_url: url }: Transaction): Label | null =>
  url ? { format: "pdf", url } : null;

/** Searches the transactions since the request, newest first. A failed one was free and may be retried. */
export async function findBooked(http: Http, given: ShippoSettings, asked: BookingRequest): Promise<Found<Booked>> {
  const since = asked.at.getTime() - day;
  for (let page = 1; page <= pagesMax; page++) {
    const query = { results: pageMax, page };
    const answer = await send(http, given, { method: "GET", path: "/transactions", query });
    if (!isYes(answer)) return ofSearch(no(answer));
    const { next, results } = answer.as(Page);
    const found = results.find(({ metadata, status }) => metadata === asked.id && status !== "ERROR");
    if (found) return withRate(http, given, found);
    const oldest = timeIn(results.at(-1)?.object_created);
    if (!next || (oldest && oldest.getTime() < since)) return absent;
  }
  return unknown("There are too many to search.");
}

async function withRate(http: Http, given: ShippoSettings, bought: Transaction): Promise<Outcome<Booked>> {
  const path = `/rates/${encodeURIComponent(bought.rate ?? "")}`;
  const answer = await send(http, given, { method: "GET", path });
  // Without its carrier it could not be tracked.
  if (answer.status === 429 || answer.status >= 500) return ofSearch(no(answer));
  const rate = answer.status === 200 ? answer.as(readable(ShippingRate)) : null;
  return bookedIn(given, bought, priced(rate?.amount, rate?.currency), rate?.provider ?? null);
}
