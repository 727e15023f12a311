/** ShipStation and ShipEngine: many carriers behind one API. Our reference is used once there, and can be searched for. */
import * as z from "zod";
import type { Http } from "#core/provider/http";
import { absent, done, type Found, type Outcome, orUnknown, refused, unknown } from "#core/provider/outcome";
import type { Amount, BookAsked, Booked, Carrier, Label, ParcelAsked, Party, Rate, Voided } from "../carrier.ts";
import { centimetres, daysIn, major, priced } from "../measures.ts";
import { errorsIn, no, type ShipStationSettings, send, settings } from "./api.ts";
import { eventsOf, receives, statuses, Tracking } from "./tracking.ts";

const modeOf = ({ apiKey }: ShipStationSettings) => (apiKey.startsWith("TEST_") ? "test" : "live");

export const shipstation = {
  code: "shipstation",
  label: "ShipStation",
  settings,
  mode: modeOf,
  needs: {
    from: "anywhere",
    to: "anywhere",
    dimensions: false,
    phone: "both",
    email: "no",
    region: ["US", "CA", "AU"],
    pickupPlace: false,
    customs: true,
    collects: [],
  },
  labelFormats: ["pdf", "png", "zpl"],

  async check(http, given) {
    const ids = await carrierIds(http, given, true);
    return ids.is === "done" ? done({ mode: modeOf(given) }) : ids;
  },

  async rates(http, given, asked): Promise<Outcome<readonly Rate[]>> {
    const ids = await carrierIds(http, given);
    if (ids.is !== "done") return ids;
    const json = {
      rate_options: { carrier_ids: ids.value },
      shipment: { validate_address: "no_validation", ...shipmentOf(asked) },
    };
    const answer = await send(http, given, { method: "POST", path: "/rates", json });
    if (answer.status !== 200) return no(answer);
    const { rates, errors } = answer.as(Rates).rate_response;
    if (rates.length === 0)
      return refused("noService", (errors ?? []).map(({ message }) => message).join(" ") || "No carrier goes there.");
    return done(rates.map(rateOf));
  },

  book: {
    repeats: { how: "findFirst" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const [carrier_id, service_code] = (asked.service ?? "").split("/");
      if (!carrier_id || !service_code) return refused("noService", "ShipStation wants to be told which service.");
      const answer = await send(http, given, {
        method: "POST",
        path: "/labels",
        json: {
          shipment: { carrier_id, service_code, external_shipment_id: asked.id, ...shipmentOf(asked) },
          validate_address: "no_validation",
          label_format: given.labelFormat,
          label_layout: "4x6",
          label_download_type: "url",
        },
      });
      if (answer.status === 200) return bookedIn(given, answer.as(Bought));
      // A reference is used once: the label that has it is the one that was asked for.
      const conflict = errorsIn(answer).find(({ error_code }) =>
        /^(?:field|identifier)_conflict$/.test(error_code ?? ""),
      );
      return conflict ? orUnknown(await findBooked(http, given, asked), conflict.message ?? "") : no(answer);
    },
    find: findBooked,
  },

  async askLabel(http, given, { bookingId }): Promise<Outcome<Label>> {
    const answer = await send(http, given, { method: "GET", path: `/labels/${encodeURIComponent(bookingId)}` });
    if (answer.status !== 200) return no(answer);
    const label = labelOf(given, answer.as(Bought));
    return label ? done(label) : refused("unknownParcel", "ShipStation has no label for it.");
  },

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { bookingId }): Promise<Outcome<Voided>> {
      const path = `/labels/${encodeURIComponent(bookingId)}/void`;
      const answer = await send(http, given, { method: "PUT", path });
      if (answer.status !== 200) return no(answer);
      const { approved, message, reason_code } = answer.as(VoidAnswer);
      // 200 alone says nothing.
      if (approved || reason_code === "label_already_voided" || /already.*void/i.test(message ?? ""))
        return done({ state: "voided" });
      return refused("tooLate", message || "It was not voided.");
    },
  },

  async track(http, given, { bookingId, at }) {
    const path = `/labels/${encodeURIComponent(bookingId)}/track`;
    const answer = await send(http, given, { method: "GET", path });
    if (answer.status === 404) return absent;
    if (answer.status !== 200) return no(answer);
    const tracking = answer.as(Tracking);
    return done({ events: eventsOf(tracking, at), trackingUrl: tracking.tracking_url || undefined });
  },

  trackingUrl: () => null,
  statuses,
  receives,
} satisfies Carrier<ShipStationSettings>;

const text = z.string().nullish();
const Money = z.object({ currency: z.string(), amount: z.number() });
const Carriers = z.object({ carriers: z.array(z.object({ carrier_id: z.string() })) });
const ShippingRate = z.object({
  carrier_id: z.string(),
  service_code: z.string(),
  service_type: z.string(),
  carrier_friendly_name: z.string(),
  shipping_amount: Money,
  insurance_amount: Money,
  confirmation_amount: Money,
  other_amount: Money,
  delivery_days: z.int().nullish(),
});
const Rates = z.object({
  rate_response: z.object({
    rates: z.array(ShippingRate),
    errors: z.array(z.object({ message: z.string() })).nullish(),
  }),
});
const Bought = z.object({
  label_id: z.string(),
  status: z.string(),
  tracking_number: text,
  tracking_url: text,
  carrier_code: text,
  shipment_cost: Money.nullish(),
  label_download: z.object({ href: text, pdf: text, png: text, zpl: text }).nullish(),
});
const VoidAnswer = z.object({ approved: z.boolean(), message: text, reason_code: text });

/** @param anew Although the settings name them: asking shows whether the key works. */
async function carrierIds(http: Http, given: ShipStationSettings, anew = false): Promise<Outcome<readonly string[]>> {
  if (given.carriers !== undefined && !anew) return done(given.carriers.split(/ *, */));
  const answer = await send(http, given, { method: "GET", path: "/carriers" });
  if (answer.status !== 200) return no(answer);
  const { carriers } = answer.as(Carriers);
  if (carriers.length === 0) return refused("settings", "The account has no carriers.");
  return done(carriers.map(({ carrier_id }) => carrier_id));
}

/** The whole price, in whatever parts it comes. */
function rateOf(rate: z.output<typeof ShippingRate>): Rate {
  const parts = [rate.shipping_amount, rate.insurance_amount, rate.confirmation_amount, rate.other_amount];
  const amountMinor = parts.reduce((sum, { amount, currency }) => sum + priced(amount, currency).amountMinor, 0);
  const cost: Amount = { amountMinor, currency: rate.shipping_amount.currency.toUpperCase() };
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
  // It wants some text, also where there are no states.
  state_province: address.region ?? address.city,
  postal_code: address.postalCode,
  country_code: address.country,
});

function shipmentOf({ from, to, weightGrams, box, items, value }: ParcelAsked) {
  const abroad = from.address.country !== to.address.country;
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
        ...(abroad && {
          products: items.map(({ name, sku, quantity, priceMinor, weightGrams: grams, hsCode, originCountry }) => ({
            description: name,
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
    ...(abroad && { customs: { contents: "merchandise", non_delivery: "return_to_sender" } }),
  };
}

function bookedIn(given: ShipStationSettings, bought: z.output<typeof Bought>): Outcome<Booked> {
  const { label_id, status, tracking_number, tracking_url, carrier_code, shipment_cost } = bought;
  if (status === "error") return refused("refused", "The label could not be made.");
  if (status === "processing" || !tracking_number) return unknown("The label is being made.");
  return done({
    bookingId: label_id,
    trackingNumber: tracking_number,
    trackingUrl: tracking_url || null,
    courier: carrier_code ?? null,
    cost: shipment_cost ? priced(shipment_cost.amount, shipment_cost.currency) : null,
    label: labelOf(given, bought),
  });
}

function labelOf(
  { labelFormat: format }: ShipStationSettings,
  { label_download }: z.output<typeof Bought>,
): Label | null {
  const url = label_download?.[format] ?? label_download?.href;
  return url ? { format, url } : null;
}

async function findBooked(http: Http, given: ShipStationSettings, { id }: BookAsked): Promise<Found<Booked>> {
  const path = `/labels/external_shipment_id/${encodeURIComponent(id)}`;
  const answer = await send(http, given, { method: "GET", path });
  if (answer.status === 404) return absent;
  return answer.status === 200 ? bookedIn(given, answer.as(Bought)) : no(answer);
}
