/** FedEx's answers and their meaning. */

import * as z from "zod";
import { isYes, ofSearch } from "#core/provider/call";
import { idText } from "#core/provider/fields";
import type { Http } from "#core/provider/http";
import { absent, done, type Found, refused } from "#core/provider/outcome";
import type { Booked, BookingRequest, LabelFormat } from "../parcel.ts";
import { readable, readableAmount, readableList, readableText, yesOrNo } from "../readable.ts";
import { type FedExSettings, no, send } from "./api.ts";
import { isCancelled, Result } from "./tracking.ts";

const day = 24 * 3_600_000;
export const trackingUrl = (number: string): string =>
  `https://www.fedex.com/fedextrack/?trknbr=${encodeURIComponent(number)}`;

const text = z.string().nullish();
export const Tracked = z.object({
  output: z.object({ completeTrackResults: z.array(z.object({ trackResults: z.array(Result) })) }),
});
const Charge = z.object({ totalNetCharge: readableAmount, currency: readableText });
export const Quotes = z.object({
  output: z.object({
    rateReplyDetails: readableList(
      z.object({
        serviceType: idText,
        serviceName: text,
        ratedShipmentDetails: z.array(Charge),
        commit: z.object({ transitDays: z.object({ minimumTransitTime: text }).nullish() }).nullish(),
      }),
    ),
  }),
});
const link = readable(z.string());
const Document = z.object({ contentType: readableText, docType: readableText, encodedLabel: link, url: link });
export const Shipped = z.object({
  output: z.object({
    transactionShipments: z.array(
      z.object({
        masterTrackingNumber: readableText,
        shipmentDocuments: readable(readableList(Document)),
        pieceResponses: readable(
          z.array(z.object({ trackingNumber: readableText, packageDocuments: readable(readableList(Document)) })),
        ),
        completedShipmentDetail: readable(
          z.object({
            shipmentRating: z.object({ shipmentRateDetails: z.array(Charge).nullish() }).nullish(),
          }),
        ),
      }),
    ),
  }),
});
export const Cancelled = z.object({
  output: z.object({
    cancelledShipment: yesOrNo.nullish(),
    cancelledHistory: yesOrNo.nullish(),
    message: readableText,
    alerts: readable(z.array(z.object({ message: readableText }))),
  }),
});

/** FedEx spells out numbers of days. */
export const dayNumbers: Readonly<Record<string, number>> = Object.fromEntries(
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

/** Among the documents of a shipment and of its piece. */
export function documentsOf(
  given: FedExSettings,
  all: readonly z.output<typeof Document>[],
): Pick<Booked, "label" | "customsDocuments"> {
  const documents = all.filter(({ encodedLabel, url }) => encodedLabel || url);
  const invoice = documents.find(({ contentType }) => contentType === "COMMERCIAL_INVOICE");
  const others = documents.filter((document) => document !== invoice);
  const label = others.find(({ contentType }) => contentType === "LABEL") ?? others[0];
  return {
    label: label ? labelOf(given, label) : null,
    customsDocuments: invoice ? labelOf({ ...given, labelFormat: "PDF" }, invoice) : null,
  };
}

export const bookedAs = (trackingNumber: string): Booked => ({
  bookingId: trackingNumber,
  trackingNumber,
  trackingUrl: trackingUrl(trackingNumber),
  courier: null,
  cost: null,
  label: null,
});

export const trackBy = (http: Http, given: FedExSettings, trackingNumber: string) =>
  send(http, given, {
    method: "POST",
    path: "/track/v1/trackingnumbers",
    json: { includeDetailedScans: true, trackingInfo: [{ trackingNumberInfo: { trackingNumber } }] },
  });

/** The search may miss a very recent booking, so an empty result proves nothing. */
export async function findBooked(
  http: Http,
  given: FedExSettings,
  { id, at, to }: BookingRequest,
): Promise<Found<Booked>> {
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
  if (!isYes(answer)) return ofSearch(no(answer));
  const results = answer.as(Tracked).output.completeTrackResults.flatMap(({ trackResults }) => trackResults);
  const known = results.filter(({ error, trackingNumberInfo }) => !error && trackingNumberInfo?.trackingNumber);
  const number = known.find((result) => !isCancelled(result))?.trackingNumberInfo?.trackingNumber;
  if (number) return done(bookedAs(number));
  return known.length > 0 ? refused("refused", "It has been cancelled at FedEx.") : absent;
}
