import { eq } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type { Order } from "#core/contract/order-shapes";
import * as parcel from "#core/contract/parcel";
import type { Change } from "#core/db/change";
import { countUnits } from "#core/order/count-units";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrder } from "#core/order/lock";
import { settleStatus } from "#core/order/settle-status";
import { shownOrder } from "#core/order/show";
import { refuseParcelMove } from "#core/order/states";
import { Refusal } from "#core/refusal";
import { unshipUnits } from "#core/stock/unship-units";
import { parcels } from "./parcel.table.ts";
import { parcelIn, wireParcel } from "./parcel-in.ts";

/** A parcel that never left is removed: its goods are in stock again, and still allocated to the order. */
export async function unshipParcel(change: Change, input: InputOf<typeof parcel.unship>): Promise<Order> {
  const row = await lockedOrder(change, input);
  const before = await shownOrder(change, row.id);
  const held = parcelIn(before, input.parcelId);
  refuseParcelMove("unship", held);
  const returned = held.lines.filter(({ lineId, quantity }) =>
    before.lines.some((line) => line.id === lineId && line.shipped - quantity < line.returned),
  );
  if (returned.length > 0) throw new Refusal("parcel.returned", { lineIds: returned.map(({ lineId }) => lineId) });

  await unshipUnits(
    change,
    held.lines.map((line) => ({ ...line, locationId: held.locationId })),
    held.id,
  );
  await change.tx.delete(parcels).where(eq(parcels.id, held.id));
  await countUnits(change, "shipped", held.lines, -1);
  const status = await settleStatus(change, row);
  await audit(change, parcel.unship.name, row.id, {
    before: { status: row.status, parcel: wireParcel(held) },
    after: { status },
  });
  const shown = await shownOrder(change, row.id);
  await emitOrderEvent(change, "order.unshipped", shown, { parcel: wireParcel(held) });
  return shown;
}
