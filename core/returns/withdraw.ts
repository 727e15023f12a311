import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type { Order } from "#core/contract/order";
import * as returned from "#core/contract/returns";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrderAndLines } from "#core/order/lock";
import { shownAfter, shownOrder } from "#core/order/show";
import { writesOf } from "#core/stock/plan";
import { planWithdrawal } from "#core/stock/plan-withdrawal";
import { countReturned } from "./count-returned.ts";
import { returnIn, wireReturn } from "./return-in.ts";
import { returns } from "./returns.table.ts";

/** Removes a return that was recorded by mistake. Its restocked units are removed again; refused if they are gone. */
export async function withdrawReturn(change: Change, input: InputOf<typeof returned.withdraw>): Promise<Order> {
  const [row, lines] = await lockedOrderAndLines(change, input);
  const before = returnIn(await shownOrder(change, row.id), input.returnId);
  const plan = await planWithdrawal(
    change,
    before.lines.flatMap(({ lineId, quantity, locationId }) => (locationId ? [{ lineId, quantity, locationId }] : [])),
    before.id,
  );
  const withdrawn = change.tx.delete(returns).where(eq(returns.id, before.id));
  const counted = countReturned(change, row, lines, before.lines, -1);
  const shown = await shownAfter(change, row.id, writesOf(change, plan), counted, { withdrawn });
  audit(change, returned.withdraw.name, row.id, { before: { return: wireReturn(before) } });
  emitOrderEvent(change, "order.unreturned", shown, { return: wireReturn(before) });
  return shown;
}
