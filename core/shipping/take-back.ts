import { audit } from "#core/audit/record";
import * as parcelApi from "#core/contract/parcel";
import type { Order } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { shownOrder } from "#core/order/show";
import { Refusal } from "#core/refusal";
import { removeParcel } from "./leave.ts";
import type { LockedParcel } from "./locked-parcel.ts";
import { parcelIn, wireParcel } from "./parcel-in.ts";

/**
 * Removes the parcel; its goods are back in stock and still allocated to the order. An event is only sent if one said
 * that it had left.
 * @throws Refusal `parcel.returned`, and what stock refuses.
 */
export async function takeBack(
  change: Change,
  { row, parcel, lines }: LockedParcel,
  { labelVoided }: { readonly labelVoided: boolean },
): Promise<Order> {
  const before = await shownOrder(change, row.id);
  if (parcel.shippedAt !== null) refuseReturned(before, lines);
  const held = parcelIn(before, parcel.id);
  const status = await removeParcel(change, row, parcel, lines);
  audit(change, parcelApi.unship.name, row.id, {
    before: { status: row.status, parcel: wireParcel(held) },
    after: { status, ...(parcel.bookingId !== null && { labelVoided }) },
  });
  const shown = await shownOrder(change, row.id);
  if (parcel.shippedAt !== null) emitOrderEvent(change, "order.unshipped", shown, { parcel: wireParcel(held) });
  return shown;
}

/** @throws Refusal `parcel.returned` with the lines that would then have more units returned than shipped. */
function refuseReturned(order: Order, lines: LockedParcel["lines"]): void {
  const returned = lines.filter(({ lineId, quantity }) =>
    order.lines.some((line) => line.id === lineId && line.shipped - quantity < line.returned),
  );
  if (returned.length > 0) throw new Refusal("parcel.returned", { lineIds: returned.map(({ lineId }) => lineId) });
}
