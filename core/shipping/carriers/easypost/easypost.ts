/** EasyPost: many carriers, most of them American. A shipment is made, which costs nothing, and then one of its rates is bought. */
import * as z from "zod";
import type { Http } from "#core/provider/http";
import { absent, done, type Found, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { BookAsked, Booked, Carrier, Label, LabelFormat, ParcelAsked, Rate, Voided } from "../carrier.ts";
import { daysIn, priced } from "../measures.ts";
import { type EasyPostSettings, no, send, settings } from "./api.ts";
import { shipmentOf } from "./shipment.ts";
import { eventsOf, receives, statuses, Tracker } from "./tracking.ts";

const day = 24 * 3_600_000;
const pageMax = 100;
const pagesMax = 10;

const modeOf = ({ apiKey }: EasyPostSettings) => (apiKey.startsWith("EZAK") ? "live" : "test");

export const easypost = {
  code: "easypost",
  label: "EasyPost",
  settings,
  mode: modeOf,
  needs: {
    from: "anywhere",
    to: "anywhere",
    dimensions: false,
    phone: "no",
    email: "no",
    region: ["US", "CA"],
    pickupPlace: false,
    customs: true,
    collects: [],
  },
  labelFormats: ["pdf", "png", "zpl"],

  async check(http, given) {
    const answer = await send(http, given, { method: "GET", path: "/shipments", query: { page_size: 1 } });
    if (answer.status !== 200) return no(answer);
    answer.as(Page);
    return done({ mode: modeOf(given) });
  },

  async rates(http, given, asked): Promise<Outcome<readonly Rate[]>> {
    const made = await create(http, given, asked);
    return made.is === "done" ? done(made.value.rates.map(rateOf)) : made;
  },

  book: {
    repeats: { how: "findFirst" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const made = await create(http, given, asked, asked.id);
      if (made.is !== "done") return made;
      const { id, rates } = made.value;
      const fitting = rates.filter((rate) => asked.service === null || serviceOf(rate) === asked.service);
      const [chosen] = fitting.toSorted((a, b) => Number(a.rate) - Number(b.rate));
      if (!chosen) return refused("noService", `There is no ${asked.service} for this parcel.`);
      const answer = await send(http, given, {
        method: "POST",
        path: `/shipments/${encodeURIComponent(id)}/buy`,
        json: { rate: { id: chosen.id } },
      });
      return answer.status === 200 ? bookedIn(answer.as(Shipment)) : no(answer);
    },
    find: findBooked,
  },

  async askLabel(http, given, { bookingId }): Promise<Outcome<Label>> {
    const answer = await send(http, given, {
      method: "GET",
      path: `/shipments/${encodeURIComponent(bookingId)}/label`,
      query: { file_format: given.labelFormat },
    });
    if (answer.status !== 200) return no(answer);
    const label = labelOf(answer.as(Shipment), given.labelFormat);
    return label ? done(label) : refused("unknownParcel", "EasyPost has no label for it.");
  },

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { bookingId }): Promise<Outcome<Voided>> {
      const path = `/shipments/${encodeURIComponent(bookingId)}`;
      const asked = await send(http, given, { method: "POST", path: `${path}/refund` });
      // One that has been asked for already is refused: how it stands decides.
      const isRefused = asked.status === 400 || asked.status === 422;
      const answer = isRefused ? await send(http, given, { method: "GET", path }) : asked;
      if (answer.status !== 200) return no(answer);
      const { refund_status } = answer.as(Shipment);
      if (refund_status === "submitted") return done({ state: "pending" });
      // Not applicable: the carrier asks for money when it scans a label, and this one is never scanned.
      if (refund_status === "refunded" || refund_status === "not_applicable") return done({ state: "voided" });
      if (refund_status === "rejected") return refused("tooLate", "The carrier has refused the refund.");
      return isRefused ? no(asked) : unknown(`It answered with the refund's status ${refund_status}.`);
    },
  },

  async track(http, given, { bookingId, at }) {
    const answer = await send(http, given, { method: "GET", path: `/shipments/${encodeURIComponent(bookingId)}` });
    if (answer.status === 404) return absent;
    if (answer.status !== 200) return no(answer);
    const { tracker, refund_status } = answer.as(Shipment);
    const voided = { at, place: null, words: "Refunded", status: "voided" } as const;
    const events = [...(tracker ? eventsOf(tracker, at) : []), ...(refund_status === "refunded" ? [voided] : [])];
    return done({ events, trackingUrl: tracker?.public_url ?? undefined });
  },

  // Each tracker has a page of its own, with an address that nobody can make up.
  trackingUrl: () => null,
  statuses,
  receives,
} satisfies Carrier<EasyPostSettings>;

const ShippingRate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: z.string(),
  currency: z.string(),
  delivery_days: z.int().nullish(),
});

const url = z.string().nullish();
const Shipment = z.object({
  id: z.string(),
  reference: z.string().nullish(),
  tracking_code: z.string().nullish(),
  refund_status: z.string().nullish(),
  rates: z.array(ShippingRate),
  messages: z.array(z.object({ carrier: url, message: url })).nullish(),
  selected_rate: ShippingRate.nullish(),
  postage_label: z.object({ label_url: url, label_file_type: url, label_pdf_url: url, label_zpl_url: url }).nullish(),
  tracker: Tracker.nullish(),
});
type Shipment = z.output<typeof Shipment>;
const Page = z.object({ shipments: z.array(Shipment), has_more: z.boolean() });

const serviceOf = ({ carrier, service }: z.output<typeof ShippingRate>) => `${carrier}/${service}`;

const rateOf = (rate: z.output<typeof ShippingRate>): Rate => ({
  service: serviceOf(rate),
  name: `${rate.carrier} ${rate.service}`,
  cost: priced(rate.rate, rate.currency),
  days: daysIn(rate.delivery_days),
});

/** A shipment with its rates. Without any, the carriers' reasons are the refusal: EasyPost answers 201 all the same. */
async function create(
  http: Http,
  given: EasyPostSettings,
  asked: ParcelAsked,
  reference?: string,
): Promise<Outcome<Shipment>> {
  const json = { shipment: shipmentOf(given, asked, reference) };
  const answer = await send(http, given, { method: "POST", path: "/shipments", json });
  if (answer.status !== 201) return no(answer);
  const shipment = answer.as(Shipment);
  if (shipment.rates.length > 0) return done(shipment);
  const reasons = (shipment.messages ?? []).map(({ carrier, message }) => `${carrier ?? ""}: ${message ?? ""}`);
  return refused("noService", reasons.join(" ") || "No carrier takes this parcel.");
}

function bookedIn(shipment: Shipment): Outcome<Booked> {
  const { id, tracking_code, selected_rate, tracker } = shipment;
  if (!shipment.postage_label || !tracking_code) return unknown("It has answered without a label.");
  return done({
    bookingId: id,
    trackingNumber: tracking_code,
    trackingUrl: tracker?.public_url ?? null,
    courier: selected_rate?.carrier ?? null,
    cost: selected_rate ? priced(selected_rate.rate, selected_rate.currency) : null,
    label: labelOf(shipment, null),
  });
}

const kinds: Readonly<Record<string, LabelFormat>> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "application/zpl": "zpl",
};

/** @param wanted Null for the one that it was bought with. */
function labelOf({ postage_label: label }: Shipment, wanted: EasyPostSettings["labelFormat"] | null): Label | null {
  if (wanted === "PDF" && label?.label_pdf_url) return { format: "pdf", url: label.label_pdf_url };
  if (wanted === "ZPL" && label?.label_zpl_url) return { format: "zpl", url: label.label_zpl_url };
  if (!label?.label_url) return null;
  return { format: kinds[label.label_file_type ?? ""] ?? "png", url: label.label_url };
}

/** Among what was bought since; the list tells nothing of shipments that were only made. */
async function findBooked(http: Http, given: EasyPostSettings, asked: BookAsked): Promise<Found<Booked>> {
  const since = new Date(asked.at.getTime() - day).toISOString();
  let before: string | undefined;
  for (let page = 0; page < pagesMax; page++) {
    const query = { purchased: true, page_size: pageMax, start_datetime: since, before_id: before };
    const answer = await send(http, given, { method: "GET", path: "/shipments", query });
    if (answer.status !== 200) return no(answer);
    const { shipments, has_more } = answer.as(Page);
    const found = shipments.find(({ reference }) => reference === asked.id);
    if (found) return bookedIn(found);
    if (!has_more) return absent;
    before = shipments.at(-1)?.id;
  }
  return unknown("There are too many to look through.");
}
