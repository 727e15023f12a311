import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as parcel from "#core/contract/parcel";
import type { Order } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { insertOf } from "#core/db/insert-rows";
import { newId } from "#core/id";
import { emitOrderEvent } from "#core/order/emit-order-event";
import type { LineRow, OrderRow } from "#core/order/order.table";
import { shownAfter, shownOrder } from "#core/order/show";
import { trackingPage } from "./carrier-family.ts";
import { planLeaving } from "./leave.ts";
import { boxOf } from "./pack.ts";
import { type ParcelRow, parcelLines, parcels } from "./parcel.table.ts";
import { parcelIn, wireParcel } from "./parcel-in.ts";
import { refusedOrPacked } from "./refused-or-packed.ts";

type Input = InputOf<typeof parcel.ship>;

/**
 * Ships some or all of an order's units allocated at a location, in one parcel. With an existing label, or without one,
 * it has left; otherwise the carrier is asked for a label, and the parcel leaves once it is booked.
 */
export async function shipParcel(change: Change, input: Input): Promise<OutputOf<typeof parcel.ship>> {
  const [row, lines] = await refusedOrPacked(change, input);
  const id = newId("parcel");
  const asksCarrier = input.carrier !== "manual" && input.trackingNumber === undefined;
  if (asksCarrier) {
    // Not loaded for parcels without a label, which a cold start would pay for.
    const { bookParcel } = await import("./booking/book.ts");
    await bookParcel(change, { id, row, lines, input });
    const shown = await shownOrder(change, row.id);
    return { parcel: parcelIn(shown, id), order: shown };
  }
  const shown = await shippedByHand(change, id, row, lines, input);
  const made = parcelIn(shown, id);
  emitOrderEvent(change, "order.shipped", shown, { parcel: wireParcel(made) });
  return { parcel: made, order: shown };
}

async function shippedByHand(
  change: Change,
  id: ParcelRow["id"],
  row: OrderRow,
  before: readonly LineRow[],
  input: Input,
): Promise<Order> {
  const { locationId, carrier, service, trackingNumber = null, labelUrl, lines, boxId, weightGrams } = input;
  const box = boxId ? await boxOf(change, boxId) : null;
  const parcelRow = {
    ...{ id, orderId: row.id, carrier, locationId, status: "shipped" as const, shippedAt: change.at },
    service: service ?? null,
    trackingNumber,
    trackingUrl: input.trackingUrl ?? (await trackingPage(carrier, trackingNumber)),
    labelUrl: labelUrl ?? null,
    box: box && { name: box.name, lengthMm: box.lengthMm, widthMm: box.widthMm, heightMm: box.heightMm },
    weightGrams: weightGrams ?? null,
  };
  const { status, writes } = await planLeaving(change, row, before, { id, locationId, lines });
  const shown = await shownAfter(change, row.id, writes, {
    packed: change.tx.insert(parcels).values(parcelRow),
    filled: insertOf(
      parcelLines,
      lines.map((line) => ({ ...line, parcelId: id })),
    ),
  });
  const after = { status, parcelId: id, locationId, carrier, lines };
  audit(change, parcel.ship.name, row.id, { before: { status: row.status }, after });
  return shown;
}
