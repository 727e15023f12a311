import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit";
import * as parcel from "#core/contract/parcel";
import type { Change } from "#core/db/change";
import { insertRows } from "#core/db/insert-rows";
import { newId } from "#core/id";
import { announce } from "#core/order/announce";
import { countUnits } from "#core/order/count-units";
import { knownLocations } from "#core/order/known-locations";
import { linesOf, lockedOrder, namedLines } from "#core/order/lock";
import { parcelLines, parcels } from "#core/order/order.table";
import { settleStatus } from "#core/order/settle-status";
import { shownOrder } from "#core/order/show";
import { mayMove } from "#core/order/states";
import { invalidField, Refusal } from "#core/refusal";
import { shipUnits } from "#core/stock/ship-units";
import { parcelIn, wireParcel } from "./parcel-in.ts";

/** Some or all of what an order is promised at a location leaves, in one parcel. */
export async function shipParcel(
  change: Change,
  input: InputOf<typeof parcel.ship>,
): Promise<OutputOf<typeof parcel.ship>> {
  const { locationId, carrier, service, trackingNumber, trackingUrl } = input;
  const lineIds = input.lines.map(({ lineId }) => lineId);
  if (new Set(lineIds).size < lineIds.length) throw invalidField("lines", "each line at most once");

  const row = await lockedOrder(change, input);
  mayMove("ship", row);
  const lines = namedLines(await linesOf(change, row.id), lineIds);
  const tooMany = input.lines.flatMap(({ lineId, quantity }) => {
    const line = lines.get(lineId);
    const left = line ? line.quantity - line.shippedQuantity : 0;
    return quantity > left ? [{ lineId, wanted: quantity, left }] : [];
  });
  if (tooMany.length > 0) throw new Refusal("parcel.tooMany", { lines: tooMany });
  await knownLocations(change, [locationId]);

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
  await announce(change, "order.shipped", shown, { parcel: wireParcel(made) });
  return { parcel: made, order: shown };
}
