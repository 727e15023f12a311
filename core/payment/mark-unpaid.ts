import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { databaseNow } from "#core/db/columns";
import { eq, sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { rowsOf } from "#core/db/rows-of";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrder, refuseParcels, underWayOf } from "#core/order/lock";
import { orders } from "#core/order/order.table";
import { shownAfter } from "#core/order/show";
import { refuseMove, waitsForPayment } from "#core/order/states";
import { Refusal } from "#core/refusal";
import { emptyPlan, writesOf } from "#core/stock/plan";
import { planUncommit } from "#core/stock/plan-uncommit";
import { payments } from "./payment.table.ts";

type Payment = typeof payments.$inferSelect;
const paymentRows = rowsOf(payments);

/**
 * Undoes payments recorded by hand: the given one, or all. If another payment remains, the order stays paid and owes
 * the difference. Otherwise it is unpaid: an order confirmed by its payment is pending again in a new window, one that
 * did not need payment first stays confirmed and may still be shipped, and a cancelled one stays cancelled.
 */
export async function markOrderUnpaid(change: Change, input: InputOf<typeof order.markUnpaid>): Promise<order.Order> {
  const [row, underWay, recorded] = await pipelined(
    lockedOrder(change, input),
    underWayOf(change, input.id),
    paymentRows(change.tx, sql`where order_id = ${input.id} order by id`),
  );
  refuseMove("unpay", row);
  refuseParcels(underWay.parcelIds);
  const standing = recorded.filter(({ kind, reversedAt }) => kind === "captured" && reversedAt === null);
  const taken = input.paymentId === undefined ? standing : [namedPayment(recorded, standing, input.paymentId)];
  if (taken.some(({ byHand }) => !byHand)) throw new Refusal("order.paidByGateway");

  const takenIds = taken.map(({ id }) => id);
  const reversed = change.tx
    .update(payments)
    .set({ reversedAt: change.at })
    .where(sql`${payments.id} = any(${sql.param(takenIds)})`);
  const amountMinor = taken.reduce((sum, payment) => sum + payment.amountMinor, 0);
  const isUnpaid = taken.length === standing.length;
  const waits = isUnpaid && row.status === "confirmed" && waitsForPayment(row);
  const plan = waits ? await planUncommit(change, [row.id]) : emptyPlan();
  const after = isUnpaid ? ({ status: waits ? "pending" : row.status, paymentStatus: "unpaid" } as const) : {};
  const since = isUnpaid ? { unpaidSince: databaseNow } : {};
  const { status, paymentStatus } = row;
  const edited = change.tx
    .update(orders)
    .set({ ...after, ...since, capturedMinor: sql`${orders.capturedMinor} - ${amountMinor}`, updatedAt: change.at })
    .where(eq(orders.id, row.id));
  const shown = await shownAfter(change, row.id, writesOf(change, plan), { reversed, edited });
  audit(change, order.markUnpaid.name, row.id, {
    before: { status, paymentStatus },
    after: { status, paymentStatus, ...after, amountMinor, paymentIds: takenIds },
  });
  if (isUnpaid) emitOrderEvent(change, "order.unpaid", shown);
  else emitOrderEvent(change, "order.edited", shown, { changed: ["payments"] });
  return shown;
}

function namedPayment(recorded: readonly Payment[], standing: readonly Payment[], id: Id<"payment">): Payment {
  const named = recorded.find((payment) => payment.id === id);
  if (!named) throw new Refusal("payment.unknown");
  if (!standing.includes(named)) throw new Refusal("payment.notCaptured");
  return named;
}
