import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/fields";
import { sql } from "#core/db/drizzle";
import { touchOrder } from "#core/order/lock";
import { customsDocumentsOf, type KeptLabel } from "#core/shipping/booking/keep-label";
import { carriers } from "#core/shipping/carrier-family";
import type { Carrier } from "#core/shipping/carriers/carrier";
import { fetchLabel } from "#core/shipping/carriers/fetch-label";
import { findLockedParcel } from "#core/shipping/locked-parcel";
import { keptAsIs } from "./asked.ts";
import type { ShippingDocument } from "./booked-here.ts";
import { keptOf } from "./label-kind.ts";

type Lies = NonNullable<ShippingDocument["lies"]>;

/** Fetches the customs documents of a booking. If that fails, they are at the carrier, and the label is good even so. */
export const customsDocumentsKind = callKind<Carrier, Lies, KeptLabel>({
  does: "customsDocuments",
  load: carriers.load,
  call: (_, { subjectId }) => ({
    repeats: { how: "freely" },
    ask: async (http, _settings, lies) => keptOf(await fetchLabel(http, lies), customsDocumentsOf(subjectId)),
  }),
  asked: keptAsIs<Lies>(),
  settle: async (change, { subjectId }, outcome) => {
    // Locked whatever the outcome: this call and an erasure at the same time would not see each other.
    const held = await findLockedParcel(change, subjectId as Id<"parcel">); // set by `settleBooking`
    // Without a booking its label has been cancelled meanwhile.
    if (outcome.is !== "done" || !held || held.parcel.bookingId === null) return;
    await change.tx.execute(
      sql`update parcels set customs_documents = ${outcome.value.format} where id = ${subjectId}`,
    );
    await touchOrder(change, held.row.id);
  },
});
