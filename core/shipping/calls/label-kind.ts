import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/fields";
import { sql } from "#core/db/drizzle";
import { touchOrder } from "#core/order/lock";
import type { Http } from "#core/provider/http";
import { done, later, type Outcome, refused } from "#core/provider/outcome";
import type { Settings } from "#core/provider/settings";
import { type KeptLabel, keepLabel } from "#core/shipping/booking/keep-label";
import { carriers } from "#core/shipping/carrier-family";
import type { Carrier } from "#core/shipping/carriers/carrier";
import { fetchLabel } from "#core/shipping/carriers/fetch-label";
import { findLockedParcel, showWords } from "#core/shipping/locked-parcel";
import { keptAsIs } from "./asked.ts";
import type { LabelRequest } from "./label-request.ts";

/** Fetches the label from the known URL, or from a new one if the known URL has expired. */
async function labelOf(
  { askLabel }: Carrier,
  http: Http,
  settings: Settings,
  { ref, lies }: LabelRequest,
): Promise<Outcome<KeptLabel>> {
  const there = lies ? await fetchLabel(http, lies) : null;
  if (there && (there.is !== "refused" || !askLabel)) return keptOf(there, ref.id);
  if (!askLabel) return refused("labelGone", "The carrier does not provide the label again.");
  const given = await askLabel(http, settings, ref);
  return given.is === "done" ? keptOf(await fetchLabel(http, given.value), ref.id) : given;
}

/** @param name what the copy is stored under. */
export async function keptOf(
  fetched: Awaited<ReturnType<typeof fetchLabel>>,
  name: string,
): Promise<Outcome<KeptLabel>> {
  if (fetched.is !== "done") return fetched;
  const kept = await keepLabel(name, fetched.value.bytes);
  return kept ? done(kept) : later("The file storage cannot be reached.");
}

/** Fetching a label changes nothing at the carrier, so it is repeated freely. */
export const labelKind = callKind<Carrier, LabelRequest, KeptLabel>({
  does: "label",
  load: carriers.load,
  call: (carrier) => ({
    repeats: { how: "freely" },
    ask: (http, settings, asked) => labelOf(carrier, http, settings, asked),
  }),
  asked: keptAsIs<LabelRequest>(),
  settle: async (change, { subjectId }, outcome) => {
    if (outcome.is === "later") return;
    const held = await findLockedParcel(change, subjectId as Id<"parcel">); // set by `askForLabel`
    // Without a booking its label has been cancelled meanwhile: what came is not to be printed.
    if (!held || held.parcel.bookingId === null) return;
    if (outcome.is === "done") {
      const { key, format } = outcome.value;
      await change.tx.execute(sql`
        update parcels set label_key = ${key}, label_format = ${format}, says = null where id = ${subjectId}`);
      await touchOrder(change, held.row.id);
    } else if (held.parcel.labelKey === null) {
      await showWords(change, held, outcome.is === "refused" ? outcome.says : outcome.why);
    }
  },
});
