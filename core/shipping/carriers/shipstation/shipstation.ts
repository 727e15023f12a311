/**
 * ShipStation and ShipEngine: many carriers behind one API. Our references are accepted once and can be searched for.
 */
import { isYes, lookedUp } from "#core/provider/call";
import { absent, done, type Outcome, refused } from "#core/provider/outcome";
import type { Carrier } from "../carrier.ts";
import type { Booked, Label, Rate, Voided } from "../parcel.ts";
import {
  Bought,
  bookedIn,
  carrierIds,
  customsDocumentsOf,
  findBooked,
  labelOf,
  Rates,
  rateOf,
  shipmentOf,
  VoidAnswer,
} from "./answers.ts";
import { errorsIn, no, type ShipStationSettings, send, settings } from "./api.ts";
import { eventsOf, receives, statuses, Tracking } from "./tracking.ts";

const modeOf = ({ apiKey }: ShipStationSettings) => (apiKey.startsWith("TEST_") ? "test" : "live");

export const shipstation = {
  code: "shipstation",
  label: "ShipStation",
  settings,
  mode: modeOf,
  account: ({ apiKey }) => apiKey,
  needs: {
    from: "anywhere",
    to: "anywhere",
    dimensions: false,
    phone: "both",
    email: "no",
    region: ["US", "CA", "AU"],
    regionCodes: true,
    postalCode: true,
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
    if (!isYes(answer)) return no(answer);
    const { rates, errors } = answer.as(Rates).rate_response;
    if (rates.length === 0)
      return refused(
        "noService",
        (errors ?? []).map(({ message }) => message).join(" ") || "No carrier delivers there.",
      );
    return done(rates.map(rateOf));
  },

  book: {
    repeats: { how: "findFirst" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const [carrier_id, service_code] = (asked.service ?? "").split("/");
      if (!carrier_id || !service_code) return refused("noService", "Choose a service: ShipStation requires one.");
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
      if (isYes(answer)) return bookedIn(given, answer.as(Bought));
      // Each reference is accepted once, so the label with this one is ours.
      const conflict = errorsIn(answer).find(
        ({ error_code, field_name }) =>
          error_code === "identifier_conflict" ||
          (error_code === "field_conflict" && (field_name ?? reference).includes(reference)),
      );
      return conflict ? lookedUp(http, conflict.message ?? "", () => findBooked(http, given, asked)) : no(answer);
    },
    find: findBooked,
  },

  async askLabel(http, given, { bookingId }): Promise<Outcome<Label>> {
    const answer = await send(http, given, { method: "GET", path: `/labels/${encodeURIComponent(bookingId)}` });
    if (!isYes(answer)) return no(answer);
    const label = labelOf(given, answer.as(Bought));
    return label ? done(label) : refused("unknownParcel", "ShipStation has no label for it.");
  },

  async askCustomsDocuments(http, given, { bookingId }): Promise<Outcome<Label>> {
    const answer = await send(http, given, { method: "GET", path: `/labels/${encodeURIComponent(bookingId)}` });
    if (!isYes(answer)) return no(answer);
    const documents = customsDocumentsOf(answer.as(Bought));
    return documents ? done(documents) : refused("unknownParcel", "ShipStation has no customs documents for it.");
  },

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { bookingId }): Promise<Outcome<Voided>> {
      const path = `/labels/${encodeURIComponent(bookingId)}/void`;
      const answer = await send(http, given, { method: "PUT", path });
      if (!isYes(answer)) return no(answer);
      const { approved, message, reason_code } = answer.as(VoidAnswer);
      // HTTP 200 does not mean that it was voided.
      if (approved || reason_code === "label_already_voided" || /already.*void/i.test(message ?? ""))
        return done({ state: "voided" });
      return refused("tooLate", message || "It was not voided.");
    },
  },

  async track(http, given, { bookingId, at }) {
    const path = `/labels/${encodeURIComponent(bookingId)}/track`;
    const answer = await send(http, given, { method: "GET", path });
    if (answer.status === 404) return absent;
    if (!isYes(answer)) return no(answer);
    const tracking = answer.as(Tracking);
    return done({ events: eventsOf(tracking, at), trackingUrl: tracking.tracking_url || undefined });
  },

  trackingUrl: () => null,
  statuses,
  receives,
} satisfies Carrier<ShipStationSettings>;

/** The field that has our id. */
const reference = "external_shipment_id";
