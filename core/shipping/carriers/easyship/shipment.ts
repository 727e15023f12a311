/** Easyship's shipment, in requests and answers. */
import * as z from "zod";
import { idText, pageUrl } from "#core/provider/fields";
import { centimetres, kilograms, major } from "../measures.ts";
import type { Item, ParcelRequest, Party } from "../parcel.ts";
import { readable, readableAmount, readableList, readableText, textOrNumber } from "../readable.ts";
import type { EasyshipSettings } from "./api.ts";

export const Courier = z.object({ id: z.string(), name: readableText, umbrella_name: readableText });
export const EasyshipRate = z.object({
  courier_service: Courier,
  total_charge: readableAmount,
  currency: z.string(),
  max_delivery_time: readable(z.union([z.number(), z.string()])),
});

export const Shipment = z.object({
  easyship_shipment_id: idText,
  updated_at: readableText,
  order_data: readable(z.object({ platform_order_number: readableText })),
  label_state: textOrNumber.nullish(),
  shipment_state: readableText,
  delivery_state: readableText,
  trackings: readable(readableList(z.object({ tracking_number: readableText }))),
  tracking_page_url: readable(pageUrl),
  shipping_documents: readable(
    readableList(
      z.object({ category: readableText, base64_encoded_strings: readable(z.array(z.string())), url: readableText }),
    ),
  ),
  courier_service: readable(Courier),
  rates: readable(readableList(EasyshipRate)),
  last_failure_http_response_messages: readable(z.array(z.unknown())),
});
export type Shipment = z.output<typeof Shipment>;

/** The common part of rates and bookings. Units are always given, because accounts have different defaults. */
export const parcelOf = (given: EasyshipSettings, { from, to, weightGrams, box, items, value }: ParcelRequest) => ({
  origin_address: addressOf(from),
  destination_address: addressOf(to),
  parcels: [
    {
      total_actual_weight: kilograms(weightGrams),
      ...(box && {
        box: {
          length: centimetres(box.lengthMm),
          width: centimetres(box.widthMm),
          height: centimetres(box.heightMm),
        },
      }),
      items: items.map((item) => itemOf(given, item, value.currency)),
    },
  ],
});

export const units = { weight: "kg", dimensions: "cm" } as const;

/** It makes, and gives again, only the documents that are asked for. */
export const documentSizes = { label: "4x6", commercial_invoice: "A4" } as const;

const addressOf = ({ name, company, phone, email, address }: Party) => ({
  line_1: address.line1,
  ...(address.line2 && { line_2: address.line2 }),
  city: address.city,
  ...(address.region && { state: address.region }),
  postal_code: address.postalCode,
  country_alpha2: address.country,
  contact_name: name,
  ...(company && { company_name: company }),
  ...(phone && { contact_phone: phone }),
  ...(email && { contact_email: email }),
});

const itemOf = ({ itemCategory }: EasyshipSettings, item: Item, currency: string) => ({
  description: item.name,
  sku: item.sku,
  quantity: item.quantity,
  ...(item.hsCode ? { hs_code: item.hsCode } : { category: itemCategory }),
  declared_currency: currency,
  // Required at home too, and of a gift.
  declared_customs_value: major({ amountMinor: Math.max(item.priceMinor, 1), currency }),
  actual_weight: kilograms(item.weightGrams),
  ...(item.originCountry && { origin_country_alpha2: item.originCountry }),
});
