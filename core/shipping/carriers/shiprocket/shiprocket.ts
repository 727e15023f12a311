/** Shiprocket: many Indian couriers. An order is created, which is free; the purchase is a courier's number for it. */
import { isYes, lookedUp } from "#core/provider/call";
import type { Answer } from "#core/provider/http";
import { absent, done, notYet, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { Carrier } from "../carrier.ts";
import { daysIn, kilograms, notInRupees, priced } from "../measures.ts";
import type { Booked, Label, PickupOrdered, Rate, Voided } from "../parcel.ts";
import { isUnderWay, pincode } from "../words.ts";
import {
  Assigned,
  bookedOf,
  Couriers,
  findBooked,
  Labelled,
  orderFor,
  Pickup,
  shipmentIdOf,
  trackingUrl,
} from "./answers.ts";
import { codeOf, no, type ShiprocketSettings, saidIn, send, settings } from "./api.ts";
import { eventsIn, receives, statuses, Tracking } from "./tracking.ts";

const serviceability = "/courier/serviceability/";

export const shiprocket = {
  code: "shiprocket",
  label: "Shiprocket",
  settings,
  // There is no test mode.
  mode: () => "live",
  account: ({ email }) => email,
  needs: {
    from: ["IN"],
    to: ["IN"],
    dimensions: true,
    phone: "recipient",
    indianMobiles: true,
    email: "no",
    region: ["IN"],
    pickupPlace: true,
    customs: false,
    collects: ["INR"],
  },
  labelFormats: ["pdf"],

  async check(http, given) {
    const query = { pickup_postcode: 110_001, delivery_postcode: 560_001, cod: 0, weight: 0.5 };
    const answer = await send(http, given, { method: "GET", path: serviceability, query });
    if (!isYes(answer)) return no(answer);
    answer.as(Couriers);
    return done({ mode: "live" });
  },

  async rates(http, given, { from, to, collect, weightGrams, value }): Promise<Outcome<readonly Rate[]>> {
    const foreign = notInRupees("Shiprocket", value);
    if (foreign) return foreign;
    const answer = await send(http, given, {
      method: "GET",
      path: serviceability,
      query: {
        pickup_postcode: pincode(from.address.postalCode),
        delivery_postcode: pincode(to.address.postalCode),
        cod: collect ? 1 : 0,
        weight: kilograms(weightGrams),
      },
    });
    if (answer.status === 404) return refused("noService", saidIn(answer) || "No courier delivers there.");
    if (!isYes(answer)) return no(answer);
    // Without couriers it answers 200, with a status instead of the list.
    const { data } = answer.as(Couriers);
    const couriers = data?.available_courier_companies ?? [];
    if (couriers.length === 0) return refused("noService", saidIn(answer) || "No courier delivers there.");
    return done(
      couriers.map(({ courier_company_id, courier_name, rate, estimated_delivery_days }) => ({
        service: String(courier_company_id),
        name: courier_name,
        cost: priced(rate, "INR"),
        days: daysIn(estimated_delivery_days),
      })),
    );
  },

  book: {
    repeats: { how: "findFirst" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const foreign = notInRupees("Shiprocket", asked.value);
      if (foreign) return foreign;
      const made = await orderFor(http, given, asked);
      if (made.is !== "done") return made;
      if (made.value.awb) return done(bookedOf(made.value, made.value.awb));
      const answer = await send(http, given, {
        method: "POST",
        path: "/courier/assign/awb",
        json: {
          shipment_id: String(made.value.shipmentId),
          ...(asked.service !== null && { courier_id: asked.service }),
        },
      });
      // Errors come with HTTP 200 too, in one of three fields.
      const { awb_assign_status, message, response } = Assigned.safeParse(answer.json).data ?? {};
      const data = typeof response === "object" ? response?.data : undefined;
      const says = data?.awb_assign_error || (typeof response === "string" && response) || message || "";
      // It has a number from a request whose answer was lost.
      if (/reassign|already assigned/i.test(`${says} ${saidIn(answer)}`)) {
        return lookedUp(http, says || saidIn(answer), () => findBooked(http, given, asked));
      }
      if (!isYes(answer)) return no(answer);
      answer.as(Assigned);
      if (awb_assign_status === 1 && data?.awb_code) {
        return done(bookedOf({ ...made.value, courier: data.courier_name ?? null }, String(data.awb_code)));
      }
      // A success without a number, a number without a success, or neither a success nor a reason.
      if (awb_assign_status === 1 || (awb_assign_status !== 0 && (says === "" || data?.awb_code)))
        return unknown("It does not say whether a courier accepted it.");
      return refused(codeOf(says), says || "No courier accepted it.");
    },
    find: findBooked,
  },

  async askLabel(http, given, asked): Promise<Outcome<Label>> {
    const shipment = await shipmentIdOf(http, given, asked);
    if (shipment.is !== "done") return shipment;
    const json = { shipment_id: [shipment.value] };
    const answer = await send(http, given, { method: "POST", path: "/courier/generate/label", json });
    if (!isYes(answer)) return no(answer);
    const { label_created, label_url, response } = answer.as(Labelled);
    if (Number(label_created) === 1 && label_url) return done({ format: "pdf", url: label_url });
    const says = response ?? "There is no label yet.";
    return /no valid|invalid/i.test(says) ? refused("unknownParcel", says) : notYet(says);
  },

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { trackingNumber }): Promise<Outcome<Voided>> {
      const json = { awbs: [trackingNumber] };
      const answer = await send(http, given, { method: "POST", path: "/orders/cancel/shipment/awbs", json });
      // It has accepted the request; the parcel's status shows the outcome.
      if (isTakenOn(answer)) return done({ state: "pending" });
      return /already cancel/i.test(saidIn(answer)) ? done({ state: "voided" }) : no(answer);
    },
  },

  pickup: {
    repeats: { how: "freely" },
    async ask(http, given, { bookings }): Promise<Outcome<PickupOrdered>> {
      const ids: number[] = [];
      for (const booking of bookings) {
        const shipment = await shipmentIdOf(http, given, booking);
        if (shipment.is !== "done") return shipment;
        ids.push(shipment.value);
      }
      const json = { shipment_id: ids };
      const answer = await send(http, given, { method: "POST", path: "/courier/generate/pickup", json });
      const said = saidIn(answer);
      if (/already (?:in |been )?(?:pickup|queued?|scheduled|generated)/i.test(said))
        return done({ pickupId: null, says: said });
      if (!isYes(answer)) return no(answer);
      const { pickup_status, response, message } = answer.as(Pickup);
      const data = typeof response === "object" ? response : undefined;
      const says = data?.data ?? (typeof response === "string" ? response : message) ?? "";
      // Refusals have a sentence instead of what was arranged.
      if (pickup_status !== 1 && pickup_status !== 0 && data)
        return unknown(says || "It does not say whether it comes.");
      if (pickup_status !== 1) return refused(codeOf(says), says || "No pickup was arranged.");
      return done({ pickupId: data?.pickup_token_number ?? null, says });
    },
  },

  async track(http, given, { trackingNumber, at, voiding }) {
    const path = `/courier/track/awb/${encodeURIComponent(trackingNumber)}`;
    const answer = await send(http, given, { method: "GET", path });
    if (answer.status === 404) return absent;
    if (!isYes(answer)) return no(answer);
    const tracking = answer.as(Tracking);
    const { tracking_data } = tracking;
    const events = eventsIn(tracking, at);
    // Either there are no scans or the number is unknown.
    if (events.length === 0 && Number(tracking_data.track_status ?? 0) === 0) return absent;
    const travels = voiding === true && events.some(({ status }) => isUnderWay(status));
    return done({
      events,
      trackingUrl: tracking_data.track_url || trackingUrl(trackingNumber),
      // It accepts every cancellation, and carries out those of parcels that have not been picked up.
      ...(travels && { voidRefused: "The parcel has been picked up." }),
    });
  },

  trackingUrl,
  statuses,
  receives,
  webhookAlias: "parcels1",
} satisfies Carrier<ShiprocketSettings>;

/** Accepted with a message, or with an empty body. */
const isTakenOn = ({ status, bytes, json }: Answer): boolean =>
  status >= 200 && status < 300 && (bytes.length === 0 || json !== undefined);
