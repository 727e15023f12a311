import { audit, differenceOf } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as parcel from "#core/contract/parcel";
import type { Order } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrder, touchOrder } from "#core/order/lock";
import { shownOrder } from "#core/order/show";
import { refuseParcelMove } from "#core/order/states";
import { Refusal } from "#core/refusal";
import { trackingPage } from "./carrier-family.ts";
import { parcels } from "./parcel.table.ts";
import { parcelIn, wireParcel } from "./parcel-in.ts";

/** Corrects a parcel's carrier, tracking and label; its contents can only be changed by an unship. */
export async function editParcel(change: Change, input: InputOf<typeof parcel.edit>): Promise<Order> {
  const { id, parcelId } = input;
  await lockedOrder(change, input);
  const shownBefore = await shownOrder(change, id);
  const held = parcelIn(shownBefore, parcelId);
  refuseParcelMove("edit", held);
  if (held.mode !== null) throw new Refusal("parcel.booked");
  const given = {
    carrier: input.carrier ?? held.carrier,
    service: input.service === undefined ? held.service : input.service,
    trackingNumber: input.trackingNumber === undefined ? held.trackingNumber : input.trackingNumber,
    trackingUrl: input.trackingUrl === undefined ? held.trackingUrl : input.trackingUrl,
    labelUrl: input.labelUrl === undefined ? held.labelUrl : input.labelUrl,
  };
  // The carrier's own page follows its number, unless another address is given.
  const keepsUrl = given.trackingUrl === held.trackingUrl;
  if (keepsUrl && held.trackingUrl === (await trackingPage(held.carrier, held.trackingNumber)))
    given.trackingUrl = await trackingPage(given.carrier, given.trackingNumber);
  const { before, after } = differenceOf(held, given);
  if (Object.keys(after ?? {}).length === 0) return shownBefore;

  await change.tx.update(parcels).set(given).where(eq(parcels.id, parcelId));
  await touchOrder(change, id);
  audit(change, parcel.edit.name, id, { before: { parcelId, ...before }, after: { parcelId, ...after } });
  const shown = await shownOrder(change, id);
  emitOrderEvent(change, "order.edited", shown, {
    changed: ["parcels"],
    parcel: wireParcel(parcelIn(shown, parcelId)),
  });
  return shown;
}
