import type { InputOf } from "#core/contract/kit/operation";
import type { Order } from "#core/contract/parts/order-shapes";
import * as payment from "#core/contract/payment";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { dueMinor } from "#core/order/balance";
import { lockedOrder } from "#core/order/lock";
import { Refusal } from "#core/refusal";
import { payOrders, reasonAgainst } from "../pay-orders.ts";
import { lockedUnmatched } from "./lock-unmatched.ts";

/** Counts the payment towards an order that it settles exactly, as if it had been made for that order. */
export async function matchPayment(change: Change, input: InputOf<typeof payment.match>): Promise<Order> {
  const order = await lockedOrder(change, { id: input.orderId, expectedVersion: input.expectedVersion });
  const found = await lockedUnmatched(change, input.id);
  const { gateway, paymentId, amountMinor, currency, mode } = found;
  if (mode === "test" && (await takesRealMoney(change))) throw new Refusal("payment.testMode");
  if (order.status === "cancelled") throw new Refusal("order.cancelled");
  const reason = reasonAgainst(order, found);
  if (reason !== null) {
    const due = { amountMinor: dueMinor(order), currency: order.currency };
    throw new Refusal("payment.notExact", { reason, due, payment: { amountMinor, currency } });
  }
  await change.tx.execute(sql`
    update unmatched_payments set status = 'matched', named = coalesce(order_id = ${order.id}, false), order_id = ${order.id}
    where id = ${input.id}`);
  const paid = { row: order, gateway, paymentId, amountMinor, currency, mode };
  const [shown] = await payOrders(change, [paid], payment.match.name);
  if (!shown) throw new Error(`order ${order.id} disappeared while it was locked`);
  return shown;
}

async function takesRealMoney(change: Change): Promise<boolean> {
  const live = await change.tx.execute(sql`
    select from providers where kind = 'gateway' and mode = 'live' and removed_at is null limit 1`);
  return live.length > 0;
}
