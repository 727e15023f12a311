import { ask } from "#core/call/ask";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import type { OrderRow } from "#core/order/order.table";
import type { LabelAsked } from "#core/shipping/calls/label-asked";
import { carriers } from "#core/shipping/carrier-family";
import type { BookingRef } from "#core/shipping/carriers/parcel";

interface Wanted {
  readonly row: Pick<OrderRow, "id">;
  readonly carrier: string;
  readonly ref: BookingRef;
  /** The label's URL at the carrier. */
  readonly lies: LabelAsked["lies"];
  readonly wantedBy?: Id<"change">;
}

/** Requests the label of a booking that came without one. @returns whether there is any source for it. */
export async function askForLabel(change: Change, { row, carrier, ref, lies, wantedBy }: Wanted): Promise<boolean> {
  const adapter = await carriers.load(carrier);
  if (!adapter?.askLabel && !lies) return false;
  const asked: LabelAsked = { ref, lies };
  await ask(change, { provider: carrier, does: "label", subjectId: ref.id, orderId: row.id, asked, wantedBy });
  return true;
}
