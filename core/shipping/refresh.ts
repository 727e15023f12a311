import { audit } from "#core/audit/record";
import { ask } from "#core/call/ask";
import type { Address } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import * as parcelApi from "#core/contract/parcel";
import { erasedEmail, type Order } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { lockedOrder } from "#core/order/lock";
import type { OrderRow } from "#core/order/order.table";
import { shownOrder } from "#core/order/show";
import { refuseParcelMove } from "#core/order/states";
import { Refusal } from "#core/refusal";
import { askForDocument } from "./booking/ask-for-document.ts";
import { bookingRefIn } from "./booking/booking-ref.ts";
import type { LabelRequest } from "./calls/label-request.ts";
import { carriers } from "./carrier-family.ts";
import { crossesCustoms } from "./carriers/customs.ts";
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
  const wanted = { row, carrier: parcel.carrier, ref };
  // Not for an erased customer, because they show the address.
  const isErased = row.email === erasedEmail;
  const isLabelMissing = parcel.labelKey === null && !isErased;
  const label = isLabelMissing ? await firstAsked(change, parcel, "label") : undefined;
  const asksLabel = isLabelMissing && (await askForDocument(change, "label", { ...wanted, lies: label?.lies ?? null }));
  if (parcel.customsDocuments === null && !isErased) {
    const documents = await firstAsked(change, parcel, "customsDocuments");
    if (documents || (await isExported(change, row, parcel)))
      await askForDocument(change, "customsDocuments", { ...wanted, lies: documents?.lies ?? null });
  }
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

/**
 * The first call for a document that could not be fetched: it has the URL in the answer to the booking, which some
 * carriers do not give again.
 */
async function firstAsked(
  { tx }: Change,
  { id, orderId }: Pick<ParcelRow, "id" | "orderId">,
  does: "label" | "customsDocuments",
): Promise<Pick<LabelRequest, "lies"> | undefined> {
  const [first] = await tx.execute<Pick<LabelRequest, "lies"> & Record<string, unknown>>(sql`
    select asked->'lies' as lies from calls
    where order_id = ${orderId} and subject_id = ${id} and does = ${does} order by id limit 1`);
  return first;
}

/** Its carrier may have made customs documents that nobody here knows of, as for a booking that a person has recorded. */
async function isExported({ tx }: Change, { address: to }: Pick<OrderRow, "address">, { locationId }: ParcelRow) {
  const [from] = await tx.execute<{ address: Address | null }>(sql`
    select address from locations where id = ${locationId}`);
  return !!from?.address && crossesCustoms({ address: from.address }, { address: to });
}
