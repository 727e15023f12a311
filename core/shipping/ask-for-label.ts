import { ask } from "#core/call/ask";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import type { OrderRow } from "#core/order/order.table";
import type { LabelAsked } from "./calls/label-asked.ts";
import { carriers } from "./carrier-family.ts";
import type { BookingRef } from "./carriers/parcel.ts";

interface Wanted {
  readonly row: Pick<OrderRow, "id">;
  readonly carrier: string;
  readonly ref: BookingRef;
  /** Where the carrier has said that it lies. */
  readonly lies: LabelAsked["lies"];
  readonly wantedBy?: Id<"change">;
}

/** Asks for the label of a booking that came without one. @returns whether there is anybody who could give it. */
export async function askForLabel(change: Change, { row, carrier, ref, lies, wantedBy }: Wanted): Promise<boolean> {
  const adapter = await carriers.load(carrier);
  if (!adapter?.askLabel && !lies) return false;
  const asked: LabelAsked = { ref, lies };
  await ask(change, { provider: carrier, does: "label", subjectId: ref.id, orderId: row.id, asked, wantedBy });
  return true;
}
