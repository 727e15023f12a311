import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/kit/fields";
import { done, type Outcome } from "#core/provider/outcome";
import { customsDocumentsOf, keepLabel } from "#core/shipping/booking/keep-label";
import { settleBooking } from "#core/shipping/booking/settle-booking";
import { carriers } from "#core/shipping/carrier-family";
import type { Carrier } from "#core/shipping/carriers/carrier";
import type { Booked, BookingRequest } from "#core/shipping/carriers/parcel";
import { kept } from "./asked.ts";
import type { BookedHere, ShippingDocument } from "./booked-here.ts";

/** A document in the answer is stored at once, because the carrier may not give it again. */
async function documentOf(name: string, given: Booked["customsDocuments"]): Promise<ShippingDocument> {
  const label = given === "at the carrier" || !given ? null : given;
  const kept = label && "bytes" in label ? await keepLabel(name, label.bytes) : null;
  const lies = label && "url" in label ? { format: label.format, url: label.url } : null;
  return { kept, lies };
}

async function withLabel(outcome: Outcome<Booked>, { id, from }: BookingRequest): Promise<Outcome<BookedHere>> {
  if (outcome.is !== "done") return outcome;
  const { label, customsDocuments, ...booked } = outcome.value;
  return done({
    ...booked,
    ...(await documentOf(id, label)),
    ...(customsDocuments && {
      customsDocuments: await documentOf(customsDocumentsOf(id), customsDocuments),
    }),
    country: from.address.country,
  });
}

export const bookKind = callKind<Carrier, BookingRequest, BookedHere>({
  does: "book",
  load: carriers.load,
  call: ({ book }) => {
    const find = book?.find;
    return (
      book && {
        repeats: book.repeats,
        ask: async (http, settings, asked) => withLabel(await book.ask(http, settings, asked), asked),
        ...(find && {
          find: async (http, settings, asked) => {
            const found = await find(http, settings, asked);
            return found.is === "absent" ? found : withLabel(found, asked);
          },
        }),
      }
    );
  },
  modeIn: "parcels",
  account: (carrier, settings) => carrier.account(settings),
  asked: kept<BookingRequest>(),
  decided: ({ from }, { reference = "", id = reference }) => ({
    ...{ bookingId: id, trackingNumber: reference, trackingUrl: null, courier: null },
    ...{ cost: null, kept: null, lies: null, country: from.address.country },
  }),
  settle: (change, { subjectId, changeId }, outcome) =>
    settleBooking(change, { parcelId: subjectId as Id<"parcel">, changeId, outcome }), // set by `bookParcel`
});
