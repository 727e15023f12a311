/** Sendcloud: European carriers. A reference is used once there, and a repetition is answered with what it has. */
import * as z from "zod";
import type { Http } from "#core/provider/http";
import { absent, done, Ended, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { BookAsked, Booked, Carrier, Label, ParcelAsked, Party, Rate, Voided } from "../carrier.ts";
import { centimetres, daysIn, kilograms, majorText, priced } from "../measures.ts";
import { codeOf, Faults, mimeOf, no, type SendcloudSettings, saidIn, send, settings, wordsOf } from "./api.ts";
import { eventsOf, receives, statuses, Tracking } from "./tracking.ts";

export const sendcloud = {
  code: "sendcloud",
  label: "Sendcloud",
  settings,
  // There is no other.
  mode: () => "live",
  needs: {
    from: "anywhere",
    to: "anywhere",
    dimensions: false,
    phone: "no",
    email: "no",
    region: ["US", "CA", "IT"],
    pickupPlace: false,
    customs: true,
    collects: [],
  },
  labelFormats: ["pdf", "png", "zpl"],

  async check(http, given) {
    const path = "/parcels/tracking/none";
    const answer = await send(http, given, { method: "GET", path });
    // To somebody it knows, it says that there is no such parcel.
    const isKnown = answer.status === 404 && answer.json !== undefined;
    return isKnown || (answer.status === 200 && Tracking.safeParse(answer.json).success)
      ? done({ mode: "live" })
      : noOrUnknown(answer);
  },

  async rates(http, given, asked): Promise<Outcome<readonly Rate[]>> {
    const { from, to } = asked;
    const json = {
      from_address: addressOf(from),
      to_address: addressOf(to),
      parcels: [sizeOf(asked)],
      calculate_quotes: true,
    };
    const answer = await send(http, given, { method: "POST", path: "/shipping-options", json });
    if (answer.status !== 200) return no(answer);
    const options = answer.as(Options).data ?? [];
    if (options.length === 0) return refused("noService", "No carrier goes there.");
    return done(
      options.map(({ code, name, quotes }) => {
        const [quote] = quotes ?? [];
        const total = quote?.price?.total;
        const hours = quote?.lead_time;
        return {
          service: code,
          name,
          cost: total ? priced(total.value, total.currency) : null,
          days: hours ? daysIn(Math.ceil(hours / 24)) : null,
        };
      }),
    );
  },

  book: {
    repeats: { how: "freely" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const json = announcementOf(given, asked);
      const answer = await send(http, given, { method: "POST", path: "/shipments/announce", json });
      // 409 with the shipment that has this reference: the one that was asked for.
      const isThere = answer.status === 409 && Announced.safeParse(answer.json).success;
      if (answer.status !== 201 && !isThere) return no(answer);
      return bookedIn(http, given, answer.as(Announced).data);
    },
  },

  async askLabel(http, given, { bookingId }): Promise<Outcome<Label>> {
    const read = await send(http, given, { method: "GET", path: `/shipments/${encodeURIComponent(bookingId)}` });
    if (read.status !== 200) return no(read);
    const [parcel] = read.as(Announced).data.parcels;
    if (!parcel) return refused("unknownParcel", "Sendcloud has no parcel for it.");
    const format = given.labelFormat;
    const path = `/parcels/${parcel.id}/documents/label`;
    const answer = await send(http, given, { method: "GET", path, accept: mimeOf[format] });
    if (answer.status !== 200) return no(answer);
    const isOne = (answer.headers["content-type"] ?? "").startsWith(mimeOf[format]);
    return isOne ? done({ format, bytes: answer.bytes }) : unknown("What came is not the label.");
  },

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { bookingId }): Promise<Outcome<Voided>> {
      const path = `/shipments/${encodeURIComponent(bookingId)}/cancel`;
      const answer = await send(http, given, { method: "POST", path });
      if (answer.status === 200 || answer.status === 202) {
        answer.as(Cancelled);
        return done({ state: answer.status === 200 ? "voided" : "pending" });
      }
      const says = saidIn(answer);
      if (answer.status === 409 && /already.*cancel/i.test(says)) return done({ state: "voided" });
      // Its no, in one of its sentences; any other 409 may be about another request.
      if (answer.status === 409 && /cannot|can't|not allowed|more than|too late|days/i.test(says))
        return refused("tooLate", says);
      return no(answer);
    },
  },

  async track(http, given, { trackingNumber, at }) {
    const path = `/parcels/tracking/${encodeURIComponent(trackingNumber)}`;
    const answer = await send(http, given, { method: "GET", path });
    if (answer.status === 404) return absent;
    if (answer.status !== 200) return no(answer);
    return done({ events: eventsOf(answer.as(Tracking), at) });
  },

  trackingUrl: () => null,
  statuses,
  receives,
} satisfies Carrier<SendcloudSettings>;

/** An answer in 200 that is none of its own is no refusal. */
const noOrUnknown = (answer: Parameters<typeof no>[0]) =>
  answer.status < 400 ? unknown(`It answered ${answer.status}, but not as expected.`) : no(answer);

const text = z.string().nullish();
const Options = z.object({
  data: z
    .array(
      z.object({
        code: z.string(),
        name: z.string(),
        quotes: z
          .array(
            z.object({
              lead_time: z.number().nullish(),
              price: z.object({ total: z.object({ value: z.string(), currency: z.string() }).nullish() }).nullish(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
});
const Parcel = z.object({
  id: z.int(),
  status: z.object({ code: z.string(), message: text }).nullish(),
  tracking_number: text,
  tracking_url: text,
  label_file: text,
});
const Shipment = z.object({
  id: z.string(),
  carrier: z.object({ name: text }).nullish(),
  parcels: z.array(Parcel),
  errors: Faults.nullish(),
});
const Announced = z.object({ data: Shipment });
const Cancelled = z.object({ data: z.object({ status: z.string() }) });

const cancel = (http: Http, given: SendcloudSettings, id: string) =>
  send(http, given, { method: "POST", path: `/shipments/${encodeURIComponent(id)}/cancel` });

/** 201 is said of parcels that the carrier has refused, too: those are cancelled, so that nobody takes them for booked. */
async function bookedIn(
  http: Http,
  given: SendcloudSettings,
  shipment: z.output<typeof Shipment>,
): Promise<Outcome<Booked>> {
  const [parcel] = shipment.parcels;
  const faults = shipment.errors ?? [];
  if (parcel?.status?.code === "ANNOUNCEMENT_FAILED" || faults.length > 0) {
    const says = wordsOf(faults) || parcel?.status?.message || "The carrier has refused it.";
    await cancel(http, given, shipment.id).catch((error: unknown) => {
      // It stays there as refused, which harms nobody.
      if (!(error instanceof Ended)) throw error;
    });
    return refused(codeOf(says), says);
  }
  if (!parcel?.tracking_number) return unknown("It has answered without a number.");
  const { tracking_number, tracking_url, label_file } = parcel;
  return done({
    bookingId: shipment.id,
    trackingNumber: tracking_number,
    trackingUrl: tracking_url || null,
    courier: shipment.carrier?.name ?? null,
    cost: null,
    label: label_file ? { format: given.labelFormat, bytes: Buffer.from(label_file, "base64") } : null,
  });
}

/** The number of the house in a field of its own, where it stands at the end. */
function addressOf({ name, company, phone, email, address }: Party) {
  const { line1, line2, city, region, postalCode, country } = address;
  const [, street = line1, house] = /^(.*\D)[\s,]+(\d+\s?\S{0,5})$/.exec(line1) ?? [];
  return {
    name,
    ...(company && { company_name: company }),
    address_line_1: street.trim(),
    ...(house && { house_number: house }),
    ...(line2 && { address_line_2: line2 }),
    postal_code: postalCode,
    city,
    ...(region && { state_province_code: region.length <= 3 ? `${country}-${region}` : region }),
    country_code: country,
    ...(phone && { phone_number: phone }),
    ...(email && { email }),
  };
}

const sizeOf = ({ weightGrams, box }: ParcelAsked) => ({
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

function announcementOf({ labelFormat }: SendcloudSettings, asked: BookAsked) {
  const { id, orderNumber, service, from, to, items, value } = asked;
  const { currency } = value;
  const abroad = from.address.country !== to.address.country;
  return {
    external_reference_id: id,
    reference: id,
    order_number: orderNumber,
    ...(service !== null && {
      ship_with: { type: "shipping_option_code", properties: { shipping_option_code: service } },
    }),
    from_address: addressOf(from),
    to_address: addressOf(to),
    total_order_price: { value: majorText(value), currency },
    label_details: { mime_type: mimeOf[labelFormat], dpi: labelFormat === "pdf" ? 72 : 203 },
    parcels: [
      {
        ...sizeOf(asked),
        parcel_items: items.map(({ sku, name, quantity, priceMinor, weightGrams, hsCode, originCountry }) => ({
          description: name,
          sku,
          quantity,
          weight: { value: Math.max(kilograms(weightGrams), 0.001), unit: "kg" },
          price: { value: majorText({ amountMinor: priceMinor, currency }), currency },
          ...(hsCode && { hs_code: hsCode }),
          ...(originCountry && { origin_country: originCountry }),
        })),
      },
    ],
    ...(abroad && { customs_information: { invoice_number: orderNumber, export_reason: "commercial_goods" } }),
  };
}
