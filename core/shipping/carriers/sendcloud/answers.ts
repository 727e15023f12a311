/** Sendcloud's requests and answers, and their meaning. */
import * as z from "zod";
import { firstOf } from "#core/provider/clean";
import { idText, pageUrl } from "#core/provider/fields";
import type { Http } from "#core/provider/http";
import { done, Ended, type Outcome, refused, unknown } from "#core/provider/outcome";
import { crossesCustoms } from "../customs.ts";
import { centimetres, digitsOf, kilograms, majorText } from "../measures.ts";
import type { Booked, BookingRequest, ParcelRequest, Party } from "../parcel.ts";
import { readable, readableList, readableText, textOrNumber } from "../readable.ts";
import { regionCode } from "../region-code.ts";
import { codeOf, dpiOf, Faults, mimeOf, no, type SendcloudSettings, send, wordsOf } from "./api.ts";

/** An unexpected answer below 400 is not a refusal. */
export const noOrUnknown = (answer: Parameters<typeof no>[0]) =>
  answer.status < 400 ? unknown(`It answered ${answer.status}, but not as expected.`) : no(answer);

const Total = z.object({ value: z.union([z.string(), z.number()]), currency: z.string() });
export const Options = z.object({
  data: readableList(
    z.object({
      code: idText,
      name: z.string(),
      quotes: readable(
        z.array(z.object({ lead_time: z.number().nullish(), price: z.object({ total: Total.nullish() }).nullish() })),
      ),
    }),
  ).nullish(),
});
const Parcel = z.object({
  id: readableText,
  status: z.object({ code: textOrNumber, message: readableText }).nullish(),
  tracking_number: textOrNumber.nullish(),
  tracking_url: readable(pageUrl),
  label_file: readable(z.string()),
  documents: readable(z.array(z.object({ type: readableText, document_type: readableText }))),
});
const Shipment = z.object({
  id: idText,
  carrier: readable(z.object({ name: readableText })),
  parcels: z.array(Parcel),
  errors: Faults.nullish(),
});
export const Announced = z.object({ data: Shipment });

/** The older names of a customs declaration, which it also gives. */
const declarations = new Set(["customs-declaration", "commercial-invoice", "cn23", "cn23-default", "cp71"]);

const isDeclared = ({ documents }: z.output<typeof Parcel>): boolean =>
  (documents ?? []).some(({ type, document_type }) => declarations.has(document_type ?? type ?? ""));

export const isCancelled = ({ parcels }: z.output<typeof Shipment>): boolean =>
  parcels.length > 0 && parcels.every(({ status }) => status?.code === "CANCELLED");
export const Cancelled = z.object({ data: z.object({ status: z.string() }) });

export const cancel = (http: Http, given: SendcloudSettings, id: string) =>
  send(http, given, { method: "POST", path: `/shipments/${encodeURIComponent(id)}/cancel` });

/**
 * It also answers 201 for parcels that the carrier refused: those are cancelled, so that they are not taken for booked.
 */
export async function bookedIn(
  http: Http,
  given: SendcloudSettings,
  shipment: z.output<typeof Shipment>,
): Promise<Outcome<Booked>> {
  const [parcel] = shipment.parcels;
  const faults = shipment.errors ?? [];
  const isReady = parcel?.status?.code === "READY_TO_SEND";
  if (parcel?.status?.code === "ANNOUNCEMENT_FAILED" || (faults.length > 0 && !isReady)) {
    const says = wordsOf(faults) || parcel?.status?.message || "The carrier refused it.";
    await cancel(http, given, shipment.id).catch((error: unknown) => {
      // It stays there as refused, which does no harm.
      if (!(error instanceof Ended)) throw error;
    });
    return refused(codeOf(says), says);
  }
  // A repeated request is answered with the shipment as it is now.
  if (isCancelled(shipment)) return refused("refused", "It has been cancelled at Sendcloud.");
  if (/^(?:BEING_ANNOUNCED|ANNOUNCING|CANCEL)/.test(parcel?.status?.code ?? "")) {
    return unknown(parcel?.status?.message || "Its label is not ready.");
  }
  if (!parcel || !(parcel.tracking_number || isReady)) return unknown("It answered without a number.");
  const { tracking_number, tracking_url, label_file } = parcel;
  return done({
    bookingId: shipment.id,
    trackingNumber: tracking_number || shipment.id,
    trackingUrl: tracking_url || null,
    courier: shipment.carrier?.name ?? null,
    cost: null,
    label: label_file ? { format: given.labelFormat, bytes: Buffer.from(label_file, "base64") } : null,
    ...(isDeclared(parcel) && { customsDocuments: "at the carrier" }),
  });
}

/** The house number in its own field, if it is at the end. */
export function addressOf({ name, company, phone, email, address }: Party) {
  const { line1, line2, city, region = "", postalCode, country } = address;
  const code = regionCode(address) ?? (/^[\p{L}\p{N}]{1,3}$/u.test(region) && region.toUpperCase());
  const [, street = line1, house] = /^(.*[^\d\s,].*?)[\s,]+(\d+(?:\s?[^\d\s,]\S{0,4})?)$/.exec(line1) ?? [];
  return {
    name,
    ...(company && { company_name: company }),
    address_line_1: street.trim(),
    ...(house && { house_number: house }),
    ...(line2 && { address_line_2: line2 }),
    postal_code: postalCode,
    city,
    ...(code && { state_province_code: `${country}-${code}` }),
    country_code: country,
    ...(phone && { phone_number: phone }),
    ...(email && { email }),
  };
}

export const sizeOf = ({ weightGrams, box }: ParcelRequest) => ({
  weight: { value: kilograms(weightGrams).toFixed(3), unit: "kg" },
  ...(box && {
    dimensions: {
      length: String(centimetres(box.lengthMm)),
      width: String(centimetres(box.widthMm)),
      height: String(centimetres(box.heightMm)),
      unit: "cm",
    },
  }),
});

const descriptionMax = 255;
const invoiceNumberMax = 40;
/** The last digits of an HS code are the finest distinctions of one country. */
const hsCodeMax = 12;

/** @param service the code of a shipping option. */
export function announcementOf({ labelFormat }: SendcloudSettings, asked: BookingRequest, service: string) {
  const { id, orderNumber, from, to, items, value } = asked;
  const { currency } = value;
  return {
    external_reference_id: id,
    reference: id,
    order_number: orderNumber,
    ship_with: { type: "shipping_option_code", properties: { shipping_option_code: service } },
    from_address: addressOf(from),
    to_address: addressOf(to),
    total_order_price: { value: majorText(value), currency },
    label_details: { mime_type: mimeOf[labelFormat], dpi: dpiOf[labelFormat] },
    parcels: [
      {
        ...sizeOf(asked),
        // Each item needs its customs code; without them the list is left out, because domestic parcels do not need it.
        ...(items.every(({ hsCode }) => hsCode) && {
          parcel_items: items.map(({ sku, name, quantity, priceMinor, weightGrams, hsCode, originCountry }) => ({
            description: firstOf(descriptionMax, name),
            sku,
            quantity,
            weight: { value: Math.max(kilograms(weightGrams), 0.001), unit: "kg" },
            price: { value: majorText({ amountMinor: priceMinor, currency }), currency },
            hs_code: hsCode && firstOf(hsCodeMax, digitsOf(hsCode)),
            ...(originCountry && { origin_country: originCountry }),
          })),
        }),
      },
    ],
    ...(crossesCustoms(from, to) && {
      customs_information: {
        invoice_number: firstOf(invoiceNumberMax, orderNumber),
        export_reason: "commercial_goods",
      },
    }),
  };
}
