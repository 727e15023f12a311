/** Delhivery, an Indian courier. Its waybill number is the booking id; it accepts each of our references once. */
import { isYes, lookedUp } from "#core/provider/call";
import { done, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { Carrier } from "../carrier.ts";
import { notInRupees, priced } from "../measures.ts";
import type { Booked, Label, PickupOrdered, Rate, Voided } from "../parcel.ts";
import { pincode } from "../words.ts";
import {
  bookedOf,
  Charges,
  Created,
  Edited,
  findBooked,
  manifestOf,
  Pickup,
  PickupThere,
  PinCodes,
  pinCodes,
  Slips,
  shipmentBy,
  trackingUrl,
} from "./answers.ts";
import { codeOf, type DelhiverySettings, no, saidIn, send, settings } from "./api.ts";
import { pickupDay, pickupHour } from "./pickup-day.ts";
import { eventsOf, receives, stateOf, statuses } from "./tracking.ts";

/** The transport modes, which are the services of rates and bookings. */
const services = { Surface: "S", Express: "E" } as const;

/** In paise. India requires an e-way bill for goods above this value. */
const withoutBillMaxMinor = 5_000_000;

const modeOf = ({ server }: DelhiverySettings) => (server === "live" ? "live" : "test");

export const delhivery = {
  code: "delhivery",
  label: "Delhivery",
  settings,
  mode: modeOf,
  account: ({ token }) => token,
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
    const answer = await pinCodes(http, given, "110001");
    if (!isYes(answer)) return no(answer);
    answer.as(PinCodes);
    return done({ mode: modeOf(given) });
  },

  async rates(http, given, { from, to, weightGrams, collect, value }): Promise<Outcome<readonly Rate[]>> {
    const foreign = notInRupees("Delhivery", value);
    if (foreign) return foreign;
    const [origin, destination] = [pincode(from.address.postalCode), pincode(to.address.postalCode)];
    const served = await pinCodes(http, given, String(destination));
    if (!isYes(served)) return no(served);
    const place = served.as(PinCodes).delivery_codes[0]?.postal_code;
    if (place?.pre_paid !== "Y") return refused("noService", `Delhivery does not deliver to ${destination}.`);
    if (collect && place.cod !== "Y")
      return refused("cashOnDelivery", `Delhivery does not offer cash on delivery in ${destination}.`);
    const rates: Rate[] = [];
    for (const [service, md] of Object.entries(services)) {
      const answer = await send(http, given, {
        method: "GET",
        path: "/api/kinko/v1/invoice/charges/.json",
        query: {
          md,
          ss: "Delivered",
          o_pin: origin,
          d_pin: destination,
          cgm: weightGrams,
          pt: collect ? "COD" : "Pre-paid",
        },
      });
      // Not every account can query prices: some have them in their contract only.
      if (!isYes(answer) && answer.status !== 404) return no(answer);
      const [charge] = answer.status === 200 ? answer.as(Charges) : [{ total_amount: null }];
      if (!charge) continue;
      rates.push({ service, name: `Delhivery ${service}`, cost: priced(charge.total_amount, "INR"), days: null });
    }
    return rates.length > 0 ? done(rates) : refused("noService", "Delhivery has no service for this parcel.");
  },

  book: {
    repeats: { how: "findFirst" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const foreign = notInRupees("Delhivery", asked.value);
      if (foreign) return foreign;
      if (asked.value.amountMinor > withoutBillMaxMinor)
        return refused(
          "refused",
          "Goods worth more than 50,000 rupees travel with an e-way bill: book them at Delhivery.",
        );
      const data = JSON.stringify(manifestOf(asked));
      const answer = await send(http, given, {
        method: "POST",
        path: "/api/cmu/create.json",
        body: { form: { format: "json", data } },
      });
      if (!isYes(answer)) return no(answer);
      const { success, packages } = answer.as(Created);
      const [parcel] = packages ?? [];
      if (success === true && parcel?.status === "Success" && parcel.waybill) return done(bookedOf(parcel.waybill));
      const says = [...(parcel?.remarks ?? []), saidIn(answer)].filter((part) => part).join(" ");
      // Each reference is accepted once, so the parcel with this one is ours.
      if (/duplicate order/i.test(says)) return lookedUp(http, says, () => findBooked(http, given, asked));
      if (/might (?:be|have been)|partially saved/i.test(says)) return unknown(says);
      // Neither, although it has a number.
      if (parcel?.status === "Success" && parcel.waybill) return unknown(says || "It does not say that it succeeded.");
      const saysNo = success === false || parcel?.status === "Fail" || says !== "";
      return saysNo
        ? refused(codeOf(says), says || "It was not booked.")
        : unknown("Its answer is neither yes nor no.");
    },
    find: findBooked,
  },

  async askLabel(http, given, { trackingNumber }): Promise<Outcome<Label>> {
    const query = { wbns: trackingNumber, pdf: true, pdf_size: "4R" };
    const answer = await send(http, given, { method: "GET", path: "/api/p/packing_slip", query });
    if (!isYes(answer)) return no(answer);
    const link = answer.as(Slips).packages[0]?.pdf_download_link;
    return link ? done({ format: "pdf", url: link }) : refused("unknownParcel", saidIn(answer) || "It has no label.");
  },

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { trackingNumber }): Promise<Outcome<Voided>> {
      const found = await shipmentBy(http, given, { waybill: trackingNumber });
      if (found.is === "absent") return refused("unknownParcel", "Delhivery does not know it.");
      if (found.is !== "done") return found;
      const state = stateOf(found.value);
      if (state === "voided") return done({ state: "voided" });
      // Cancelled in transit it would be sent back, which costs as much again.
      if (state !== "booked") return refused("tooLate", found.value.Status?.Status ?? "It is on its way.");
      const answer = await send(http, given, {
        method: "POST",
        path: "/api/p/edit",
        body: { json: { waybill: trackingNumber, cancellation: "true" } },
      });
      // Some accounts get XML regardless of `accept`.
      const xml = answer.status === 200 && answer.json === undefined ? answer.bytes.toString("utf8") : "";
      if (/<status>\s*true/i.test(xml)) return done({ state: "voided" });
      if (/<status>\s*false/i.test(xml)) {
        const [, why = "It cannot be cancelled."] = /<(?:error|remarks?)>([^<]+)/i.exec(xml) ?? [];
        return refused(codeOf(why), why);
      }
      if (!isYes(answer)) return no(answer);
      const says = saidIn(answer);
      const { status, error } = answer.as(Edited);
      if (status) return done({ state: "voided" });
      // A remark can say either.
      if (status !== false && !error) return unknown(says || "It does not say whether it was cancelled.");
      return refused(codeOf(says), says || "It cannot be cancelled.");
    },
  },

  pickup: {
    repeats: { how: "freely" },
    async ask(http, given, { bookings, pickupPlace = "", at }): Promise<Outcome<PickupOrdered>> {
      const json = {
        pickup_location: pickupPlace,
        pickup_date: pickupDay(at),
        pickup_time: `${pickupHour}:00:00`,
        expected_package_count: bookings.length,
      };
      const answer = await send(http, given, { method: "POST", path: "/fm/request/new/", body: { json } });
      // One a day per place: the courier collects everything.
      if (PickupThere.safeParse(answer.json).data?.pr_exist) return done({ pickupId: null, says: saidIn(answer) });
      if (!isYes(answer)) return no(answer);
      const { pickup_id, pickup_date } = answer.as(Pickup);
      return done({ pickupId: String(pickup_id), says: `${pickup_date ?? ""}` });
    },
  },

  async track(http, given, { trackingNumber, at }) {
    const found = await shipmentBy(http, given, { waybill: trackingNumber });
    if (found.is !== "done") return found;
    return done({ events: eventsOf(found.value, at), trackingUrl: trackingUrl(trackingNumber) });
  },

  trackingUrl,
  statuses,
  receives,
} satisfies Carrier<DelhiverySettings>;
