/** Money that goes back without a request of ours: reversed by a bank, or refunded in the gateway's own dashboard. */
import { expect, it } from "vitest";
import { system } from "#core/actor";
import { attemptMsMax } from "#core/call/call-lease";
import * as order from "#core/contract/order";
import * as payment from "#core/contract/payment";
import * as provider from "#core/contract/provider";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { findDisputes } from "#core/payment/calls/find-disputes";
import { findDisputesKind } from "#core/payment/calls/find-disputes-kind";
import type { Happened } from "#core/payment/gateways/gateway";
import { gatewayOf } from "#core/payment/gateways/index";
import { takeHappened } from "#core/payment/take-happened";
import { httpFor } from "#core/provider/http";
import { noteHealth } from "#core/provider/note-health";
import { refused } from "#core/provider/outcome";
import { chargebeeFake, chargebeeKey } from "../provider/fakes/chargebee.ts";
import { paypalApp, paypalFake, paypalWebhookId } from "../provider/fakes/paypal.ts";
import { razorpayFake, razorpayKey } from "../provider/fakes/razorpay.ts";
import { stripeFake, stripeKey } from "../provider/fakes/stripe.ts";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { eventsAbout } from "../support/events.ts";
import { setUpGateway } from "../support/given/gateway-money.ts";
import {
  aGateway,
  dueNow,
  makeCalls,
  orderNow,
  paidThrough,
  paymentEvent,
  takeInbox,
  tell,
} from "../support/given/gateways.ts";
import { anOrder } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

const told = (happened: Happened) => inChange(system("take-inbox"), (change) => takeHappened(change, "test", happened));

let paymentsMade = 0;
/** 1,500 for an order of 2,000, so that it matches none. */
async function unmatched() {
  const fake = await aGateway();
  const place = await aVariantInStock(2, { priceMinor: 1000 });
  const made = await anOrder({ lines: [{ place, quantity: 2 }], payment: "test" });
  const paymentId = `gone_${++paymentsMade}`;
  await tell(paymentEvent(fake, { orderId: made.id, amountMinor: 1_500, paymentId }));
  await takeInbox();
  const listed = async (status: payment.Unmatched["status"]) =>
    (await call(payment.listUnmatched, { status })).body.items.find((one) => one.gatewayPaymentId === paymentId);
  return { paymentId, listed, id: (await listed("open"))!.id, amount: { amountMinor: 1_500, currency: "INR" } };
}

it("an unmatched payment that is refunded at the gateway can be neither matched nor refunded again", async () => {
  const { paymentId, listed, id, amount } = await unmatched();
  const made = { is: "refundMadeElsewhere", refundId: `re_${paymentId}`, paymentId, ...amount } as const;
  expect(await told({ ...made, state: "pending" })).toEqual({ is: "settled", says: null });
  expect(await listed("refunding")).toMatchObject({ id });
  expect(await told({ ...made, state: "succeeded" })).toMatchObject({ is: "settled" });
  expect(await listed("refunded")).toMatchObject({ id });
  for (const change of [
    call(payment.refundUnmatched, { id }),
    call(payment.match, { id, orderId: (await anOrderOf1500()).id }),
  ])
    expect(await change).toMatchObject({ status: 409, body: { error: { code: "payment.matched" } } });
  expect(await told({ ...made, refundId: "re_other", state: "succeeded" })).toMatchObject({ is: "settled" });
});

const anOrderOf1500 = async () => {
  const place = await aVariantInStock(1, { priceMinor: 1_500 });
  return await anOrder({ lines: [{ place, quantity: 1 }], payment: "test" });
};

// A store that has begun to sell would send goods for the money of its own trials.
it("an unmatched payment of test mode pays no order once a gateway takes real money", async () => {
  const { id } = await unmatched();
  const { id: orderId } = await anOrderOf1500();
  const live = { keyId: "rzp_live_1DP5mmOlF5G5ag", keySecret: "rzp_key_secret", webhookSecret: "rzp_webhook_secret" };
  expect(await call(provider.configure, { code: "razorpay", settings: live })).toMatchObject({ status: 200 });
  expect(await call(payment.match, { id, orderId })).toMatchObject({
    status: 409,
    body: { error: { code: "payment.testMode" } },
  });
  expect(await orderNow({ id: orderId })).toMatchObject({ paymentStatus: "unpaid", payments: [] });
  await call(provider.remove, { code: "razorpay" });
  expect((await call(payment.match, { id, orderId })).body).toMatchObject({ paymentStatus: "paid" });
});

// Staff would match money that is on its way back.
it("an unmatched payment waits for a refund of a part in progress, although the bank returns an earlier one", async () => {
  const { paymentId, listed, amount } = await unmatched();
  const part = (name: string) => ({
    refundId: `re_${name}_${paymentId}`,
    paymentId,
    amountMinor: 500,
    currency: "INR",
  });
  await told({ is: "refundMadeElsewhere", ...part("1"), state: "succeeded" });
  await told({ is: "refundMadeElsewhere", ...part("2"), state: "pending" });
  await told({ is: "refundFailed", ...part("1"), says: "no account" });
  expect(await listed("refunding")).toMatchObject({ amount });
  await told({ is: "refundMadeElsewhere", ...part("2"), state: "succeeded" });
  expect(await listed("open")).toMatchObject({ amount: { amountMinor: 1_000 } });
});

it("what is left of an unmatched payment after a refund of a part at the gateway can be matched or refunded", async () => {
  const { paymentId, listed, id, amount } = await unmatched();
  const made = { is: "refundMadeElsewhere", paymentId, currency: "INR", state: "succeeded" } as const;
  const first = { ...made, refundId: `re_1_${paymentId}`, amountMinor: 500 };
  expect(await told({ ...first, state: "pending" })).toMatchObject({ is: "settled" });
  expect(await listed("refunding")).toMatchObject({ id, amount });
  for (let nth = 0; nth < 2; nth++) expect(await told(first)).toMatchObject({ is: "settled" });
  expect(await listed("open")).toMatchObject({ id, amount: { amountMinor: 1_000 } });
  // The payment itself, reported again with its order, is of more than is left.
  expect(await told({ is: "paymentSucceeded", paymentId, ...amount })).toMatchObject({ is: "settled" });
  const above = { ...made, refundId: `re_2_${paymentId}`, amountMinor: 1_001 };
  expect(await told(above)).toMatchObject({ is: "later" });
  // The bank returns the first.
  const returned = { refundId: first.refundId, paymentId, amountMinor: 500, currency: "INR", says: "no account" };
  expect(await told({ is: "refundFailed", ...returned })).toMatchObject({ is: "settled" });
  expect(await listed("open")).toMatchObject({ amount });
  expect(await told({ ...made, refundId: `re_3_${paymentId}`, amountMinor: 400 })).toMatchObject({ is: "settled" });
  expect(await call(payment.match, { id, orderId: (await anOrderOf1500()).id })).toMatchObject({
    status: 409,
    body: { error: { code: "payment.notExact" } },
  });
  expect((await call(payment.refundUnmatched, { id })).body).toMatchObject({ amount: { amountMinor: 1_100 } });
  expect(await listed("refunding")).toBeDefined();
});

// Otherwise the order would be paid by a part of it only.
it("a refund of a part of a payment without an order waits an hour for another event that names it", async () => {
  await aGateway();
  const paymentId = `gone_${++paymentsMade}`;
  const of = { paymentId, currency: "INR" };
  await told({ is: "paymentSucceeded", ...of, amountMinor: 1_500 });
  const part = { is: "refundMadeElsewhere", refundId: `re_${paymentId}`, ...of, amountMinor: 500 } as const;
  expect(await told({ ...part, state: "succeeded" })).toMatchObject({ is: "later" });
  await db().execute(sql`
    update unmatched_payments set received_at = received_at - interval '61 minutes' where gateway_payment_id = ${paymentId}`);
  expect(await told({ ...part, state: "succeeded" })).toMatchObject({ is: "settled" });
});

// The order stayed unpaid, and neither its payment nor the refund was on it.
it("the refund of a whole payment without an order waits too, and is of the order that is named then", async () => {
  await aGateway();
  const { id: orderId } = await anOrderOf1500();
  const paymentId = `gone_${++paymentsMade}`;
  const of = { paymentId, amountMinor: 1_500, currency: "INR" };
  await told({ is: "paymentSucceeded", ...of });
  const made = { is: "refundMadeElsewhere", refundId: `re_${paymentId}`, ...of, state: "succeeded" } as const;
  expect(await told(made)).toMatchObject({ is: "later" });
  await told({ is: "paymentSucceeded", ...of, orderId });
  expect(await told(made)).toEqual({ is: "settled", says: null });
  expect(await orderNow({ id: orderId })).toMatchObject({
    paymentStatus: "refunded",
    payments: [{ reference: paymentId }],
    refunds: [{ madeElsewhere: true, amount: { amountMinor: 1_500 } }],
  });
});

it("what is left of an unmatched payment pays an order of that amount, and the rest refunded leaves it refunded", async () => {
  const { paymentId, listed, id, amount } = await unmatched();
  const made = { is: "refundMadeElsewhere", paymentId, currency: "INR", state: "succeeded" } as const;
  for (const amountMinor of [500, 1_000])
    await told({ ...made, refundId: `re_${amountMinor}_${paymentId}`, amountMinor });
  expect(await listed("refunded")).toMatchObject({ id, amount: { amountMinor: 1_000 } });
  const failed = { is: "refundFailed", paymentId, currency: "INR", says: "no account" } as const;
  await told({ ...failed, refundId: `re_500_${paymentId}`, amountMinor: 500 });
  expect(await listed("open")).toMatchObject({ amount: { amountMinor: 500 } });
  await told({ ...failed, refundId: `re_1000_${paymentId}`, amountMinor: 1_000 });
  expect(await listed("open")).toMatchObject({ amount });
  const matched = await call(payment.match, { id, orderId: (await anOrderOf1500()).id });
  expect(matched.body).toMatchObject({ paymentStatus: "paid" });
});

// Staff were told that it would refund more than was paid.
it("a returned refund of a part says that the rest has been matched since", async () => {
  const { paymentId, id } = await unmatched();
  const part = { refundId: `re_${paymentId}`, paymentId, amountMinor: 500, currency: "INR" };
  await told({ is: "refundMadeElsewhere", ...part, state: "succeeded" });
  const place = await aVariantInStock(1, { priceMinor: 1_000 });
  const { id: orderId } = await anOrder({ lines: [{ place, quantity: 1 }], payment: "test" });
  expect(await call(payment.match, { id, orderId })).toMatchObject({ status: 200 });
  const failed = await told({ is: "refundFailed", ...part, says: "no account" });
  expect(failed).toEqual({ is: "later", says: "Its payment has been matched to an order since: check the gateway." });
});

it("an unmatched payment whose refund failed at the gateway, or of which a bank reverses a part, waits for a decision", async () => {
  const { paymentId, listed, id, amount } = await unmatched();
  const made = { refundId: `re_${paymentId}`, paymentId, ...amount };
  expect(await told({ is: "refundFailed", ...made, says: "no" })).toMatchObject({ is: "settled" });
  expect(await listed("open")).toMatchObject({ id, says: "no" });
  const part = { is: "paymentReversed", paymentId, amountMinor: 500, currency: "INR", says: "bounced" } as const;
  expect(await told(part)).toMatchObject({ is: "later" });
  expect(await listed("open")).toMatchObject({ id });
});

it("a refund that the customer's bank returns counts no more, and an event says so", async () => {
  const paid = await paidThrough(await aGateway());
  const of = { refundId: "re_returned", paymentId: `payment_of_${paid.id}`, amountMinor: 500, currency: "INR" };
  await told({ is: "refundMadeElsewhere", ...of, state: "succeeded" });
  expect(await orderNow(paid)).toMatchObject({ paymentStatus: "partiallyRefunded" });
  await told({ is: "refundFailed", ...of, says: "no account" });
  expect(await orderNow(paid)).toMatchObject({ paymentStatus: "paid", refunded: { amountMinor: 0 } });
  expect((await eventsAbout(paid.id)).at(-1)).toMatchObject({
    name: "order.edited",
    data: { changed: ["refunds"], refund: { status: "failed", says: "no account" } },
  });
});

it("an unmatched payment that a bank reverses cannot be matched", async () => {
  const { paymentId, listed, id, amount } = await unmatched();
  const reversed = { is: "paymentReversed", paymentId, ...amount, says: "The bank has taken it back." } as const;
  expect(await told(reversed)).toEqual({ is: "settled", says: null });
  expect(await listed("refunded")).toMatchObject({ id, says: "The bank has taken it back." });
  expect(await told(reversed)).toMatchObject({ is: "settled" });
});

it("a payment that is reversed while a refund of it is in progress counts until that is settled", async () => {
  const fake = await aGateway();
  const paid = await paidThrough(fake);
  const [{ reference, amount }] = paid.payments as [(typeof paid.payments)[0]];
  const reversed = { is: "paymentReversed", paymentId: reference!, ...amount, says: "bounced" } as const;
  await call(order.refund, { id: paid.id, amountMinor: 500 });
  expect(await told(reversed)).toMatchObject({ is: "later" });
  fake.set({ disputed: true });
  await makeCalls();
  expect(await told(reversed)).toEqual({ is: "settled", says: null });
  expect(await orderNow(paid)).toMatchObject({ paymentStatus: "unpaid", refunds: [{ status: "failed" }] });
  const elsewhere = { refundId: "re_late", paymentId: reference!, ...amount, state: "succeeded" } as const;
  expect(await told({ is: "refundMadeElsewhere", ...elsewhere })).toMatchObject({ is: "later" });
});

it("a gateway refund is failed if the failure is reported before the refund itself", async () => {
  const paid = await paidThrough(await aGateway());
  const made = {
    refundId: "re_failed_first",
    paymentId: paid.payments[0]!.reference!,
    amountMinor: 500,
    currency: "INR",
  };
  expect(await told({ is: "refundFailed", ...made, says: "no" })).toEqual({ is: "settled", says: null });
  await told({ is: "refundMadeElsewhere", ...made, state: "pending" });
  await told({ is: "refundMadeElsewhere", ...made, state: "succeeded" });
  expect(await orderNow(paid)).toMatchObject({
    paymentStatus: "paid",
    refunds: [{ status: "failed", madeElsewhere: true, says: "no" }],
  });
});

// Stripe's payment has the same id in each attempt.
it("a refund made at the gateway is of the payment that succeeded, not of the attempt before it", async () => {
  await aGateway();
  const { id: orderId } = await anOrderOf1500();
  const paymentId = `gone_${++paymentsMade}`;
  const of = { paymentId, amountMinor: 1_500, currency: "INR" };
  await told({ is: "paymentFailed", paymentId, orderId, says: "The card was declined." });
  await told({ is: "paymentSucceeded", ...of, orderId });
  await told({ is: "refundMadeElsewhere", ...of, refundId: `re_${paymentId}`, state: "succeeded" });
  const { payments, refunds } = await orderNow({ id: orderId });
  expect(payments).toMatchObject([{ kind: "failed" }, { kind: "captured" }]);
  expect(refunds).toMatchObject([{ paymentId: payments[1]!.id }]);
  const after = { refundId: refunds[0]!.id, gatewayRefundId: `re_${paymentId}`, amountMinor: 1_500, madeAt: "test" };
  expect(await entriesAbout(orderId)).toContainEqual(expect.objectContaining({ after }));
});

it("no more than its amount can be refunded for a payment at the gateway, whatever else was paid for the order", async () => {
  const { id, payments } = await paidThrough(await aGateway());
  await call(order.editLines, { id, shippingMinor: 500 });
  await call(order.markPaid, { id, method: "cash" });
  const of = { paymentId: payments[0]!.reference!, currency: "INR", state: "succeeded" } as const;
  const made = { is: "refundMadeElsewhere", ...of, refundId: "re_whole", amountMinor: 2_000 } as const;
  expect(await told(made)).toEqual({ is: "settled", says: null });
  expect(await told({ ...made, refundId: "re_more", amountMinor: 1 })).toMatchObject({ is: "later" });
  expect(await orderNow({ id })).toMatchObject({
    paymentStatus: "partiallyRefunded",
    refunded: { amountMinor: 2_000 },
  });
});

// Each attempt ended in a fault, and after a hundred of them the event was given up as its worker's death.
it("a pending refund that succeeds waits while another is counted that has failed since", async () => {
  const paid = await paidThrough(await aGateway());
  const of = { paymentId: paid.payments[0]!.reference!, currency: "INR" };
  const part = { is: "refundMadeElsewhere", refundId: "re_part", ...of, amountMinor: 417 } as const;
  const whole = { refundId: "re_all", ...of, amountMinor: 2_000 } as const;
  await told({ ...part, state: "pending" });
  await told({ is: "refundMadeElsewhere", ...whole, state: "succeeded" });
  expect(await told({ ...part, state: "succeeded" })).toMatchObject({ is: "later" });
  await told({ is: "refundFailed", ...whole, says: "The account is closed." });
  expect(await told({ ...part, state: "succeeded" })).toMatchObject({ is: "settled" });
  expect(await orderNow(paid)).toMatchObject({ refunded: { amountMinor: 417 } });
});

it("a refund that failed, and is reported as made after its money was counted elsewhere, waits", async () => {
  const fake = await aGateway();
  const paid = await paidThrough(fake);
  const [{ reference: paymentId, amount }] = paid.payments as [(typeof paid.payments)[0]];
  const { body } = await call(order.refund, { id: paid.id, amountMinor: 500 });
  fake.set({ disputed: true });
  await makeCalls();
  await told({ is: "paymentReversed", paymentId: paymentId!, ...amount, says: "bounced" });
  const made = { is: "refundSucceeded", paymentId: paymentId!, currency: "INR" } as const;
  const after = { ...made, refundId: "re_after", reference: body.refunds[0]!.id, amountMinor: 500 };
  expect(await told(after)).toMatchObject({ is: "later" });
  expect(await orderNow(paid)).toMatchObject({ paymentStatus: "unpaid", refunds: [{ status: "failed" }] });

  const { id, listed, ...other } = await unmatched();
  await call(payment.refundUnmatched, { id });
  const [kept] = await db().execute<{ id: string }>(sql`
    update refunds set status = 'failed' where unmatched_id = ${id} returning id`);
  await db().execute(sql`update unmatched_payments set status = 'open' where id = ${id}`);
  await call(payment.match, { id, orderId: (await anOrderOf1500()).id });
  const late = { ...made, paymentId: other.paymentId, refundId: "re_matched", reference: kept!.id, amountMinor: 1_500 };
  expect(await told(late)).toMatchObject({ is: "later" });
  expect(await listed("matched")).toMatchObject({ id });
});

it("a refund of ours that is reported with another amount changes nothing, and is kept for a person", async () => {
  const fake = await aGateway();
  const paid = await paidThrough(fake);
  const { body } = await call(order.refund, { id: paid.id, amountMinor: 500 });
  fake.set({ refundStatus: "pending" });
  await makeCalls();
  const { id: refundId, paymentId } = fake.refunds[0]!;
  const made = {
    is: "refundSucceeded",
    refundId,
    paymentId,
    reference: body.refunds[0]!.id,
    amountMinor: 500,
  } as const;
  expect(await told({ ...made, amountMinor: 5, currency: "INR" })).toMatchObject({ is: "stuck" });
  expect(await told({ ...made, currency: "USD" })).toMatchObject({ is: "stuck" });
  expect(await orderNow(paid)).toMatchObject({ paymentStatus: "paid", refunds: [{ status: "pending" }] });
  expect(await told({ ...made, currency: "INR" })).toEqual({ is: "settled", says: null });
});

// Refunded too, the money would go back twice.
it("a dispute of an unmatched payment is shown with it, also if it names no order", async () => {
  const { paymentId, listed } = await unmatched();
  expect(await listed("open")).toMatchObject({ disputes: [] });
  const nameless = `gone_${++paymentsMade}`;
  const amount = { amountMinor: 1_500, currency: "INR" };
  await told({ is: "paymentSucceeded", paymentId: nameless, ...amount });
  for (const of of [paymentId, nameless]) {
    const dispute = { disputeId: `dp_${of}`, paymentId: of, ...amount, moneyTaken: true, reason: "Not received" };
    await told({ is: "disputeOpened", ...dispute });
  }
  const shown = [{ status: "open", amount, moneyTaken: true, reason: "Not received", closedAt: null }];
  expect(await listed("open")).toMatchObject({ disputes: shown });
  const { items } = (await call(payment.listUnmatched, {})).body;
  expect(items.find((one) => one.gatewayPaymentId === nameless)).toMatchObject({ order: null, disputes: shown });
});

it("a dispute reported before its payment is counted belongs to the order that the payment is matched to", async () => {
  const { paymentId, id, amount } = await unmatched();
  const dispute = { disputeId: `dp_${paymentId}`, paymentId, ...amount, moneyTaken: true, reason: "Not received" };
  await told({ is: "disputeOpened", ...dispute });
  const made = await anOrderOf1500();
  const { body } = await call(payment.match, { id, orderId: made.id });
  expect(body.disputes).toMatchObject([{ status: "open", reason: "Not received", moneyTaken: true }]);
  const entries = await entriesAbout(made.id);
  expect(entries.filter(({ after }) => after?.["dispute"])).toMatchObject([
    { action: "payment.match", after: { dispute: dispute.disputeId, amountMinor: 1_500, status: "open" } },
  ]);
  await told({ is: "disputeClosed", disputeId: dispute.disputeId, won: true });
  expect((await orderNow(made)).disputes).toMatchObject([{ status: "won" }]);
});

it("a dispute reported before its payment belongs to the order once that is reported", async () => {
  const fake = await aGateway();
  const made = await anOrderOf1500();
  const paymentId = `gone_${++paymentsMade}`;
  const dispute = { disputeId: `dp_${paymentId}`, paymentId, amountMinor: 1_500, currency: "INR" };
  await told({ is: "disputeOpened", ...dispute, moneyTaken: false, reason: "Not received" });
  await told({ is: "disputeClosed", disputeId: dispute.disputeId, won: false });
  await tell(paymentEvent(fake, { orderId: made.id, amountMinor: 1_500, paymentId }));
  await takeInbox();
  expect((await orderNow(made)).disputes).toMatchObject([{ status: "lost", reason: "Not received" }]);
});

// Two workers, each with one of the two events: neither sees the other's uncommitted changes.
it("a dispute reported before its payment belongs to the order that the payment does not settle", async () => {
  const made = await anOrderOf1500();
  const of = { paymentId: `pi_of_${made.id}`, currency: "INR" };
  await told({
    ...({ is: "disputeOpened", disputeId: `dp_of_${made.id}`, moneyTaken: true, reason: "fraudulent" } as const),
    ...{ ...of, amountMinor: 1_499 },
  });
  await told({ is: "paymentSucceeded", ...of, orderId: made.id, amountMinor: 1_499 });
  expect((await orderNow(made)).disputes).toMatchObject([{ status: "open", reason: "fraudulent" }]);
});

// Its timeline said twice that the payment was disputed.
it("a dispute reported before its payment is linked to the order once, also if the amount is corrected", async () => {
  const made = await anOrderOf1500();
  const of = { paymentId: `pi_of_${made.id}`, currency: "INR", amountMinor: 1_510 };
  await told({ is: "disputeOpened", disputeId: `dp_of_${made.id}`, moneyTaken: true, reason: "fraudulent", ...of });
  await told({ is: "paymentSucceeded", ...of, orderId: made.id });
  await told({ is: "paymentSucceeded", ...of, amountMinor: 1_500, orderId: made.id });
  expect(await orderNow(made)).toMatchObject({ paymentStatus: "paid", disputes: [{ status: "open" }] });
  expect((await entriesAbout(made.id)).filter(({ after }) => after?.["dispute"])).toHaveLength(1);
});

it("a dispute reported as closed, and separately as won, is won, and stays won", async () => {
  const { paymentId } = await unmatched();
  const of = { disputeId: `dp_${paymentId}`, paymentId };
  const status = async () => {
    const rows = await db().execute(sql`select status from disputes where gateway_dispute_id = ${of.disputeId}`);
    return rows[0]?.["status"];
  };
  const opened = { is: "disputeOpened", amountMinor: 1_500, currency: "INR", moneyTaken: true, reason: "" } as const;
  const other = await unmatched();
  await told({ ...opened, disputeId: `dp_${other.paymentId}`, paymentId: other.paymentId });
  await told({ ...opened, ...of });
  const stages: unknown[] = [];
  for (const won of [null, true, null, false]) {
    await told({ is: "disputeClosed", ...of, won });
    stages.push(await status());
  }
  expect(stages).toEqual(["closed", "won", "won", "won"]);
  expect(await other.listed("open")).toMatchObject({ disputes: [{ status: "open" }] });
  // Nobody here saw it open again: the bank has taken the money, and less of it.
  const now = Date.now();
  const later = (days: number) => new Date(now + days * 86_400_000);
  const lost = { ...opened, ...of, amountMinor: 1_400, closed: { won: false, closedAt: later(-1) } };
  await told(lost);
  expect(await status()).toBe("won");
  for (const _ of ["once", "and again"]) await told({ ...lost, closed: { won: false, closedAt: later(1) } });
  await told({ is: "disputeClosed", ...of, won: true, closedAt: later(-1) });
  expect(
    await db().execute(sql`select status, amount_minor::integer, money_taken from disputes
    where gateway_dispute_id = ${of.disputeId}`),
  ).toEqual([{ status: "lost", amount_minor: 1_400, money_taken: true }]);
  const ends = { is: "disputeClosed", disputeId: `dp_${other.paymentId}` } as const;
  for (const [won, days] of [
    [true, 1],
    [false, 2],
    [false, 3],
  ] as const)
    await told({ ...ends, won, closedAt: later(days) });
  const [end] = (await other.listed("open"))!.disputes;
  expect(end).toMatchObject({ status: "lost", closedAt: expect.stringContaining(later(2).toISOString().slice(0, 10)) });
});

// PayPal reopens disputes: whoever does not answer in time loses the money.
it("a dispute that its gateway reopens is open again, unless that was before it was closed", async () => {
  const made = await paidThrough(await aGateway());
  const of = { disputeId: `dp_${made.id}`, paymentId: made.payments[0]!.reference!, ...made.payments[0]!.amount };
  const opened = { is: "disputeOpened", ...of, moneyTaken: true, reason: "Not received" } as const;
  const closed = { is: "disputeClosed", disputeId: of.disputeId } as const;
  const day = (nth: number) => new Date(Date.UTC(2026, 9, nth));
  const after = async (event: Parameters<typeof told>[0]) => {
    await told(event);
    return (await orderNow(made)).disputes.map(({ status, closedAt }) => [status, closedAt]);
  };
  expect(await after({ ...opened, openAt: day(1) })).toEqual([["open", null]]);
  expect(await after({ ...closed, won: true, closedAt: day(3) })).toEqual([["won", day(3).toISOString()]]);
  for (const openAt of [day(2), day(3), undefined]) {
    expect(await after({ ...opened, openAt })).toEqual([["won", day(3).toISOString()]]);
  }
  expect(await after({ ...opened, openAt: day(4) })).toEqual([["open", null]]);
  expect((await call(order.list, { moneyTrouble: "disputed" })).body.items.map(({ id }) => id)).toContain(made.id);
  expect(await after({ ...closed, won: false, closedAt: day(5) })).toEqual([["lost", day(5).toISOString()]]);
});

it("a dispute that is reported as reopened before it is reported as closed stays open", async () => {
  const made = await paidThrough(await aGateway());
  const of = { disputeId: `dp_${made.id}`, paymentId: made.payments[0]!.reference!, ...made.payments[0]!.amount };
  const opened = { is: "disputeOpened", ...of, moneyTaken: true, reason: "Not received" } as const;
  const closed = { is: "disputeClosed", disputeId: of.disputeId, won: true } as const;
  const day = (nth: number) => new Date(Date.UTC(2026, 9, nth));
  const events = [
    ...[
      { ...opened, openAt: day(3) },
      { ...opened, openAt: day(1) },
      { ...closed, closedAt: day(2) },
    ],
    ...[
      { ...closed, closedAt: day(4) },
      { ...opened, openAt: day(6) },
      { ...closed, closedAt: day(5) },
    ],
  ];
  const statuses = [];
  for (const event of events) {
    expect(await told(event)).toMatchObject({ is: "settled" });
    statuses.push((await orderNow(made)).disputes.map(({ status }) => status).join());
  }
  expect(statuses).toEqual(["open", "open", "open", "won", "open", "open"]);
  const entries = await entriesAbout(made.id);
  expect(entries.filter(({ after }) => after?.["dispute"])).toHaveLength(3);
});

it.each(["payment", "dispute"])(
  "a dispute and its payment that are reported at once are linked, the %s first",
  async (first) => {
    await aGateway();
    const made = await anOrderOf1500();
    const paymentId = `gone_${++paymentsMade}`;
    const of = { paymentId, amountMinor: 1_500, currency: "INR" };
    const dispute = { is: "disputeOpened", disputeId: `dp_${paymentId}`, ...of, moneyTaken: true, reason: "" } as const;
    const payment = { is: "paymentSucceeded", orderId: made.id, ...of } as const;
    const [one, other] = first === "payment" ? [payment, dispute] : [dispute, payment];
    let later: Promise<unknown> | undefined;
    await inChange(system("take-inbox"), async (change) => {
      await takeHappened(change, "test", one);
      later = told(other);
      await untilSomebodyWaits();
    });
    await later;
    expect((await orderNow(made)).disputes).toMatchObject([{ status: "open", moneyTaken: true }]);
  },
);

// A bank or PayPal asks first, and takes the money later, often less than was asked about.
it("a dispute that takes money after an inquiry is of the amount taken, and that is in the audit once", async () => {
  const made = await paidThrough(await aGateway());
  const { id, payments } = made;
  const of = { is: "disputeOpened", disputeId: `dp_inquiry_${id}`, paymentId: payments[0]!.reference! } as const;
  const inquiry = { ...of, amountMinor: 2_000, currency: "INR", moneyTaken: false, reason: "unrecognized" };
  const taken = { ...of, amountMinor: 1_500, currency: "INR", moneyTaken: true, reason: "fraudulent" };
  for (const event of [inquiry, taken, taken, inquiry]) await told(event);
  const shown = { amount: { amountMinor: 1_500, currency: "INR" }, moneyTaken: true, reason: "fraudulent" };
  expect((await orderNow(made)).disputes).toMatchObject([{ ...shown, status: "open" }]);
  const entries = (await entriesAbout(id)).flatMap(({ after }) =>
    after && "dispute" in after ? [[after["amountMinor"], after["moneyTaken"]]] : [],
  );
  expect(entries).toEqual([
    [2_000, false],
    [1_500, true],
  ]);
});

// Chargebee collects several invoices with one payment, of which one is an order's.
it("a refund of another part of the same payment leaves the order as it is, and a reversal of all of it does not", async () => {
  const paid = await paidThrough(await aGateway());
  const [{ reference, amount }] = paid.payments as [(typeof paid.payments)[0]];
  const made = { is: "refundMadeElsewhere", paymentId: reference!, currency: "INR", state: "succeeded" } as const;
  for (const orderId of [null, "ord_00000000000000000000000000"]) {
    const other = { ...made, refundId: `re_${orderId}`, amountMinor: 500, orderId };
    expect(await told(other)).toMatchObject({ is: "ignored" });
  }
  expect(await orderNow(paid)).toMatchObject({ paymentStatus: "paid", refunds: [] });
  const all = { amountMinor: amount.amountMinor + 999, currency: "INR" };
  expect(await told({ is: "paymentReversed", paymentId: reference!, ...all, says: "bounced" })).toMatchObject({
    is: "settled",
  });
  expect(await orderNow(paid)).toMatchObject({ paymentStatus: "unpaid" });
});

it("a refund of a payment that was matched by hand counts, whatever its gateway knows of its order", async () => {
  const { paymentId, id } = await unmatched();
  const made = await anOrderOf1500();
  await call(payment.match, { id, orderId: made.id });
  const refund = { refundId: `re_${paymentId}`, paymentId, amountMinor: 500, currency: "INR", orderId: null } as const;
  expect(await told({ is: "refundMadeElsewhere", ...refund, state: "succeeded" })).toMatchObject({ is: "settled" });
  expect(await orderNow(made)).toMatchObject({ refunded: { amountMinor: 500 } });
});

// Counted at once it could be our own, a second time; waiting for nothing, it is left to staff after a day.
it("a refund made at the gateway waits for one of ours without an id only if payment and amount are the same", async () => {
  const fake = await aGateway();
  const [one, other] = [await paidThrough(fake), await paidThrough(fake)];
  await call(order.refund, { id: one.id, amountMinor: 700 });
  const refunded = ({ payments: [paid] }: typeof one, amountMinor: number) => {
    const of = { paymentId: paid!.reference!, refundId: `re_${paid!.reference}_${amountMinor}` };
    return told({ is: "refundMadeElsewhere", state: "succeeded", ...of, amountMinor, currency: "INR" });
  };
  expect(await refunded(one, 700)).toMatchObject({ is: "later" });
  expect(await refunded(one, 450)).toMatchObject({ is: "settled" });
  expect(await refunded(other, 700)).toMatchObject({ is: "settled" });
  fake.set({ refundStatus: "pending" });
  await makeCalls();
  expect(await refunded(one, 700)).toMatchObject({ is: "settled" });
  expect([await orderNow(one), await orderNow(other)]).toMatchObject([
    { refunded: { amountMinor: 1_150 } },
    { refunded: { amountMinor: 700 } },
  ]);
});

// Ids are each gateway's own, and two of them may give the same one.
it("what a gateway reports is about its own payments, refunds and disputes only", async () => {
  await aGateway();
  await setUpGateway();
  const from = (gateway: string, happened: Happened) =>
    inChange(system("take-inbox"), (change) => takeHappened(change, gateway, happened));
  const [ours, others, early] = [await anOrderOf1500(), await anOrderOf1500(), await anOrderOf1500()];
  const of = { paymentId: `gone_${++paymentsMade}`, amountMinor: 1_500, currency: "INR" };
  await from("test", { is: "paymentSucceeded", ...of, orderId: ours.id });
  await from("stripe", { is: "paymentSucceeded", ...of, orderId: others.id });

  const disputeId = `dp_${of.paymentId}`;
  const opened = { is: "disputeOpened", ...of, disputeId, moneyTaken: true, reason: "" } as const;
  const closed = { is: "disputeClosed", disputeId, won: true, closedAt: new Date("2026-10-03") } as const;
  await from("stripe", { ...opened, openAt: new Date("2026-10-01") });
  expect(await from("test", closed)).toMatchObject({ is: "later" });
  await from("test", { ...opened, openAt: new Date("2026-10-05") });
  await from("stripe", closed);
  expect([await orderNow(ours), await orderNow(others)]).toMatchObject([
    { disputes: [{ status: "open" }] },
    { disputes: [{ status: "won" }] },
  ]);

  const refund = { is: "refundMadeElsewhere", ...of, refundId: `re_${of.paymentId}`, state: "succeeded" } as const;
  await from("stripe", { ...refund, amountMinor: 500 });
  await from("test", { ...refund, amountMinor: 400 });
  expect([await orderNow(ours), await orderNow(others)]).toMatchObject([
    { refunded: { amountMinor: 400 } },
    { refunded: { amountMinor: 500 } },
  ]);

  const next = { ...of, paymentId: `gone_${++paymentsMade}` };
  await from("stripe", { ...opened, ...next, disputeId: `dp_${next.paymentId}` });
  await from("test", { is: "paymentSucceeded", ...next, orderId: early.id });
  expect(await orderNow(early)).toMatchObject({ paymentStatus: "paid", disputes: [] });

  const { paymentId, listed } = await unmatched();
  await from("stripe", { ...opened, paymentId, disputeId: `dp_${paymentId}` });
  expect(await orderNow((await listed("open"))!.order!)).toMatchObject({ disputes: [] });
});

const paypalSettings = { ...paypalApp, webhookId: paypalWebhookId };

const listing = {
  stripe: {
    start: stripeFake,
    settings: { secretKey: stripeKey, webhookSecret: "whsec_1" },
    shown: (id: string, payment_intent: string, isWon = false) => ({
      ...{ id, payment_intent, charge: "ch_1", amount: 1_500, currency: "inr", reason: "fraudulent" },
      status: isWon ? "won" : "needs_response",
    }),
  },
  razorpay: {
    start: razorpayFake,
    settings: { ...razorpayKey, webhookSecret: "rzp_webhook_secret" },
    shown: (id: string, payment_id: string, isWon = false) => ({
      ...{ id, payment_id, amount: 1_500, currency: "INR", reason_code: "fraudulent", phase: "chargeback" },
      status: isWon ? "won" : "open",
    }),
  },
};

// Its endpoint had been away for longer than the gateway sends again: the bank decided against a store that knew of
// nothing.
it.each(["stripe", "razorpay"] as const)("a dispute that %s does not report is found a day later", async (code) => {
  const { start, settings, shown } = listing[code];
  const fake = await start();
  await call(provider.configure, { code, settings: { ...settings, server: fake.origin } });
  const made = await anOrderOf1500();
  const paymentId = `${code}_${++paymentsMade}`;
  const paid = { is: "paymentSucceeded", paymentId, orderId: made.id, amountMinor: 1_500, currency: "INR" } as const;
  await inChange(system("take-inbox"), (change) => takeHappened(change, code, paid));
  const nameless = { paymentId: `${code}_${++paymentsMade}`, amountMinor: 1_500, currency: "INR" };
  await inChange(system("take-inbox"), (change) => takeHappened(change, code, { is: "paymentSucceeded", ...nameless }));
  fake.disputes.push(shown(`dp_${paymentId}`, paymentId), shown(`dp_${nameless.paymentId}`, nameless.paymentId));
  // Of another shop with the same account, which are newer, and two that cannot be read.
  for (let other = 0; other < 100; other++) fake.disputes.push(shown(`other_${code}_${other}`, `other_${other}`));
  fake.disputes.push({ id: "dp_odd" }, { ...shown("dp_coin", paymentId), currency: "usdc" });
  const looks = async () => {
    const before = fake.asked.length;
    await findDisputes();
    await makeCalls();
    return fake.asked.length - before;
  };
  const aDayLater = () =>
    db().execute(sql`
      update providers set configured_at = configured_at - interval '1 day',
        disputes_looked_at = disputes_looked_at - interval '1 day' where code = ${code}`);
  expect(await looks()).toBe(0);
  await aDayLater();
  expect(await looks()).toBe(2);
  const dispute = { amount: { amountMinor: 1_500, currency: "INR" }, moneyTaken: true, reason: "fraudulent" };
  expect((await orderNow(made)).disputes).toMatchObject([{ ...dispute, status: "open" }]);
  expect(await db().execute(sql`select from disputes where gateway_payment_id like 'other%'`)).toEqual([]);
  const { items: unmatchedNow } = (await call(payment.listUnmatched, {})).body;
  const found = unmatchedNow.find((one) => one.gatewayPaymentId === nameless.paymentId);
  expect(found).toMatchObject({ order: null, disputes: [{ ...dispute, status: "open" }] });
  // Staff who may see orders may see calls, and are not to see other shops' customers.
  const [look] = (await call(provider.listCalls, { provider: code })).body.items;
  expect(look).toMatchObject({ does: "findDisputes", status: "done" });
  expect(look!.attempts.map(({ answer }) => answer)).toEqual(["[secret]", "[secret]"]);
  expect(await looks()).toBe(0);
  fake.disputes[0] = shown(`dp_${paymentId}`, paymentId, true);
  for (const _ of ["once", "and again"]) {
    await aDayLater();
    expect(await looks()).toBe(2);
    expect((await orderNow(made)).disputes).toMatchObject([{ ...dispute, status: "won" }]);
  }
  expect((await entriesAbout(made.id)).filter(({ after }) => after?.["dispute"])).toHaveLength(2);
});

// Its list does not say what they are about. Of another shop's with the same account nothing is kept.
it("a dispute that PayPal does not report is found a day later, and each is read when it has changed", async () => {
  const fake = await paypalFake("of_disputes");
  await call(provider.configure, { code: "paypal", settings: { ...paypalSettings, server: fake.origin } });
  const made = await anOrderOf1500();
  const paymentId = `CAPTURE${++paymentsMade}`;
  const paid = { is: "paymentSucceeded", paymentId, orderId: made.id, amountMinor: 1_500, currency: "INR" } as const;
  await inChange(system("take-inbox"), (change) => takeHappened(change, "paypal", paid));
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const shown = (dispute_id: string, seller_transaction_id: string, more: object = {}) => ({
    ...{ dispute_id, create_time: hoursAgo(100), update_time: hoursAgo(60), reason: "UNAUTHORISED" },
    disputed_transactions: [{ seller_transaction_id, seller: { merchant_id: "5V" } }],
    ...{ dispute_amount: { currency_code: "INR", value: "15.00" }, status: "WAITING_FOR_SELLER_RESPONSE" },
    ...{ dispute_life_cycle_stage: "CHARGEBACK", dispute_channel: "EXTERNAL", ...more },
  });
  fake.disputes.push(shown("PP-D-1", paymentId), shown("PP-D-0", "OTHER0", { update_time: hoursAgo(24 * 121) }));
  for (let other = 1; other < 56; other++) fake.disputes.push(shown(`PP-R-${other}`, `OTHER${other}`));
  // Of nothing, and three that cannot be read: again and again, they were the health of the gateway for a day.
  fake.disputes.push(shown("PP-Z-1", paymentId, { dispute_amount: { currency_code: "INR", value: "0.00" } }));
  fake.disputes.push(shown("PP-U-1", "OTHER", { disputed_transactions: [{ buyer_transaction_id: "OTHER" }] }));
  fake.disputes.push(shown("PP-U-2", "OTHER", { dispute_amount: { currency_code: "USD", value: "5.001" } }));
  fake.disputes.push(shown("PP-U-3", "OTHER", { gone: true }));
  const later: unknown[] = [];
  const asked = async () => {
    const before = fake.asked.length;
    await db().execute(sql`
      update providers set configured_at = configured_at - interval '1 day',
        disputes_looked_at = disputes_looked_at - interval '1 day' where code = 'paypal'`);
    await findDisputes();
    await makeCalls();
    const [reads] = await db().execute(sql`
      select count(*)::integer as "inOverAMinute", bool_and(polled) as polled from calls
      where does = 'readDispute' and due_at > now() + interval '1 minute'`);
    later.push(reads);
    for (let nth = 0; nth < 2; nth++) {
      await dueNow();
      await makeCalls();
    }
    return fake.asked.slice(before).filter(({ path }) => path.startsWith("/v1/customer/disputes"));
  };
  const paths = (all: Awaited<ReturnType<typeof asked>>) => all.map(({ path }) => path.slice(21));
  const first = paths(await asked());
  expect(first.slice(0, 2)).toEqual(["", ""]);
  expect(first.slice(2).toSorted()).toEqual([...new Set(first.slice(2))].toSorted());
  expect(first).toHaveLength(2 + 60);
  // Asked for at once, they made PayPal put off refunds as well; and behind what people wait for.
  expect(later).toEqual([{ inOverAMinute: 60 - 31, polled: true }]);
  const unread = await db().execute(sql`
    select status, says from calls where does = 'readDispute' and subject_id like 'PP-U-%' order by subject_id`);
  const misfit = { status: "refused", says: "The dispute is not as PayPal describes them." };
  expect(unread).toEqual([misfit, misfit, { status: "refused", says: "PayPal has no such dispute." }]);
  expect(await lastFailureOf("paypal")).toBeNull();
  const { items: calls } = (await call(provider.listCalls, { provider: "paypal" })).body;
  expect(calls.flatMap(({ attempts }) => attempts).every(({ answer }) => answer === "[secret]")).toBe(true);
  const dispute = { amount: { amountMinor: 1_500, currency: "INR" }, moneyTaken: true, reason: "UNAUTHORISED" };
  expect((await orderNow(made)).disputes).toMatchObject([{ ...dispute, status: "open" }]);
  expect(await db().execute(sql`select from disputes where gateway_payment_id like 'OTHER%'`)).toEqual([]);

  expect(paths(await asked())).toEqual([""]);
  const won = { status: "RESOLVED", dispute_outcome: { outcome_code: "RESOLVED_SELLER_FAVOUR" } };
  fake.disputes[0] = shown("PP-D-1", paymentId, { ...won, update_time: hoursAgo(1) });
  expect(paths(await asked())).toEqual(["", "/PP-D-1"]);
  expect((await orderNow(made)).disputes).toMatchObject([{ ...dispute, status: "won" }]);
  fake.set({ restricted: true });
  expect(paths(await asked())).toEqual([""]);
  const [look] = (await call(provider.listCalls, { provider: "paypal" })).body.items;
  expect(look).toMatchObject({ does: "findDisputes", status: "refused" });
  expect(await lastFailureOf("paypal")).toBeNull();
});

const lastFailureOf = async (gateway: string) => {
  const { items } = (await call(provider.list, { kind: "gateway" })).body;
  return items.find(({ code }) => code === gateway)?.lastFailure;
};

// Its webhook had been away: the goods were sent, or kept for a customer who owed their price again.
it("a payment that is undone at Chargebee after its success, and not reported, no longer counts a day later", async () => {
  const fake = await chargebeeFake();
  const webhook = { webhookUser: "hook", webhookPassword: "s3cret" };
  const settings = { site: "acme-test", apiKey: chargebeeKey, ...webhook, server: fake.origin };
  await call(provider.configure, { code: "chargebee", settings });
  const of = { amountMinor: 1_500, currency: "INR" };
  const orders = [await anOrderOf1500(), await anOrderOf1500(), await anOrderOf1500()];
  // Refunds can only be made there: what was refunded seemed paid, and was sent.
  const refunded = await Promise.all(Array.from({ length: 5 }, anOrderOf1500));
  const secondsAgo = (hours: number) => Math.floor(Date.now() / 1_000) - hours * 3_600;
  for (const { id } of [...orders, ...refunded]) {
    const paid = { is: "paymentSucceeded", paymentId: `txn_${id}`, orderId: id, ...of } as const;
    const reportedAt = new Date(secondsAgo(48) * 1_000);
    await inChange(system("take-inbox"), (change) => takeHappened(change, "chargebee", paid, reportedAt));
  }
  const [late, chargedBack, standing] = orders.map(({ id }) => `txn_${id}`);
  // Chargebee dates what is undone as its bank does, here before the success was reported.
  const undone = { amount: 1_500, currency_code: "INR", date: secondsAgo(72), updated_at: secondsAgo(1) };
  fake.transactions.set(late!, { ...undone, status: "late_failure", error_text: "The account is closed." });
  const reversal = { ...undone, type: "payment_reversal", status: "success" };
  fake.transactions.set("txn_back", { ...reversal, reference_transaction_id: chargedBack! });
  for (const status of ["failure", "timeout", "in_progress", "voided"])
    fake.transactions.set(`txn_back_${status}`, { ...reversal, status, reference_transaction_id: standing! });
  fake.transactions.set("txn_other", { ...reversal, reference_transaction_id: "txn_of_another_shop" });
  fake.transactions.set(standing!, { ...undone, status: "success" });
  const refund = (id: string, of: string, po_number: string | null, more: object = {}) => {
    const transaction = { type: "refund", status: "success", amount: 400, currency_code: "INR", refunded_txn_id: of };
    const content = { transaction: { ...transaction, id, ...more }, invoice: { id: "INV-1", po_number } };
    fake.events.set(`ev_${id}`, {
      id: `ev_${id}`,
      event_type: "payment_refunded",
      occurred_at: secondsAgo(2),
      content,
    });
  };
  const [partly, back, failed, made, twice] = refunded.map(({ id }) => id);
  refund("txn_r1", `txn_${partly}`, `${partly} prq_1`);
  refund("txn_r2", `txn_${partly}`, null);
  refund("txn_r3", "txn_of_another_shop", null);
  fake.events.set("ev_odd", { event_type: "payment_refunded", occurred_at: secondsAgo(2) });
  // The bank has returned it since.
  refund("txn_r4", `txn_${back}`, `${back} prq_1`);
  const returned = { type: "refund", refunded_txn_id: `txn_${back}`, error_text: "The account is closed." };
  fake.transactions.set("txn_r4", { ...undone, ...returned, amount: 400, status: "late_failure" });
  // Not through yet as they were reported: of the second, a part is for another invoice.
  for (const [id, of, status, amount] of [
    ["txn_r5", failed, "failure", 400],
    ["txn_r6", made, "success", 700],
  ] as const) {
    refund(id, `txn_${of}`, `${of} prq_1`, { status: "in_progress" });
    fake.transactions.set(id, { ...undone, type: "refund", refunded_txn_id: `txn_${of}`, amount, status });
  }
  // Of another invoice, unknown here: it is no refund of the order's that has failed.
  fake.transactions.set("txn_r8", { ...undone, ...returned, amount: 50, status: "failure" });
  // What cannot be counted was thrown away.
  refund("txn_r7", `txn_${twice}`, `${twice} prq_1`);
  fake.transactions.set("txn_back_twice", { ...reversal, reference_transaction_id: `txn_${twice}` });
  fake.transactions.set("txn_back_part", { ...reversal, amount: 500, reference_transaction_id: standing! });
  const partSays = "The payment was undone. Only part of the payment was reversed: check the gateway.";
  const twiceSays = "The payment was undone. The order has refunds: check the gateway.";
  const toStaff = [{ says: `${partSays} Payment: ${standing}.` }, { says: `${twiceSays} Payment: txn_${twice}.` }];
  // More than fit one look, and newer.
  const newer = { ...undone, updated_at: secondsAgo(0), status: "voided" };
  for (let other = 0; other < 500; other++) fake.transactions.set(`other_${other}`, newer);
  const aDayLater = () =>
    db().execute(sql`
      with found as (update inbox set received_at = received_at - interval '1 day' where provider = 'chargebee'), looked as (
        update calls set created_at = created_at - interval '1 day', asked = jsonb_set(asked, '{changedSince}',
          to_jsonb((asked ->> 'changedSince')::timestamptz - interval '1 day'))
        where does = 'findDisputes' and provider = 'chargebee')
      update providers set configured_at = configured_at - interval '1 day', paused_until = null,
        disputes_looked_at = disputes_looked_at - interval '1 day' where code = 'chargebee'`);
  const states = async () => (await Promise.all(orders.map(orderNow))).map((one) => one.paymentStatus);
  const refunds = async () =>
    (await Promise.all(refunded.map(orderNow))).map((one) =>
      one.refunds.map(({ amount, status, madeElsewhere }) => [amount.amountMinor, status, madeElsewhere]),
    );
  const toldStaff = () =>
    db().execute(
      sql`select says from inbox where provider = 'chargebee' and status = 'stuck' order by received_at, says`,
    );
  for (const [nth, expected] of [
    ["paid", "paid", "paid"],
    ["unpaid", "unpaid", "paid"],
    ["unpaid", "unpaid", "paid"],
  ].entries()) {
    await findDisputes();
    await makeCalls();
    expect(await states()).toEqual(expected);
    expect(await refunds()).toEqual(
      nth === 0
        ? [[], [], [], [], []]
        : ["succeeded", "failed", "failed", "succeeded", "succeeded"].map((status) => [[400, status, true]]),
    );
    // Once, however often it is found; what waits, from the second time on.
    expect(await toldStaff()).toEqual(toStaff.slice(0, nth));
    await aDayLater();
  }
  expect(fake.asked.filter(({ path }) => path.endsWith("/transactions"))).toHaveLength(2 * (1 + 3 + 3));
  const { items: looks } = (await call(provider.listCalls, { provider: "chargebee" })).body;
  expect(looks.map(({ attempts }) => attempts.map(({ answer }) => answer))).toEqual([
    Array(3).fill("[secret]"),
    Array(5).fill("[secret]"),
    Array(3).fill("[secret]"),
    Array(5).fill("[secret]"),
  ]);
  const told = await Promise.all(refunded.map(({ id }) => eventsAbout(id)));
  expect(told.map((all) => all.filter(({ name }) => name === "order.refunded").length)).toEqual([1, 1, 0, 1, 1]);
  expect((await orderNow(orders[0]!)).payments).toMatchObject([{ reason: "The account is closed." }]);
  // The refund failed after all, so that the chargeback counts, and staff are no longer told.
  const failedSince = { ...returned, refunded_txn_id: `txn_${twice}`, amount: 400, status: "failure" };
  fake.transactions.set("txn_r7", { ...undone, ...failedSince, updated_at: secondsAgo(0) });
  await findDisputes();
  await makeCalls();
  expect(await orderNow({ id: twice! })).toMatchObject({ paymentStatus: "unpaid" });
  expect(await toldStaff()).toEqual(toStaff.slice(0, 1));
  await aDayLater();
  // The rest of the list could not be read for a day, and is not lost.
  const days: number[] = [];
  for (const fails of [true, false, false]) {
    if (fails) fake.trouble("is busy", 5);
    await findDisputes();
    await makeCalls();
    const asked = fake.asked.findLast(({ path }) => path.endsWith("/transactions"))!;
    days.push(Number(asked.query.get("updated_at[after]")) - secondsAgo(0));
    await aDayLater();
    await dueNow();
    await makeCalls();
  }
  expect(days.map((seconds) => Math.round(seconds / 86_400))).toEqual([-2, -3, -2]);
  expect((await eventsAbout(orders[0]!.id)).filter(({ name }) => name === "order.unpaid")).toHaveLength(1);
  fake.set({ restricted: true });
  await findDisputes();
  await makeCalls();
  const [look] = (await call(provider.listCalls, { provider: "chargebee" })).body.items;
  expect(look).toMatchObject({ does: "findDisputes", status: "refused" });
  expect(await lastFailureOf("chargebee")).toBeNull();
});

it.each(["stripe", "razorpay"] as const)("a list of more than a thousand disputes at %s goes on", async (code) => {
  const { start, settings, shown } = listing[code];
  const fake = await start();
  for (let nth = 0; nth < 1_001; nth++) fake.disputes.push(shown(`dp_${nth}`, `long_${nth}`));
  const { findDisputes: look } = await gatewayOf(code);
  const given = { ...settings, server: fake.origin };
  const http = httpFor({ provider: code, secrets: [] });
  const found = async (from?: string) => {
    const outcome = await look!(http, given, { opened: new Date(0), changed: new Date(0), from });
    return outcome.is === "done" ? outcome.value : [];
  };
  const first = await found();
  const last = first.at(-1)!;
  expect([first.length, last.is]).toEqual([1_001, "listGoesOn"]);
  expect(await found(last.is === "listGoesOn" ? last.from : "")).toMatchObject([{ disputeId: "dp_0" }]);
});

it("ten pages of disputes fit an attempt", () => {
  expect(10 * findDisputesKind.withinMs!).toBeLessThan(attemptMsMax);
});

it("a key that may not look for disputes is told so, and that is no failure of the gateway's", async () => {
  const fake = await stripeFake();
  await call(provider.configure, { code: "stripe", settings: { ...listing.stripe.settings, server: fake.origin } });
  fake.set({ restricted: true });
  await db().execute(sql`
    update providers set configured_at = configured_at - interval '1 day', disputes_looked_at = null where code = 'stripe'`);
  await findDisputes();
  await makeCalls();
  expect(fake.asked).toHaveLength(1);
  const says = "The provided key does not have the required permissions.";
  const [look] = (await call(provider.listCalls, { provider: "stripe" })).body.items;
  expect(look).toMatchObject({ does: "findDisputes", status: "refused", says });
  expect(look!.attempts).toMatchObject([{ status: 403, answer: expect.stringContaining(says) }]);
  expect(await lastFailureOf("stripe")).toBeNull();
  // Nor is what has failed well because of it: that seemed mended once a day, while each refund failed.
  const says401 = "Invalid API Key provided: sk_test_****";
  await noteHealth("stripe", refused("credentials", says401));
  for (let nth = 0; nth < 2; nth++) {
    expect(await lastFailureOf("stripe")).toMatchObject({ says: says401 });
    await db().execute(sql`
      update providers set disputes_looked_at = disputes_looked_at - interval '1 day' where code = 'stripe'`);
    await findDisputes();
    await makeCalls();
  }
  expect(fake.asked).toHaveLength(3);
});
