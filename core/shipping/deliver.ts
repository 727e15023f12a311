import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import * as parcel from "#core/contract/parcel";
import type { Order } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrder } from "#core/order/lock";
import type { OrderRow } from "#core/order/order.table";
import { updateStatus } from "#core/order/settle-status";
import { shownOrder } from "#core/order/show";
import { refuseParcelMove } from "#core/order/states";
import { parcels } from "./parcel.table.ts";
import { parcelIn, wireParcel } from "./parcel-in.ts";

const moves = {
  deliver: { op: parcel.deliver, to: "delivered", event: "order.delivered" },
  undeliver: { op: parcel.undeliver, to: "shipped", event: "order.undelivered" },
} as const;

/** A parcel has arrived; the order is delivered once all its units have. */
export const deliverParcel = (change: Change, input: InputOf<typeof parcel.deliver>) =>
  setDelivery(change, input, "deliver");

/** A parcel has not arrived after all. */
export const undeliverParcel = (change: Change, input: InputOf<typeof parcel.undeliver>) =>
  setDelivery(change, input, "undeliver");

async function setDelivery(
  change: Change,
  input: Pick<InputOf<typeof parcel.deliver>, "id" | "parcelId" | "expectedVersion">,
  move: keyof typeof moves,
): Promise<Order> {
  const row = await lockedOrder(change, input);
  return moved(change, row, input.parcelId, move);
}

/**
 * The carrier reports that it has arrived. The caller has locked the order's row and checked that the parcel has left.
 */
export async function arrive(change: Change, row: OrderRow, parcelId: Id<"parcel">): Promise<void> {
  await moved(change, row, parcelId, "deliver");
}

async function moved(change: Change, row: OrderRow, parcelId: Id<"parcel">, move: keyof typeof moves): Promise<Order> {
  const { op, to, event } = moves[move];
  const held = parcelIn(await shownOrder(change, row.id), parcelId);
  refuseParcelMove(move, held);
  const deliveredAt = to === "delivered" ? change.at : null;
  await change.tx.update(parcels).set({ status: to, deliveredAt }).where(eq(parcels.id, held.id));
  const status = await updateStatus(change, row);
  const shown = await shownOrder(change, row.id);
  audit(change, op.name, row.id, {
    before: { status: row.status, parcelId: held.id, parcelStatus: held.status },
    after: { status, parcelId: held.id, parcelStatus: to },
  });
  emitOrderEvent(change, event, shown, { parcel: wireParcel(parcelIn(shown, held.id)) });
  return shown;
}
