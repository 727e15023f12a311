import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/kit/fields";
import { sql } from "#core/db/drizzle";
import { touchOrder } from "#core/order/lock";
import { outcomeOf } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { done, notYet, type Outcome, refused } from "#core/provider/outcome";
import type { Settings } from "#core/provider/settings";
import { type KeptLabel, keepLabel } from "#core/shipping/booking/keep-label";
import { carriers } from "#core/shipping/carrier-family";
import type { Carrier } from "#core/shipping/carriers/carrier";
import { fetchLabel } from "#core/shipping/carriers/fetch-label";
import type { LabelFile } from "#core/shipping/carriers/label-format";
import { findLockedParcel, showWords } from "#core/shipping/locked-parcel";
import { keptAsIs } from "./asked.ts";
import type { LabelRequest } from "./label-request.ts";

/** An attempt may have four exchanges, and has to end within `attemptMsMax`: both files, a token, and a new URL. */
export const documentMsMax = 20_000;

/**
 * Fetches a document from the known URL, or from a new one if it is not there, as when the known URL has expired.
 * @param again what asks the carrier for a new one.
 * @param name what the copy is stored under.
 */
export async function documentOf(
  again: Carrier["askLabel"],
  http: Http,
  settings: Settings,
  { ref, lies }: LabelRequest,
  name: string,
): Promise<Outcome<KeptLabel>> {
  const there = lies ? await outcomeOf(http, () => fetchLabel(http, lies)) : null;
  if (there && (there.is === "done" || there.is === "later" || !again)) return keptOf(there, name);
  if (!again) return refused("labelGone", "The carrier does not provide it again.");
  const given = await again(http, settings, ref);
  if (given.is === "done") return keptOf(await fetchLabel(http, given.value), name);
  // It may yet be at the known URL.
  return given.is === "refused" && there?.is === "unknown" ? there : given;
}

async function keptOf(fetched: Outcome<LabelFile>, name: string): Promise<Outcome<KeptLabel>> {
  if (fetched.is !== "done") return fetched;
  const kept = await keepLabel(name, fetched.value.bytes);
  return kept ? done(kept) : notYet("The file storage cannot be reached.");
}

/** Fetching a label changes nothing at the carrier, so it is repeated freely. */
export const labelKind = callKind<Carrier, LabelRequest, KeptLabel>({
  does: "label",
  load: carriers.load,
  withinMs: documentMsMax,
  call: (carrier) => ({
    repeats: { how: "freely" },
    ask: (http, settings, asked) => documentOf(carrier.askLabel, http, settings, asked, asked.ref.id),
  }),
  asked: keptAsIs<LabelRequest>(),
  settle: async (change, { subjectId }, outcome) => {
    const held = await findLockedParcel(change, subjectId as Id<"parcel">); // set by `askForDocument`
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
