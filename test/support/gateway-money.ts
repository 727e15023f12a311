/** Money that came and went through a gateway, by the core's own verbs and as a gateway tells it. */
import { system } from "#core/actor";
import type { Id } from "#core/contract/fields";
import * as order from "#core/contract/order";
import * as provider from "#core/contract/provider";
import { inChange } from "#core/db/change";
import { newId } from "#core/id";
import { refundMadeElsewhere } from "#core/payment/refund-made-elsewhere";
import { takePayment } from "#core/payment/take-payment";
import { call } from "./call.ts";

const by = system("test");
const gateway = "stripe";

const readAgain = async (id: Id<"order">) => order.Order.decode((await call(order.read, { id })).body);

/** The gateway says that the customer has paid what the order owes. */
export async function paidByGateway({ id, balance, currency }: order.Order): Promise<order.Order> {
  const { amountMinor } = balance!.amount;
  const paymentId = `pi_${newId("payment")}`;
  // What refers to a gateway refers to its settings. Nobody is asked.
  await call(provider.configure, { code: gateway, settings: { secretKey: "sk_test_1", webhookSecret: "whsec_1" } });
  await inChange(by, (change) => takePayment(change, { gateway, paymentId, orderId: id, amountMinor, currency }));
  return readAgain(id);
}

/** The gateway says that so much of what it took was refunded in its dashboard. */
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
