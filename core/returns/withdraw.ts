import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type { Order } from "#core/contract/order";
import * as returned from "#core/contract/returns";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrder } from "#core/order/lock";
import { shownOrder } from "#core/order/show";
import { withdrawRestock } from "#core/stock/withdraw-restock";
import { countReturned } from "./count-returned.ts";
import { returnIn, wireReturn } from "./return-in.ts";
import { returns } from "./returns.table.ts";

/** Removes a return that was recorded by mistake. Its restocked units are removed again; refused if they are gone. */
export async function withdrawReturn(change: Change, input: InputOf<typeof returned.withdraw>): Promise<Order> {
  const row = await lockedOrder(change, input);
  const before = returnIn(await shownOrder(change, row.id), input.returnId);
  await withdrawRestock(
    change,
    before.lines.flatMap(({ lineId, quantity, locationId }) => (locationId ? [{ lineId, quantity, locationId }] : [])),
    before.id,
  );
  await change.tx.delete(returns).where(eq(returns.id, before.id));
  await countReturned(change, row.id, before.lines, -1);
  audit(change, returned.withdraw.name, row.id, { before: { return: wireReturn(before) } });
  const shown = await shownOrder(change, row.id);
  emitOrderEvent(change, "order.unreturned", shown, { return: wireReturn(before) });
  return shown;
}
