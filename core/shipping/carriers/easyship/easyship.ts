/** Easyship: couriers in many countries. A shipment may be created without a label: its `label_state` decides. */

import * as z from "zod";
import { isYes, ofSearch } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { absent, done, type Found, notYet, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { Carrier } from "../carrier.ts";
import { crossesCustoms } from "../customs.ts";
import { daysIn, priced } from "../measures.ts";
import type { Booked, BookingRequest, Rate, Voided } from "../parcel.ts";
import { readableList } from "../readable.ts";
import { bookedIn, documentAgain } from "./answers.ts";
import { type EasyshipSettings, modeOf, no, send, settings } from "./api.ts";
import { documentSizes, EasyshipRate, parcelOf, Shipment, units } from "./shipment.ts";
import { eventsOf, readShipment, receives, statuses } from "./tracking.ts";

export const easyship = {
  code: "easyship",
  label: "Easyship",
  settings,
  mode: modeOf,
  account: ({ token }) => token,
  needs: {
    from: "anywhere",
    to: "anywhere",
    dimensions: true,
    phone: "both",
    email: "recipient",
    region: ["US", "CA", "AU"],
    pickupPlace: false,
    customs: true,
    collects: [],
  },
  labelFormats: ["pdf", "png", "zpl"],

  async check(http, given) {
    const answer = await send(http, given, { method: "GET", path: "/shipments/none" });
    // With valid credentials, it answers that there is no such shipment.
    const isKnown = answer.status === 404 && answer.json !== undefined;
    if (!isKnown && !isYes(answer)) return no(answer);
    if (!isKnown) answer.as(z.object({ shipment: Shipment }));
    return done({ mode: modeOf(given) });
  },

  async rates(http, given, asked): Promise<Outcome<readonly Rate[]>> {
    const json = {
      ...parcelOf(given, asked),
      courier_settings: { apply_shipping_rules: false },
      shipping_settings: { units },
    };
    const answer = await send(http, given, { method: "POST", path: "/rates", json });
    if (!isYes(answer)) return no(answer);
    const { rates } = answer.as(z.object({ rates: readableList(EasyshipRate) }));
    if (rates.length === 0) return refused("noService", "No courier delivers there.");
    return done(
      rates.map(({ courier_service, total_charge, currency, max_delivery_time }) => ({
        service: courier_service.id,
        name: courier_service.umbrella_name || courier_service.name || courier_service.id,
        cost: priced(total_charge, currency),
        days: daysIn(max_delivery_time),
      })),
    );
  },

  book: {
    // It has no idempotency keys, and its search may be incomplete: a shipment that it does not find may exist.
    repeats: { how: "never" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const answer = await send(http, given, {
        method: "POST",
        path: "/shipments",
        json: {
          ...parcelOf(given, asked),
          courier_settings: {
            ...(asked.service !== null && { courier_service_id: asked.service }),
            allow_fallback: false,
            apply_shipping_rules: false,
          },
          shipping_settings: {
            units,
            buy_label: true,
            buy_label_synchronous: true,
            printing_options: {
              format: given.labelFormat,
              ...documentSizes,
              packing_slip: "none",
            },
          },
          order_data: { platform_order_number: asked.id },
        },
      });
      if (!isYes(answer)) return no(answer);
      return bookedIn(given, answer.as(z.object({ shipment: Shipment })).shipment);
    },
    find: findBooked,
  },

  askLabel: (http, given, asked) => documentAgain(http, given, asked, "label", notYet("The label is being made.")),
  askCustomsDocuments: (http, given, asked) =>
    documentAgain(http, given, asked, "commercial_invoice", refused("unknownParcel", "Easyship has made none.")),

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { bookingId }): Promise<Outcome<Voided>> {
      const path = `/shipments/${encodeURIComponent(bookingId)}/cancel`;
      const answer = await send(http, given, { method: "POST", path });
      if (isYes(answer)) return voidedIn(answer.as(z.object({ shipment: Shipment })).shipment);
      if (answer.status !== 422) return no(answer);
      // A cancelled shipment is refused too: its state decides.
      const found = await readShipment(http, given, bookingId);
      // If it cannot be read, it may be the cancelled one.
      if (found.is !== "done" && found.is !== "absent") return ofSearch(found);
      const there = found.is === "done" ? voidedIn(found.value) : found;
      if (there.is === "done") return there;
      const refusal = no(answer);
      return refusal.is === "refused" ? refused("tooLate", refusal.says) : refusal;
    },
  },

  async track(http, given, { bookingId, at }) {
    const found = await readShipment(http, given, bookingId);
    if (found.is !== "done") return found;
    const { label_state, tracking_page_url } = found.value;
    return done({
      events: eventsOf(found.value, at),
      trackingUrl: tracking_page_url || undefined,
      ...(label_state === "void_failed" && { voidRefused: "The courier has refused to void the label." }),
    });
  },

  trackingUrl: () => null,
  statuses,
  receives,
} satisfies Carrier<EasyshipSettings>;

const Page = z.object({ shipments: z.array(Shipment) });

function voidedIn({ label_state, shipment_state }: Shipment): Outcome<Voided> {
  if (label_state === "void_failed") return refused("tooLate", "The courier has refused to void the label.");
  if (label_state === "voided" || shipment_state === "cancelled") return done({ state: "voided" });
  if (shipment_state === "cancelling") return done({ state: "pending" });
  return unknown(`It is ${shipment_state ?? "in no state"}.`);
}

async function findBooked(
  http: Http,
  given: EasyshipSettings,
  { id, from, to }: BookingRequest,
): Promise<Found<Booked>> {
  const query = { platform_order_number: id };
  const answer = await send(http, given, { method: "GET", path: "/shipments", query });
  if (!isYes(answer)) return ofSearch(no(answer));
  const found = answer.as(Page).shipments.find(({ order_data }) => order_data?.platform_order_number === id);
  if (!found) return absent;
  const booked = bookedIn(given, found);
  // Documents are given only for a single shipment.
  const isUnseen = booked.is === "done" && !booked.value.customsDocuments && crossesCustoms(from, to);
  return isUnseen ? done({ ...booked.value, customsDocuments: "at the carrier" }) : booked;
}
