import { eq } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type { Order } from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import type { Change } from "#core/db/change";
import { announce } from "#core/order/announce";
import { countUnits } from "#core/order/count-units";
import { linesOf } from "#core/order/lock";
import { parcelLines, parcels } from "#core/order/order.table";
import { settleStatus } from "#core/order/settle-status";
import { shownOrder } from "#core/order/show";
import { Refusal } from "#core/refusal";
import { unshipUnits } from "#core/stock/unship-units";
import { lockedParcel } from "./lock-parcel.ts";
import { parcelIn, wireParcel } from "./parcel-in.ts";

/** A parcel that never left is removed: its goods are on the shelf again, and still promised to the order. */
export async function unshipParcel(change: Change, input: InputOf<typeof parcel.unship>): Promise<Order> {
  const { row, held } = await lockedParcel(change, input);
  if (held.status === "delivered") throw new Refusal("parcel.delivered");
  const inside = await change.tx
    .select({ lineId: parcelLines.lineId, quantity: parcelLines.quantity })
    .from(parcelLines)
    .where(eq(parcelLines.parcelId, held.id));
  const lines = await linesOf(change, row.id);
  const returned = inside.filter(({ lineId, quantity }) =>
    lines.some((line) => line.id === lineId && line.shippedQuantity - quantity < line.returnedQuantity),
  );
  if (returned.length > 0) throw new Refusal("parcel.returned", { lineIds: returned.map(({ lineId }) => lineId) });

  const before = parcelIn(await shownOrder(change, row.id), held.id);
  await unshipUnits(
    change,
    inside.map((line) => ({ ...line, locationId: held.locationId })),
    held.id,
  );
  await change.tx.delete(parcels).where(eq(parcels.id, held.id));
  await countUnits(change, "shipped", inside, -1);
  const status = await settleStatus(change, row);
  await audit(change, parcel.unship.name, row.id, {
    before: { status: row.status, parcel: wireParcel(before) },
    after: { status },
  });
  const shown = await shownOrder(change, row.id);
  await announce(change, "order.unshipped", shown, { parcel: wireParcel(before) });
  return shown;
}
