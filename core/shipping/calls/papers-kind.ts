import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/fields";
import { sql } from "#core/db/drizzle";
import { touchOrder } from "#core/order/lock";
import { type KeptLabel, papersOf } from "#core/shipping/booking/keep-label";
import { carriers } from "#core/shipping/carrier-family";
import type { Carrier } from "#core/shipping/carriers/carrier";
import { fetchLabel } from "#core/shipping/carriers/fetch-label";
import { findLockedParcel } from "#core/shipping/locked-parcel";
import { keptAsIs } from "./asked.ts";
import type { Paper } from "./booked-here.ts";
import { keptOf } from "./label-kind.ts";

type Lies = NonNullable<Paper["lies"]>;

/** Fetches the customs papers of a booking. Without them they are at the carrier, and the label is good all the same. */
export const papersKind = callKind<Carrier, Lies, KeptLabel>({
  does: "papers",
  load: carriers.load,
  call: (_, { subjectId }) => ({
    repeats: { how: "freely" },
    ask: async (http, _settings, lies) => keptOf(await fetchLabel(http, lies), papersOf(subjectId)),
  }),
  asked: keptAsIs<Lies>(),
  settle: async (change, { subjectId }, outcome) => {
    // Locked whatever the outcome: this call and an erasure at the same time would not see each other.
    const held = await findLockedParcel(change, subjectId as Id<"parcel">); // set by `settleBooking`
    // Without a booking its label has been cancelled meanwhile.
    if (outcome.is !== "done" || !held || held.parcel.bookingId === null) return;
    await change.tx.execute(sql`update parcels set customs_papers = ${outcome.value.format} where id = ${subjectId}`);
    await touchOrder(change, held.row.id);
  },
});
