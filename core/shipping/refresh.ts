import { audit } from "#core/audit/record";
import { ask } from "#core/call/ask";
import type { InputOf } from "#core/contract/kit";
import { erasedEmail, type Order } from "#core/contract/order-shapes";
import * as parcelApi from "#core/contract/parcel";
import type { Change } from "#core/db/change";
import { lockedOrder } from "#core/order/lock";
import { shownOrder } from "#core/order/show";
import { refuseParcelMove } from "#core/order/states";
import { Refusal } from "#core/refusal";
import { askForLabel } from "./booking/ask-for-label.ts";
import { bookingRefIn } from "./booking/booking-ref.ts";
import { carriers } from "./carrier-family.ts";
import type { TrackingRequest } from "./carriers/tracking-events.ts";
import { parcelOf } from "./locked-parcel.ts";

/** Asks the carrier where a parcel is, and for its label if that is still missing. */
export async function refreshParcel(change: Change, input: InputOf<typeof parcelApi.refresh>): Promise<Order> {
  const row = await lockedOrder(change, input);
  const parcel = await parcelOf(change, row.id, input.parcelId);
  refuseParcelMove("refresh", parcel);
  const adapter = await carriers.load(parcel.carrier);
  if (!adapter || parcel.bookingId === null) throw new Refusal("parcel.notTracked");
  const ref = await bookingRefIn(change, parcel);
  // Not for an erased customer, because a label shows the address.
  const lacksLabel = parcel.labelKey === null && row.email !== erasedEmail;
  const asksLabel = lacksLabel && (await askForLabel(change, { row, carrier: parcel.carrier, ref, lies: null }));
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
