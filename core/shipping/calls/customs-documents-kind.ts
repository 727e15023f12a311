import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/kit/fields";
import { sql } from "#core/db/drizzle";
import { touchOrder } from "#core/order/lock";
import { customsDocumentsOf, type KeptLabel } from "#core/shipping/booking/keep-label";
import { carriers } from "#core/shipping/carrier-family";
import type { Carrier } from "#core/shipping/carriers/carrier";
import { findLockedParcel } from "#core/shipping/locked-parcel";
import { keptAsIs } from "./asked.ts";
import { documentMsMax, documentOf } from "./label-kind.ts";
import type { LabelRequest } from "./label-request.ts";

/** Fetches the customs documents of a booking. If that fails, they are at the carrier, and the label is good even so. */
export const customsDocumentsKind = callKind<Carrier, LabelRequest, KeptLabel>({
  does: "customsDocuments",
  load: carriers.load,
  withinMs: documentMsMax,
  call: ({ askCustomsDocuments }, { subjectId }) => ({
    repeats: { how: "freely" },
    ask: (http, settings, asked) =>
      documentOf(askCustomsDocuments, http, settings, asked, customsDocumentsOf(subjectId)),
  }),
  asked: keptAsIs<LabelRequest>(),
  settle: async (change, { subjectId }, outcome) => {
    // Locked whatever the outcome: this call and an erasure at the same time would not see each other.
    const held = await findLockedParcel(change, subjectId as Id<"parcel">); // set by `askForDocument`
    // Without a booking its label has been cancelled meanwhile.
    if (outcome.is !== "done" || !held || held.parcel.bookingId === null) return;
    const { format } = outcome.value;
    await change.tx.execute(sql`update parcels set customs_documents = ${format} where id = ${subjectId}`);
    await touchOrder(change, held.row.id);
  },
});
