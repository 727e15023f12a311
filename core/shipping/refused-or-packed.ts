import type { InputOf } from "#core/contract/kit/operation";
import type * as parcel from "#core/contract/parcel";
import type { Change } from "#core/db/change";
import { pipelined } from "#core/db/pipelined";
import { lockedOrderAndLines } from "#core/order/lock";
import type { LineRow, OrderRow } from "#core/order/order.table";
import { refuseTooMany, requestedLines } from "#core/order/requested-lines";
import { refuseMove } from "#core/order/states";
import { refuseRepeats } from "#core/refusal";
import { namedLocation, refuseUnlessOpen } from "#core/stock/named-locations";
import { heldUnits, refuseShort, shortAt } from "./held-units.ts";

type Input = InputOf<typeof parcel.ship>;

/**
 * @throws Refusal if these lines cannot leave from there in one parcel: already shipped, held by another parcel, or
 * short.
 */
export async function refusedOrPacked(
  change: Change,
  input: Pick<Input, "id" | "lines" | "locationId" | "expectedVersion">,
): Promise<readonly [OrderRow, LineRow[]]> {
  const lineIds = input.lines.map(({ lineId }) => lineId);
  refuseRepeats("lines", lineIds);
  const [[row, before], held, place, short] = await pipelined(
    lockedOrderAndLines(change, input),
    heldUnits(change, input.id),
    namedLocation(change, input.locationId),
    shortAt(change, input),
  );
  refuseMove("ship", row);
  const lines = requestedLines(before, lineIds);
  refuseTooMany(
    "parcel.tooMany",
    lines,
    input.lines,
    (line) => line.quantity - line.shippedQuantity - (held.get(line.id) ?? 0),
  );
  refuseUnlessOpen(place);
  refuseShort(short);
  return [row, before];
}
