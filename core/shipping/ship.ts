import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit";
import * as parcel from "#core/contract/parcel";
import type { Change } from "#core/db/change";
import { insertRows } from "#core/db/insert-rows";
import { newId } from "#core/id";
import { countUnits } from "#core/order/count-units";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrderAndLines } from "#core/order/lock";
import { namedLines, refuseTooMany } from "#core/order/named-lines";
import { settleStatus } from "#core/order/settle-status";
import { shownOrder } from "#core/order/show";
import { refuseMove } from "#core/order/states";
import { refuseRepeats } from "#core/refusal";
import { refuseUnknownLocations } from "#core/stock/named-locations";
import { shipUnits } from "#core/stock/ship-units";
import { parcelLines, parcels } from "./parcel.table.ts";
import { parcelIn, wireParcel } from "./parcel-in.ts";

/** Some or all of what an order is allocated at a location leaves, in one parcel. */
export async function shipParcel(
  change: Change,
  input: InputOf<typeof parcel.ship>,
): Promise<OutputOf<typeof parcel.ship>> {
  const { locationId, carrier, service, trackingNumber, trackingUrl, labelUrl } = input;
  const lineIds = input.lines.map(({ lineId }) => lineId);
  refuseRepeats("lines", lineIds);
  const [row, before] = await lockedOrderAndLines(change, input);
  refuseMove("ship", row);
  const lines = namedLines(before, lineIds);
  refuseTooMany("parcel.tooMany", lines, input.lines, (line) => line.quantity - line.shippedQuantity);
  await refuseUnknownLocations(change, [locationId]);

  const id = newId("parcel");
  await shipUnits(
    change,
    input.lines.map((line) => ({ ...line, locationId })),
    id,
  );
  await change.tx.insert(parcels).values({
    id,
    orderId: row.id,
    carrier,
    service: service ?? null,
    trackingNumber: trackingNumber ?? null,
    trackingUrl: trackingUrl ?? null,
    labelUrl: labelUrl ?? null,
    status: "shipped",
    locationId,
    shippedAt: change.at,
  });
  await insertRows(
    change.tx,
    parcelLines,
    input.lines.map((line) => ({ ...line, parcelId: id })),
  );
  await countUnits(change, "shipped", input.lines, 1);
  const status = await settleStatus(change, row);
  await audit(change, parcel.ship.name, row.id, {
    before: { status: row.status },
    after: { status, parcelId: id, locationId, carrier, lines: input.lines },
  });
  const shown = await shownOrder(change, row.id);
  const made = parcelIn(shown, id);
  await emitOrderEvent(change, "order.shipped", shown, { parcel: wireParcel(made) });
  return { parcel: made, order: shown };
}
