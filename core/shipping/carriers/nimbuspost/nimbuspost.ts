/**
 * NimbusPost: many Indian couriers, in two generations of its API. Its documentation does not say that references are
 * unique.
 */

import * as z from "zod";
import { isYes } from "#core/provider/call";
import { idText } from "#core/provider/fields";
import type { Http } from "#core/provider/http";
import { done, notYet, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { Carrier } from "../carrier.ts";
import { centimetres, major, notInRupees, priced } from "../measures.ts";
import type { Booked, BookingRequest, Label, Rate, Voided } from "../parcel.ts";
import { readableList, readableText } from "../readable.ts";
import { pincode } from "../words.ts";
import { type NimbusPostSettings, no, refusalIn, saidIn, send, settings } from "./api.ts";
import { draftOf, shipmentOf } from "./order.ts";
import { readOrder, receives, statuses, trackByNumber, trackByOrder } from "./tracking.ts";

const trackingUrl = (number: string): string => `https://nimbuspost.com/tracking?awb=${encodeURIComponent(number)}`;

export const nimbuspost = {
  code: "nimbuspost",
  label: "NimbusPost",
  settings,
  // There is no test mode.
  mode: () => "live",
  account: ({ apiKey, email = "" }) => apiKey ?? email,
  needs: {
    from: ["IN"],
    to: ["IN"],
    weightMaxGrams: 32_000,
    dimensions: true,
    phone: "both",
    indianMobiles: true,
    email: "no",
    region: ["IN"],
    pickupPlace: true,
    customs: false,
    collects: ["INR"],
  },
  labelFormats: ["pdf"],

  async check(http, given) {
    const path = given.generation === "v1" ? "/courier" : "/warehouses";
    const answer = await send(http, given, { method: "GET", path });
    return refusalIn(answer) ?? done({ mode: "live" });
  },

  async rates(http, given, asked): Promise<Outcome<readonly Rate[]>> {
    const foreign = notInRupees("NimbusPost", asked.value);
    if (foreign) return foreign;
    // Newer accounts have no prices here.
    if (given.generation === "v2") return done([]);
    const { from, to, weightGrams, box, collect, value } = asked;
    const json = {
      origin: String(pincode(from.address.postalCode)),
      destination: String(pincode(to.address.postalCode)),
      payment_type: collect ? "cod" : "prepaid",
      order_amount: String(major(collect ?? value)),
      weight: String(weightGrams),
      length: String(centimetres(box?.lengthMm ?? 0)),
      breadth: String(centimetres(box?.widthMm ?? 0)),
      height: String(centimetres(box?.heightMm ?? 0)),
    };
    const answer = await send(http, given, { method: "POST", path: "/courier/serviceability", json });
    const refusal = refusalIn(answer);
    if (refusal) return refusal;
    const couriers = answer.as(Couriers).data;
    if (couriers.length === 0) return refused("noService", "No courier delivers there.");
    return done(
      couriers.map(({ id, name, total_charges }) => ({
        service: id,
        name,
        cost: priced(total_charges, "INR"),
        days: null,
      })),
    );
  },

  book: {
    // It has no idempotency keys and no search.
    repeats: { how: "never" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const book = given.generation === "v1" ? bookAtOnce : bookDraft;
      return notInRupees("NimbusPost", asked.value) ?? book(http, given, asked);
    },
  },

  async askLabel(http, given, { bookingId }): Promise<Outcome<Label>> {
    if (given.generation === "v1")
      return refused(
        "labelGone",
        "NimbusPost gives older accounts a label only in its answer to the booking, and it could not be saved here. Download it on NimbusPost's website.",
      );
    const order = await readOrder(http, given, bookingId);
    if (order.is === "absent") return refused("unknownParcel", "NimbusPost does not know it.");
    if (order.is !== "done") return order;
    const url = order.value.shipment?.label_url;
    return url ? done({ format: "pdf", url }) : notYet("The label is being made.");
  },

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { trackingNumber }): Promise<Outcome<Voided>> {
      const answer = await send(http, given, {
        method: "POST",
        path: "/shipments/cancel",
        json: { awb: trackingNumber },
      });
      const refusal = refusalIn(answer);
      if (!refusal || /already (?:been )?cancel/i.test(saidIn(answer))) return done({ state: "voided" });
      return refusal;
    },
  },

  async track(http, given, { bookingId, trackingNumber, at }) {
    const found =
      given.generation === "v1"
        ? await trackByNumber(http, given, trackingNumber, at)
        : await trackByOrder(http, given, bookingId, at);
    return found.is === "done" ? done({ events: found.value, trackingUrl: trackingUrl(trackingNumber) }) : found;
  },

  trackingUrl,
  statuses,
  receives,
} satisfies Carrier<NimbusPostSettings>;

const id = z.union([idText, z.int()]).transform(String);
const charge = z.union([z.string(), z.number()]).nullish();
const Couriers = z.object({ data: readableList(z.object({ id, name: z.string(), total_charges: charge })) });
const Booking = z.object({
  data: z.object({ shipment_id: id, awb_number: readableText, courier_name: readableText, label: readableText }),
});
const Draft = z.object({ data: z.object({ order_id: id }) });
const BookedDraft = z.object({
  data: z.object({ shipment: z.object({ awb: readableText, courier_name: readableText, label_url: readableText }) }),
});

function bookedAs(
  bookingId: string,
  awb: string | null | undefined,
  courier: string | null | undefined,
  label: string | null | undefined,
) {
  if (!awb) return unknown("It answered without a number.");
  return done<Booked>({
    bookingId,
    trackingNumber: awb,
    trackingUrl: trackingUrl(awb),
    courier: courier || null,
    cost: null,
    label: label ? { format: "pdf", url: label } : null,
  });
}

async function bookAtOnce(http: Http, given: NimbusPostSettings, asked: BookingRequest): Promise<Outcome<Booked>> {
  const answer = await send(http, given, { method: "POST", path: "/shipments", json: shipmentOf(asked) });
  const refusal = refusalIn(answer);
  if (refusal) return refusal;
  const { shipment_id, awb_number, courier_name, label } = answer.as(Booking).data;
  return bookedAs(shipment_id, awb_number, courier_name, label);
}

/** A draft is free; booking it costs money. */
async function bookDraft(http: Http, given: NimbusPostSettings, asked: BookingRequest): Promise<Outcome<Booked>> {
  const made = await send(http, given, { method: "POST", path: "/orders", json: draftOf(asked) });
  const refusal = refusalIn(made);
  if (refusal) return refusal;
  const { order_id } = made.as(Draft).data;
  const json = { order_id, ...(asked.service !== null && { courier_id: asked.service }) };
  const answer = await send(http, given, { method: "POST", path: "/shipments/book", json });
  if (!isYes(answer)) return no(answer);
  const refusedThen = refusalIn(answer);
  if (refusedThen) return refusedThen;
  const { awb, courier_name, label_url } = answer.as(BookedDraft).data.shipment;
  return bookedAs(order_id, awb, courier_name, label_url);
}
