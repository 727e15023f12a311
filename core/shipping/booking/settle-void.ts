import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import * as parcelApi from "#core/contract/parcel";
import { type Change, savepoint } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { touchOrder } from "#core/order/lock";
import { Refusal } from "#core/refusal";
import { findLockedParcel, type LockedParcel, showWords } from "#core/shipping/locked-parcel";
import { takeBack } from "#core/shipping/take-back";

/** A carrier's answer to cancelling a label. */
export type VoidNews =
  | { readonly is: "voided" }
  | { readonly is: "refused"; readonly says: string }
  | { readonly is: "unknown"; readonly says: string };

/** If the label is voided, its parcel is removed; if not, the parcel stays as it was. */
export async function settleVoid(change: Change, id: Id<"parcel">, news: VoidNews): Promise<void> {
  const held = await findLockedParcel(change, id);
  if (!held) return;
  if (held.parcel.status !== "voiding") {
    // It was cancelled at the carrier, has arrived since, or staff decided that it was not voided: the parcel stays.
    if (news.is === "voided" && held.parcel.shippedAt !== null && held.parcel.bookingId !== null) {
      await withoutLabel(change, id);
      // One that has arrived needs none any more, and keeps its words.
      if (held.parcel.status === "delivered") await touchOrder(change, held.row.id);
      else await showWords(change, held, "This label was cancelled at the carrier. Do not use it.");
    }
    return;
  }
  if (news.is === "voided") return voided(change, held);
  if (news.is === "refused") return staysAs(change, held, news.says);
  await showWords(change, held, news.says);
}

/** If its goods have been returned or its location is closed by now, the parcel stays, without its label. */
async function voided(change: Change, held: LockedParcel): Promise<void> {
  try {
    await savepoint(change, (trial) => takeBack(trial, held, { labelVoided: true }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await withoutLabel(change, held.parcel.id);
    await staysAs(change, held, `The label was cancelled, but the shipment could not be undone: ${error.message}`);
  }
}

const withoutLabel = ({ tx }: Change, id: Id<"parcel">): Promise<unknown> =>
  tx.execute(sql`
    update parcels set booking_id = null, label_key = null, label_format = null, customs_documents = null,
      track_due_at = null where id = ${id}`);

/** A parcel that never left, for lack of goods, is removed even so; the timeline shows that its label remains. */
async function staysAs(change: Change, { row, parcel, lines }: LockedParcel, says: string): Promise<void> {
  const { id, trackingNumber } = parcel;
  const after = { parcelId: id, notVoided: says, trackingNumber };
  if (parcel.shippedAt === null) {
    await takeBack(change, { row, parcel, lines }, { labelVoided: false });
  } else {
    await change.tx.execute(sql`update parcels set status = 'shipped', says = ${says} where id = ${id}`);
    await touchOrder(change, row.id);
  }
  audit(change, parcelApi.unship.name, row.id, { before: { parcelId: id, parcelStatus: "voiding" }, after });
}
