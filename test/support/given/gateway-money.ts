/** Money that came and went through a gateway, by the core's own verbs and as a gateway reports it. */

import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import * as order from "#core/contract/order";
import * as payment from "#core/contract/payment";
import * as provider from "#core/contract/provider";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { refundMadeElsewhere } from "#core/payment/refund-made-elsewhere";
import { takePayment } from "#core/payment/take-payment";
import { call } from "../call.ts";
import { anOrder } from "./orders.ts";

const by = system("test");
const gateway = "stripe";

export const stripeSettings = { secretKey: "sk_test_1", webhookSecret: "whsec_1" };

/** References to a gateway need its settings. The gateway itself is not asked. */
export const setUpGateway = () => call(provider.configure, { code: gateway, settings: stripeSettings });

const readAgain = async (id: Id<"order">) => order.Order.decode((await call(order.read, { id })).body);

/** The gateway reports that the customer has paid what the order owes. */
export async function paidByGateway({ id, balance, currency }: order.Order): Promise<order.Order> {
  const { amountMinor } = balance!.amount;
  const paymentId = `pi_${newId("payment")}`;
  await setUpGateway();
  await inChange(by, (change) => takePayment(change, { gateway, paymentId, orderId: id, amountMinor, currency }));
  return readAgain(id);
}

/** The gateway reports that this amount of what it took was refunded in its dashboard. */
export async function refundedByGateway(
  { id, payments, currency }: order.Order,
  amountMinor: number,
): Promise<order.Order> {
  const refundId = `re_${newId("refund")}`;
  const paymentId = payments.find(({ byHand }) => !byHand)!.reference!;
  const told = { is: "refundMadeElsewhere", state: "succeeded", refundId, paymentId, amountMinor, currency } as const;
  await inChange(by, (change) => refundMadeElsewhere(change, gateway, told));
  return readAgain(id);
}

/** A payment without an order. */
export async function anUnmatchedPayment(amountMinor: number): Promise<Id<"unmatched">> {
  await setUpGateway();
  const paymentId = `pi_${newId("payment")}`;
  await inChange(by, (change) => takePayment(change, { gateway, paymentId, amountMinor, currency: "INR" }));
  const { body } = await call(payment.listUnmatched, {});
  return body.items.find((item) => item.gatewayPaymentId === paymentId)!.id;
}

/** A refund that the gateway refused. */
export async function aFailedRefund(): Promise<{ id: Id<"order">; refundId: Id<"refund"> }> {
  const { id } = await paidByGateway(await anOrder());
  const { body } = await call(order.refund, { id, amountMinor: 1 });
  await db().execute(sql`
    update calls set status = 'refused', due_at = null, settled_at = clock_timestamp() where order_id = ${id}`);
  await db().execute(sql`update refunds set status = 'failed', settled_at = clock_timestamp() where order_id = ${id}`);
  return { id, refundId: body.refunds[0]!.id };
}

/** A refund whose outcome is unknown and can no longer be found out automatically. */
export async function aRefundToDecide(): Promise<Id<"call">> {
  const { id } = await paidByGateway(await anOrder());
  await call(order.refund, { id, amountMinor: 1 });
  const [made] = await db().execute<{ id: Id<"call"> }>(sql`
    update calls set status = 'unknown', due_at = null where order_id = ${id} returning id`);
  await db().execute(sql`update refunds set status = 'unknown' where order_id = ${id}`);
  return made!.id;
}
