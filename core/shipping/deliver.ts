import { eq } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type { Order } from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import type { Change } from "#core/db/change";
import { announce } from "#core/order/announce";
import { parcels } from "#core/order/order.table";
import { settleStatus } from "#core/order/settle-status";
import { shownOrder } from "#core/order/show";
import { Refusal } from "#core/refusal";
import { lockedParcel } from "./lock-parcel.ts";
import { parcelIn, wireParcel } from "./parcel-in.ts";

const moves = {
  delivered: { op: parcel.deliver, refusal: "parcel.delivered", event: "order.delivered" },
  shipped: { op: parcel.undeliver, refusal: "parcel.notDelivered", event: "order.undelivered" },
} as const;

/** A parcel has arrived; the order is delivered once everything has. */
export const deliverParcel = (change: Change, input: InputOf<typeof parcel.deliver>) =>
  setDelivery(change, input, "delivered");

/** A parcel has not arrived after all. */
export const undeliverParcel = (change: Change, input: InputOf<typeof parcel.undeliver>) =>
  setDelivery(change, input, "shipped");

async function setDelivery(
  change: Change,
  input: Pick<InputOf<typeof parcel.deliver>, "id" | "parcelId" | "expectedVersion">,
  to: keyof typeof moves,
): Promise<Order> {
  const { op, refusal, event } = moves[to];
  const { row, held } = await lockedParcel(change, input);
  if (held.status === to) throw new Refusal(refusal);
  const deliveredAt = to === "delivered" ? change.at : null;
  await change.tx.update(parcels).set({ status: to, deliveredAt }).where(eq(parcels.id, held.id));
  const status = await settleStatus(change, row);
  await audit(change, op.name, row.id, {
    before: { status: row.status, parcelId: held.id, parcelStatus: held.status },
    after: { status, parcelId: held.id, parcelStatus: to },
  });
  const shown = await shownOrder(change, row.id);
  await announce(change, event, shown, { parcel: wireParcel(parcelIn(shown, held.id)) });
  return shown;
}
