/** FedEx. It has no idempotency keys, and a search by our reference may miss a very recent booking. */
import { isYes } from "#core/provider/call";
import { absent, done, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { Carrier } from "../carrier.ts";
import { daysIn, priced } from "../measures.ts";
import type { Booked, Label, Rate, Voided } from "../parcel.ts";
import {
  bookedAs,
  Cancelled,
  dayNumbers,
  documentsOf,
  findBooked,
  Quotes,
  Shipped,
  Tracked,
  trackBy,
  trackingUrl,
} from "./answers.ts";
import { type FedExSettings, no, send, settings } from "./api.ts";
import { misfitIn, shipmentOf } from "./shipment.ts";
import { eventsOf, receives, resultOf, statuses } from "./tracking.ts";

const modeOf = ({ server }: FedExSettings) => (server === "live" ? "live" : "test");
const accountOf = ({ accountNumber }: FedExSettings) => ({ value: accountNumber });

export const fedex = {
  code: "fedex",
  label: "FedEx",
  settings,
  mode: modeOf,
  account: ({ accountNumber }) => accountNumber,
  needs: {
    from: "anywhere",
    to: "anywhere",
    weightMaxGrams: 68_000,
    dimensions: false,
    phone: "both",
    email: "no",
    region: ["US", "CA"],
    regionCodes: true,
    pickupPlace: false,
    customs: true,
    collects: [],
  },
  labelFormats: ["pdf", "png", "zpl"],

  async check(http, given) {
    const answer = await trackBy(http, given, "000000000000");
    if (!isYes(answer)) return no(answer);
    answer.as(Tracked);
    return done({ mode: modeOf(given) });
  },

  async rates(http, given, asked): Promise<Outcome<readonly Rate[]>> {
    const misfit = misfitIn(asked);
    if (misfit) return refused("address", misfit);
    const { recipients, ...shipment } = shipmentOf(given, asked, null, "");
    const answer = await send(http, given, {
      method: "POST",
      path: "/rate/v1/rates/quotes",
      json: {
        accountNumber: accountOf(given),
        rateRequestControlParameters: { returnTransitTimes: true },
        requestedShipment: { ...shipment, recipient: recipients[0], rateRequestType: ["ACCOUNT"] },
      },
    });
    if (!isYes(answer)) return no(answer);
    const rates = answer.as(Quotes).output.rateReplyDetails.flatMap((reply): Rate[] => {
      const [rated] = reply.ratedShipmentDetails;
      if (!rated) return [];
      const cost = priced(rated.totalNetCharge, rated.currency);
      const name = `FedEx ${reply.serviceName ?? reply.serviceType}`;
      return [
        {
          service: reply.serviceType,
          name,
          cost,
          days: daysIn(dayNumbers[reply.commit?.transitDays?.minimumTransitTime ?? ""]),
        },
      ];
    });
    return rates.length > 0 ? done(rates) : refused("noService", "FedEx does not deliver there.");
  },

  book: {
    repeats: { how: "never" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      const misfit = misfitIn(asked);
      if (misfit) return refused("address", misfit);
      if (asked.service === null) return refused("noService", "Choose a service: FedEx requires one.");
      const answer = await send(http, given, {
        method: "POST",
        path: "/ship/v1/shipments",
        id: asked.id,
        json: {
          labelResponseOptions: "LABEL",
          accountNumber: accountOf(given),
          requestedShipment: shipmentOf(given, asked, asked.service, asked.id),
        },
      });
      if (!isYes(answer)) return no(answer);
      const [shipment] = answer.as(Shipped).output.transactionShipments;
      const [piece] = shipment?.pieceResponses ?? [];
      const number = piece?.trackingNumber || shipment?.masterTrackingNumber;
      if (!number) return unknown("It answered without a number.");
      const documents = [...(piece?.packageDocuments ?? []), ...(shipment?.shipmentDocuments ?? [])];
      const rating = shipment?.completedShipmentDetail?.shipmentRating?.shipmentRateDetails?.[0];
      return done({
        ...bookedAs(number),
        cost: Number(rating?.totalNetCharge) ? priced(rating?.totalNetCharge, rating?.currency) : null,
        ...documentsOf(given, documents),
      });
    },
    find: findBooked,
  },

  /** There is no way to request it: the answer to the booking is the only one that contains it. */
  async askLabel(): Promise<Outcome<Label>> {
    return refused(
      "labelGone",
      "FedEx gives a label only in its answer to the booking, and it could not be saved here. Unless you have another copy, undo this shipment, which cancels the booking, and ship it again.",
    );
  },

  void: {
    repeats: { how: "freely" },
    async ask(http, given, { trackingNumber, country }): Promise<Outcome<Voided>> {
      const answer = await send(http, given, {
        method: "PUT",
        path: "/ship/v1/shipments/cancel",
        json: {
          accountNumber: accountOf(given),
          trackingNumber,
          deletionControl: "DELETE_ALL_PACKAGES",
          senderCountryCode: country,
        },
      });
      const again = no(answer);
      if (answer.status === 400 && again.is === "refused" && isCancelledAlready(again.says)) {
        return done({ state: "voided" });
      }
      if (!isYes(answer)) return again;
      const { cancelledShipment, cancelledHistory, message, alerts } = answer.as(Cancelled).output;
      // HTTP 200 does not mean that it was cancelled.
      const isCancelled = cancelledShipment ?? cancelledHistory;
      if (isCancelled) return done({ state: "voided" });
      const says = [message, ...(alerts ?? []).map((alert) => alert.message)].filter((part) => part).join(" ");
      if (isCancelledAlready(says)) return done({ state: "voided" });
      if (isCancelled !== false && says === "") return unknown("It does not say whether it was cancelled.");
      return refused(
        /not found|unable to locate/i.test(says) ? "unknownParcel" : "tooLate",
        says || "It was not cancelled.",
      );
    },
  },

  async track(http, given, { trackingNumber, at, shippedAt }) {
    const answer = await trackBy(http, given, trackingNumber);
    if (!isYes(answer)) return no(answer);
    const results = answer.as(Tracked).output.completeTrackResults.flatMap(({ trackResults }) => trackResults);
    const result = resultOf(results, shippedAt ?? null);
    if (!result) return absent;
    return done({ events: eventsOf(result, at), trackingUrl: trackingUrl(trackingNumber) });
  },

  trackingUrl,
  statuses,
  receives,
} satisfies Carrier<FedExSettings>;

const isCancelledAlready = (says: string): boolean => /already (?:been )?(?:cancel|delet)/i.test(says);
