import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit";
import * as parcel from "#core/contract/parcel";
import type { Change } from "#core/db/change";
import { insertRows } from "#core/db/insert-rows";
import { newId } from "#core/id";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrderAndLines } from "#core/order/lock";
import { namedLines, refuseTooMany } from "#core/order/named-lines";
import type { LineRow, OrderRow } from "#core/order/order.table";
import { shownOrder } from "#core/order/show";
import { refuseMove } from "#core/order/states";
import { refuseRepeats } from "#core/refusal";
import { refuseUnknownLocations } from "#core/stock/named-locations";
import { bookParcel } from "./book.ts";
import { heldUnits, refuseShortAt } from "./held-units.ts";
import { leaveStock } from "./leave.ts";
import { boxOf } from "./pack.ts";
import { type ParcelRow, parcelLines, parcels } from "./parcel.table.ts";
import { parcelIn, wireParcel } from "./parcel-in.ts";

type Input = InputOf<typeof parcel.ship>;

/**
 * Some or all of what an order is allocated at a location leaves, in one parcel. With a label that somebody has already,
 * or without any, it has left; else its carrier is asked for one, and it leaves with the carrier's yes.
 */
export async function shipParcel(change: Change, input: Input): Promise<OutputOf<typeof parcel.ship>> {
  const [row, lines] = await refusedOrPacked(change, input);
  const id = newId("parcel");
  const asksCarrier = input.carrier !== "manual" && input.trackingNumber === undefined;
  if (asksCarrier) await bookParcel(change, { id, row, lines, input });
  else await shipByHand(change, id, row, input);
  const shown = await shownOrder(change, row.id);
  const made = parcelIn(shown, id);
  if (!asksCarrier) await emitOrderEvent(change, "order.shipped", shown, { parcel: wireParcel(made) });
  return { parcel: made, order: shown };
}

/** @throws Refusal when these lines cannot leave from there in one parcel: they are not left, or held by another parcel. */
export async function refusedOrPacked(
  change: Change,
  input: Pick<Input, "id" | "lines" | "locationId" | "expectedVersion">,
): Promise<readonly [OrderRow, LineRow[]]> {
  const lineIds = input.lines.map(({ lineId }) => lineId);
  refuseRepeats("lines", lineIds);
  const [row, before] = await lockedOrderAndLines(change, input);
  refuseMove("ship", row);
  const lines = namedLines(before, lineIds);
  const held = await heldUnits(change, row.id);
  refuseTooMany(
    "parcel.tooMany",
    lines,
    input.lines,
    (line) => line.quantity - line.shippedQuantity - (held.get(line.id) ?? 0),
  );
  await refuseUnknownLocations(change, [input.locationId]);
  await refuseShortAt(change, input);
  return [row, before];
}

async function shipByHand(change: Change, id: ParcelRow["id"], row: OrderRow, input: Input): Promise<void> {
  const { locationId, carrier, service, trackingNumber, trackingUrl, labelUrl, lines, boxId, weightGrams } = input;
  const box = boxId ? await boxOf(change, boxId) : null;
  await change.tx.insert(parcels).values({
    ...{ id, orderId: row.id, carrier, locationId, status: "shipped", shippedAt: change.at },
    service: service ?? null,
    trackingNumber: trackingNumber ?? null,
    trackingUrl: trackingUrl ?? null,
    labelUrl: labelUrl ?? null,
    box: box && { name: box.name, lengthMm: box.lengthMm, widthMm: box.widthMm, heightMm: box.heightMm },
    weightGrams: weightGrams ?? null,
  });
  await insertParcelLines(change, id, lines);
  const status = await leaveStock(change, row, { id, locationId, lines });
  await audit(change, parcel.ship.name, row.id, {
    before: { status: row.status },
    after: { status, parcelId: id, locationId, carrier, lines },
  });
}

const insertParcelLines = (change: Change, parcelId: ParcelRow["id"], lines: Input["lines"]): Promise<void> =>
  insertRows(
    change.tx,
    parcelLines,
    lines.map((line) => ({ ...line, parcelId })),
  );
