import { audit } from "#core/audit/record";
import { ask } from "#core/call/ask";
import type { Id } from "#core/contract/kit/fields";
import * as parcelApi from "#core/contract/parcel";
import { type Change, writeTogether } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { linesOf, touchOrder } from "#core/order/lock";
import { shownOrder } from "#core/order/show";
import type { NotLater } from "#core/provider/outcome";
import type { BookedHere } from "#core/shipping/calls/booked-here";
import { carriers, trackingPage } from "#core/shipping/carrier-family";
import { shortAt } from "#core/shipping/held-units";
import { planLeaving, removeParcel } from "#core/shipping/leave";
import { findLockedParcel, type LockedParcel, showWords } from "#core/shipping/locked-parcel";
import { parcelIn, wireParcel } from "#core/shipping/parcel-in";
import { firstTrackSeconds } from "#core/shipping/tracking/next-look";
import { lockUnits } from "#core/stock/line-units";
import { askForDocument } from "./ask-for-document.ts";
import { askForPickup } from "./ask-for-pickup.ts";
import { bookingRefOf } from "./booking-ref.ts";

interface Told {
  readonly parcelId: Id<"parcel">;
  /** The change that requested the label. */
  readonly changeId: Id<"change">;
  readonly outcome: NotLater<BookedHere>;
}

/**
 * Settles a booking: if it is made, the parcel leaves; if it is refused, the parcel is removed; while the outcome is
 * unknown, the parcel holds its units.
 */
export async function settleBooking(change: Change, { parcelId, changeId, outcome }: Told): Promise<void> {
  const held = await findLockedParcel(change, parcelId);
  if (held?.parcel.status !== "booking") return;
  if (outcome.is === "done") return booked(change, held, outcome.value, changeId);
  if (outcome.is === "refused") return refused(change, held, outcome);
  await showWords(change, held, outcome.why);
}

async function booked(change: Change, held: LockedParcel, label: BookedHere, changeId: Id<"change">): Promise<void> {
  const { row, parcel, lines } = held;
  const { id, carrier, locationId } = parcel;
  await writeBooked(change, held, label);
  const ref = bookingRefOf({ ...parcel, ...label }, label.country);
  // A stock-take in the meantime may have found the goods missing: then the label is useless. Locked first, or one
  // could still end between this and the shipping.
  const isThere = row.status !== "pending" && row.status !== "cancelled";
  const units = lines.map((line) => ({ ...line, locationId }));
  if (isThere) await lockUnits(change, units, "leaving");
  const short = isThere ? await shortAt(change, { locationId, lines, except: id }) : lines;
  if (short.length > 0) {
    const says = "The goods are no longer allocated at this location, so the label is being cancelled.";
    await change.tx.execute(sql`
      update parcels set status = 'voiding', says = ${says}, track_due_at = null where id = ${id}`);
    await ask(change, { provider: carrier, does: "void", subjectId: id, orderId: row.id, asked: ref });
    await touchOrder(change, row.id);
    audit(change, parcelApi.ship.name, row.id, {
      after: { parcelId: id, parcelStatus: "voiding", trackingNumber: label.trackingNumber, says },
    });
    return;
  }
  const { status, writes } = await planLeaving(change, row, await linesOf(change, row.id), { id, locationId, lines });
  const departed = sql`
    update parcels set status = 'shipped', says = null, shipped_at = ${change.at.toISOString()}::timestamptz
    where id = ${id}`;
  await writeTogether(change.tx, writes, { departed });
  const wanted = { row, carrier, ref, originalChangeId: changeId };
  const unsaved: string[] = [];
  if (!label.kept && !(await askForDocument(change, "label", { ...wanted, lies: label.lies })))
    unsaved.push("The label could not be saved here. Download it on the carrier's website.");
  const documents = label.customsDocuments;
  if (documents && !documents.kept) {
    const isRequested = await askForDocument(change, "customsDocuments", { ...wanted, lies: documents.lies });
    if (!isRequested)
      unsaved.push("The customs documents could not be saved here. Download them on the carrier's website.");
  }
  if (unsaved.length > 0) await change.tx.execute(sql`update parcels set says = ${unsaved.join(" ")} where id = ${id}`);
  await askForPickup(change, row, parcel, ref);
  audit(change, parcelApi.ship.name, row.id, {
    before: { status: row.status, parcelId: id, parcelStatus: "booking" },
    after: {
      ...{ status, parcelId: id, parcelStatus: "shipped", carrier, courier: label.courier },
      ...{ trackingNumber: label.trackingNumber, cost: label.cost },
    },
  });
  const shown = await shownOrder(change, row.id);
  emitOrderEvent(change, "order.shipped", shown, { parcel: wireParcel(parcelIn(shown, id)) });
}

/** Records the carrier's numbers, the cost and the stored label. */
async function writeBooked(change: Change, { parcel }: LockedParcel, label: BookedHere): Promise<void> {
  const adapter = await carriers.load(parcel.carrier);
  const trackingUrl = label.trackingUrl ?? (await trackingPage(parcel.carrier, label.trackingNumber));
  await change.tx.execute(sql`
    update parcels set booking_id = ${label.bookingId}, tracking_number = ${label.trackingNumber},
      tracking_url = ${trackingUrl}, courier = ${label.courier},
      cost_minor = ${label.cost?.amountMinor ?? null}, cost_currency = ${label.cost?.currency ?? null},
      label_key = ${label.kept?.key ?? null}, label_format = ${label.kept?.format ?? null},
      customs_documents = ${label.customsDocuments?.kept?.format ?? null},
      track_due_at = case when ${adapter?.track !== undefined}
        then clock_timestamp() + make_interval(secs => ${firstTrackSeconds}) end
    where id = ${parcel.id}`);
}

/** The timeline shows the carrier's words; the units are free for another parcel. */
async function refused(
  change: Change,
  { row, parcel, lines }: LockedParcel,
  { code, says }: { readonly code: string; readonly says: string },
): Promise<void> {
  await removeParcel(change, row, parcel, lines);
  audit(change, parcelApi.ship.name, row.id, {
    before: { parcelId: parcel.id, parcelStatus: "booking" },
    after: { parcelId: parcel.id, carrier: parcel.carrier, refused: code, says },
  });
}
