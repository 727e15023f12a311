/** The shipped and returned units of an imported order. */
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import type { LineRow, OrderRow } from "#core/order/order.table";
import { recordedByHand } from "#core/shipping/parcel.table";
import type { TakenOrder } from "./taken-order.ts";

type Ids = Pick<OrderRow, "id">;

export function parcelOf(ids: Ids, taken: TakenOrder, lines: readonly LineRow[], locationId: Id<"location">) {
  const sent = lines.filter(({ shippedQuantity }) => shippedQuantity > 0);
  if (sent.length === 0) return { parcels: [], parcelLines: [] };
  const parcel = {
    ...recordedByHand,
    id: newId("parcel"),
    orderId: ids.id,
    carrier: "manual" as const,
    service: taken.carrierSaid,
    trackingNumber: taken.trackingNumber,
    status: taken.deliveredAt ? ("delivered" as const) : ("shipped" as const),
    locationId,
    shippedAt: taken.shippedAt ?? taken.placedAt,
    deliveredAt: taken.deliveredAt,
  };
  const packed = sent.map(({ id, shippedQuantity }) => ({
    parcelId: parcel.id,
    lineId: id,
    quantity: shippedQuantity,
  }));
  return { parcels: [parcel], parcelLines: packed };
}

/** Returned units are not restocked: they were, if at all, in another system. */
export function returnOf({ at }: Change, ids: Ids, lines: readonly LineRow[]) {
  const back = lines.filter(({ returnedQuantity }) => returnedQuantity > 0);
  if (back.length === 0) return { returns: [], returnLines: [] };
  const one = { id: newId("return"), orderId: ids.id, reason: null, recordedAt: at };
  const returnLines = back.map(({ id, returnedQuantity }) => ({
    returnId: one.id,
    lineId: id,
    quantity: returnedQuantity,
    restock: false,
    locationId: null,
  }));
  return { returns: [one], returnLines };
}
