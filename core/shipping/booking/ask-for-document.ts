import { ask } from "#core/call/ask";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import type { OrderRow } from "#core/order/order.table";
import type { LabelRequest } from "#core/shipping/calls/label-request";
import { carriers } from "#core/shipping/carrier-family";
import type { BookingRef } from "#core/shipping/carriers/parcel";

interface Wanted {
  readonly row: Pick<OrderRow, "id">;
  readonly carrier: string;
  readonly ref: BookingRef;
  /** The document's URL at the carrier. */
  readonly lies: LabelRequest["lies"];
  readonly originalChangeId?: Id<"change">;
}

/**
 * Requests a document of a booking that is not stored here: its label, or its customs documents.
 * @returns whether there is any source for it.
 */
export async function askForDocument(
  change: Change,
  does: "label" | "customsDocuments",
  { row, carrier, ref, lies, originalChangeId }: Wanted,
): Promise<boolean> {
  const adapter = await carriers.load(carrier);
  const again = does === "label" ? adapter?.askLabel : adapter?.askCustomsDocuments;
  if (!again && !lies) return false;
  const request: LabelRequest = { ref, lies };
  await ask(change, {
    provider: carrier,
    does,
    subjectId: ref.id,
    orderId: row.id,
    asked: request,
    originalChangeId,
  });
  return true;
}
