/** FedEx. It keeps no key, and a search by our reference may miss what was booked a moment ago. */
import * as z from "zod";
import type { Http } from "#core/provider/http";
import { absent, done, type Found, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { BookAsked, Booked, Carrier, LabelFormat, Rate, Voided } from "../carrier.ts";
import { daysIn, priced } from "../measures.ts";
import { type FedExSettings, no, send, settings } from "./api.ts";
import { shipmentOf } from "./shipment.ts";
import { beganAt, eventsOf, Result, receives, statuses } from "./tracking.ts";

const day = 24 * 3_600_000;
const modeOf = ({ server }: FedExSettings) => (server === "live" ? "live" : "test");
const trackingUrl = (number: string): string =>
  `https://www.fedex.com/fedextrack/?trknbr=${encodeURIComponent(number)}`;
const accountOf = ({ accountNumber }: FedExSettings) => ({ value: accountNumber });

export const fedex = {
  code: "fedex",
  label: "FedEx",
  settings,
  mode: modeOf,
  needs: {
    from: "anywhere",
    to: "anywhere",
    weightMaxGrams: 68_000,
    dimensions: false,
    phone: "both",
    email: "no",
    region: ["US", "CA"],
    pickupPlace: false,
    customs: true,
    collects: [],
  },
  labelFormats: ["pdf", "png", "zpl"],

  async check(http, given) {
    const answer = await trackBy(http, given, "000000000000");
    if (answer.status !== 200) return no(answer);
    answer.as(Tracked);
    return done({ mode: modeOf(given) });
  },

  async rates(http, given, asked): Promise<Outcome<readonly Rate[]>> {
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
    if (answer.status !== 200) return no(answer);
    const rates = answer.as(Quotes).output.rateReplyDetails.flatMap((reply): Rate[] => {
      const [rated] = reply.ratedShipmentDetails;
      if (!rated) return [];
      const cost = priced(rated.totalNetCharge, rated.currency ?? "USD");
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
    return rates.length > 0 ? done(rates) : refused("noService", "FedEx does not go there.");
  },

  book: {
    repeats: { how: "never" },
    async ask(http, given, asked): Promise<Outcome<Booked>> {
      if (asked.service === null) return refused("noService", "FedEx wants to be told which service.");
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
      if (answer.status !== 200) return no(answer);
      const [shipment] = answer.as(Shipped).output.transactionShipments;
      const [piece] = shipment?.pieceResponses ?? [];
      const number = piece?.trackingNumber ?? shipment?.masterTrackingNumber;
      if (!number) return unknown("It has answered without a number.");
      const document = piece?.packageDocuments?.find(({ encodedLabel, url }) => encodedLabel || url);
      const rating = shipment?.completedShipmentDetail?.shipmentRating?.shipmentRateDetails?.[0];
      return done({
        ...bookedAs(number),
        cost: rating?.totalNetCharge ? priced(rating.totalNetCharge, rating.currency ?? "USD") : null,
        label: document ? labelOf(given, document) : null,
      });
    },
    find: findBooked,
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
      if (answer.status !== 200) return no(answer);
      const { cancelledShipment, cancelledHistory, message, alerts } = answer.as(Cancelled).output;
      // 200 alone says nothing.
      if (cancelledShipment || cancelledHistory) return done({ state: "voided" });
      const says = [message, ...(alerts ?? []).map((alert) => alert.message)].filter((part) => part).join(" ");
      if (/already.*(?:cancel|delet)/i.test(says)) return done({ state: "voided" });
      return refused(
        /not found|unable to locate/i.test(says) ? "unknownParcel" : "tooLate",
        says || "It was not cancelled.",
      );
    },
  },

  async track(http, given, { trackingNumber, at }) {
    const answer = await trackBy(http, given, trackingNumber);
    if (answer.status !== 200) return no(answer);
    const results = answer.as(Tracked).output.completeTrackResults.flatMap(({ trackResults }) => trackResults);
    const known = results.filter(({ error }) => !error);
    // A number that is used again brings its last parcel along: ours is the one that began last.
    const [result] = known.toSorted((a, b) => (beganAt(b)?.getTime() ?? 0) - (beganAt(a)?.getTime() ?? 0));
    if (!result) return absent;
    return done({ events: eventsOf(result, at), trackingUrl: trackingUrl(trackingNumber) });
  },

  trackingUrl,
  statuses,
  receives,
} satisfies Carrier<FedExSettings>;

const text = z.string().nullish();
const Tracked = z.object({
  output: z.object({ completeTrackResults: z.array(z.object({ trackResults: z.array(Result) })) }),
});
const Charge = z.object({ totalNetCharge: z.number(), currency: text });
const Quotes = z.object({
  output: z.object({
    rateReplyDetails: z.array(
      z.object({
        serviceType: z.string(),
        serviceName: text,
        ratedShipmentDetails: z.array(Charge),
        commit: z.object({ transitDays: z.object({ minimumTransitTime: text }).nullish() }).nullish(),
      }),
    ),
  }),
});
const Document = z.object({ contentType: text, docType: text, encodedLabel: text, url: text });
const Shipped = z.object({
  output: z.object({
    transactionShipments: z.array(
      z.object({
        masterTrackingNumber: text,
        pieceResponses: z
          .array(z.object({ trackingNumber: text, packageDocuments: z.array(Document).nullish() }))
          .nullish(),
        completedShipmentDetail: z
          .object({
            shipmentRating: z
              .object({
                shipmentRateDetails: z
                  .array(z.object({ totalNetCharge: z.number().nullish(), currency: text }))
                  .nullish(),
              })
              .nullish(),
          })
          .nullish(),
      }),
    ),
  }),
});
const Cancelled = z.object({
  output: z.object({
    cancelledShipment: z.boolean().nullish(),
    cancelledHistory: z.boolean().nullish(),
    message: text,
    alerts: z.array(z.object({ message: text })).nullish(),
  }),
});

/** It writes numbers of days as words. */
const dayNumbers: Readonly<Record<string, number>> = Object.fromEntries(
  "ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN"
    .split(" ")
    .map((word, nth) => [`${word}_DAYS`.replace("ONE_DAYS", "ONE_DAY"), nth + 1]),
);

const formats: Readonly<Record<string, LabelFormat>> = { PDF: "pdf", PNG: "png", ZPLII: "zpl" };

function labelOf({ labelFormat }: FedExSettings, { docType, encodedLabel, url }: z.output<typeof Document>) {
  const format = formats[docType ?? ""] ?? formats[labelFormat] ?? "pdf";
  if (encodedLabel) return { format, bytes: Buffer.from(encodedLabel, "base64") };
  return url ? { format, url } : null;
}

const bookedAs = (trackingNumber: string): Booked => ({
  bookingId: trackingNumber,
  trackingNumber,
  trackingUrl: trackingUrl(trackingNumber),
  courier: null,
  cost: null,
  label: null,
});

const trackBy = (http: Http, given: FedExSettings, trackingNumber: string) =>
  send(http, given, {
    method: "POST",
    path: "/track/v1/trackingnumbers",
    json: { includeDetailedScans: true, trackingInfo: [{ trackingNumberInfo: { trackingNumber } }] },
  });

/** It may not know yet what was booked a moment ago, so its word that there is no such thing proves nothing. */
async function findBooked(http: Http, given: FedExSettings, { id, at, to }: BookAsked): Promise<Found<Booked>> {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const answer = await send(http, given, {
    method: "POST",
    path: "/track/v1/referencenumbers",
    json: {
      referencesInformation: {
        type: "CUSTOMER_REFERENCE",
        value: id,
        accountNumber: given.accountNumber,
        shipDateBegin: dayOf(at.getTime() - day),
        shipDateEnd: dayOf(at.getTime() + 7 * day),
        destinationCountryCode: to.address.country,
        destinationPostalCode: to.address.postalCode,
      },
      includeDetailedScans: false,
    },
  });
  if (answer.status === 404) return absent;
  if (answer.status !== 200) return no(answer);
  const results = answer.as(Tracked).output.completeTrackResults.flatMap(({ trackResults }) => trackResults);
  const number = results.find(({ error }) => !error)?.trackingNumberInfo?.trackingNumber;
  return number ? done(bookedAs(number)) : absent;
}
