import { audit } from "#core/audit/record";
import { ask } from "#core/call/ask";
import type { InputOf } from "#core/contract/kit";
import { erasedEmail, type Order } from "#core/contract/order-shapes";
import * as parcelApi from "#core/contract/parcel";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { lockedOrder } from "#core/order/lock";
import { shownOrder } from "#core/order/show";
import { refuseParcelMove } from "#core/order/states";
import { Refusal } from "#core/refusal";
import { askForDocument } from "./booking/ask-for-document.ts";
import { bookingRefIn } from "./booking/booking-ref.ts";
import { carriers } from "./carrier-family.ts";
import type { TrackingRequest } from "./carriers/tracking-events.ts";
import { parcelOf } from "./locked-parcel.ts";
import type { ParcelRow } from "./parcel.table.ts";

/** Asks the carrier where a parcel is, and for its label and its customs documents if they are still missing. */
export async function refreshParcel(change: Change, input: InputOf<typeof parcelApi.refresh>): Promise<Order> {
  const row = await lockedOrder(change, input);
  const parcel = await parcelOf(change, row.id, input.parcelId);
  refuseParcelMove("refresh", parcel);
  const adapter = await carriers.load(parcel.carrier);
  if (!adapter || parcel.bookingId === null) throw new Refusal("parcel.notTracked");
  const ref = await bookingRefIn(change, parcel);
  const wanted = { row, carrier: parcel.carrier, ref, lies: null };
  // Not for an erased customer, because they show the address.
  const isErased = row.email === erasedEmail;
  const asksLabel = parcel.labelKey === null && !isErased && (await askForDocument(change, "label", wanted));
  if (parcel.customsDocuments === null && !isErased && (await hadDocuments(change, parcel)))
    await askForDocument(change, "customsDocuments", wanted);
  if (!adapter.track && !asksLabel) throw new Refusal("parcel.notTracked");
  const { shippedAt, status } = parcel;
  const request: TrackingRequest = { ...ref, at: change.at, shippedAt, voiding: status === "voiding" };
  if (adapter.track) {
    await ask(change, {
      provider: parcel.carrier,
      does: "track",
      subjectId: parcel.id,
      orderId: row.id,
      asked: request,
    });
  }
  audit(change, parcelApi.refresh.name, row.id, { after: { parcelId: parcel.id } });
  return shownOrder(change, row.id);
}

/** Whether its carrier had made customs documents, which could not be fetched. */
async function hadDocuments({ tx }: Change, { id, orderId }: Pick<ParcelRow, "id" | "orderId">): Promise<boolean> {
  const asked = await tx.execute(sql`
    select from calls where order_id = ${orderId} and subject_id = ${id} and does = 'customsDocuments' limit 1`);
  return asked.length > 0;
}
