import { audit } from "#core/audit/record";
import { ask } from "#core/call/ask";
import { settleOpenCall } from "#core/call/settle-open";
import type { InputOf } from "#core/contract/kit/operation";
import * as parcelApi from "#core/contract/parcel";
import type { Order } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { dryRun } from "#core/db/dry-run";
import { lockedOrder, touchOrder } from "#core/order/lock";
import { shownOrder } from "#core/order/show";
import { refuseParcelMove } from "#core/order/states";
import { Refusal } from "#core/refusal";
import { bookingRefIn } from "./booking/booking-ref.ts";
import { carriers } from "./carrier-family.ts";
import { type LockedParcel, linesIn, parcelOf } from "./locked-parcel.ts";
import { takeBack } from "./take-back.ts";

const notAwaited = "The shipment was undone without waiting for the carrier's answer.";

/**
 * Removes a parcel that did not leave after all: its goods are back in stock, and still allocated to the order. A label
 * made by the carrier is cancelled first, and the parcel is removed once the carrier agrees; `keepLabel` removes it at
 * once.
 */
export async function unshipParcel(change: Change, input: InputOf<typeof parcelApi.unship>): Promise<Order> {
  const row = await lockedOrder(change, input);
  const parcel = await parcelOf(change, row.id, input.parcelId);
  const gaveUp = parcel.status === "voiding" && input.keepLabel;
  if (!gaveUp) refuseParcelMove("unship", parcel);
  const held = { row, parcel, lines: await linesIn(change, parcel.id) };
  if (parcel.bookingId !== null && !input.keepLabel) return askToVoid(change, held);
  // Without its parcel nobody could decide it.
  await settleOpenCall(change, { subjectId: parcel.id, does: "void" }, { is: "refused", says: notAwaited });
  return takeBack(change, held, { labelVoided: false });
}

async function askToVoid(change: Change, held: LockedParcel): Promise<Order> {
  const { row, parcel } = held;
  const { id, carrier } = parcel;
  const adapter = await carriers.load(carrier);
  if (!adapter?.void) throw new Refusal("parcel.notVoided", { says: adapter?.cannotVoid ?? "It cannot be cancelled." });
  // Afterwards its label would be gone, and the parcel could not be removed all the same.
  await dryRun(change, (trial) => takeBack(trial, held, { labelVoided: true }));
  const booking = await bookingRefIn(change, parcel);
  await change.tx.execute(sql`update parcels set status = 'voiding', says = null where id = ${id}`);
  await ask(change, { provider: carrier, does: "void", subjectId: id, orderId: row.id, asked: booking });
  await touchOrder(change, row.id);
  audit(change, parcelApi.unship.name, row.id, {
    before: { parcelId: id, parcelStatus: parcel.status },
    after: { parcelId: id, parcelStatus: "voiding" },
  });
  return shownOrder(change, row.id);
}
