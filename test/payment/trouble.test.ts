/**
 * The orders whose payments need a person, as Home counts them: one that is overlooked is a customer without their
 * money.
 */
import { expect, it } from "vitest";
import { system } from "#core/actor";
import type { Asked } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as payment from "#core/contract/payment";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { examine } from "#core/doctor/examine";
import { takeHappened } from "#core/payment/take-happened";
import { call } from "../support/call.ts";
import { aGateway, anEvent, makeCalls, orderNow, paidThrough, takeInbox, tell } from "../support/given/gateways.ts";
import { shipped } from "../support/given/orders.ts";

const listed = async (moneyTrouble: Asked<typeof order.list>["moneyTrouble"]) =>
  (await call(order.list, { moneyTrouble })).body.items.map(({ id }) => id);

it("a failed refund is found until the order is refunded again", async () => {
  const fake = await aGateway();
  const { id } = await paidThrough(fake);
  await paidThrough(fake);
  fake.set({ disputed: true });
  await call(order.refund, { id, amountMinor: 500 });
  expect(await listed("refundFailed")).toEqual([]);
  await makeCalls();
  expect(await listed("refundFailed")).toEqual([id]);
  fake.set({ disputed: false });
  await call(order.refund, { id, amountMinor: 500 });
  await makeCalls();
  expect(await listed("refundFailed")).toEqual([]);
});

it("a failed refund is found until its notice is dismissed, and no other refund has one", async () => {
  const fake = await aGateway();
  const { id } = await paidThrough(fake);
  fake.set({ disputed: true });
  const { body } = await call(order.refund, { id, amountMinor: 500 });
  const refundId = body.refunds[0]!.id;
  const { id: otherId } = await paidThrough(fake);
  await call(order.refund, { id: otherId, amountMinor: 500 });
  expect(await call(payment.dismissRefund, { id, refundId })).toMatchObject({
    status: 409,
    body: { error: { code: "refund.notFailed" } },
  });
  await makeCalls();
  expect(await listed("refundFailed")).toContain(id);
  // Someone who has not seen the latest refund must not dismiss it.
  const stale = { headers: { "if-match": '"1"' } };
  expect((await call(payment.dismissRefund, { id, refundId }, stale)).status).toBe(412);
  expect((await call(payment.dismissRefund, { id: otherId, refundId })).body.error?.code).toBe("refund.unknown");
  const [once, again] = [1, 2].map(() => call(payment.dismissRefund, { id, refundId }));
  expect((await once)!.body).toEqual((await again)!.body);
  expect((await again)!.body.refunds).toMatchObject([{ status: "failed", dismissedAt: expect.any(String) }]);
  expect(await listed("refundFailed")).toEqual([otherId]);
  await call(payment.dismissRefund, { id: otherId, refundId: (await orderNow({ id: otherId })).refunds[0]!.id });
});

it("a dispute is found until it is closed", async () => {
  const fake = await aGateway();
  const { id, payments } = await paidThrough(fake);
  const of = { disputeId: "dispute_1", paymentId: payments[0]!.reference };
  await tell(anEvent("dispute.opened", { ...of, ...payments[0]!.amount, reason: "fraudulent" }));
  await takeInbox();
  expect(await listed("disputed")).toEqual([id]);
  await tell(anEvent("dispute.closed", { ...of, won: true }));
  await takeInbox();
  expect(await listed("disputed")).toEqual([]);
});

// Its goods are still allocated, and whoever packs it would send them to a customer whose cheque has bounced.
it("a reversed payment is found until the order is paid again, cancelled or has shipped", async () => {
  const fake = await aGateway();
  const [paidAgain, cancelled, sent, partly, owedNothing] = [
    await paidThrough(fake),
    await paidThrough(fake),
    await paidThrough(fake),
    await paidThrough(fake),
    await paidThrough(fake),
  ];
  expect(await listed("paymentReversed")).toEqual([]);
  for (const { payments } of [paidAgain, cancelled, sent, partly]) {
    const { reference, amount } = payments[0]!;
    const reversed = { is: "paymentReversed", paymentId: reference!, ...amount, says: "bounced" } as const;
    await inChange(system("take-inbox"), (change) => takeHappened(change, "test", reversed));
  }
  const all = await listed("paymentReversed");
  expect(all.toSorted()).toEqual([paidAgain, cancelled, sent, partly].map(({ id }) => id).toSorted());
  expect(all).not.toContain(owedNothing.id);
  await call(order.markPaid, { id: paidAgain.id, method: "cash" });
  await call(order.editLines, { id: paidAgain.id, shippingMinor: 100 });
  await call(order.cancel, { id: cancelled.id });
  await shipped(order.Order.decode(sent), 2);
  await shipped(order.Order.decode(partly), 1);
  expect(await listed("paymentReversed")).toEqual([partly.id]);
});

// Staff read "check the gateway", and of which of thousands of payments it was they could not find out.
it("an event that is left to staff names what to look up at the gateway", async () => {
  const fake = await aGateway();
  const { id, payments } = await paidThrough(fake);
  const { body } = await call(order.refund, { id, amountMinor: 500 });
  await makeCalls();
  const [paymentId, reference, { currency }] = [payments[0]!.reference, body.refunds[0]!.id, payments[0]!.amount];
  const refund = { refundId: "re_of_other", paymentId, reference, amountMinor: 5, currency };
  await tell(anEvent("refund.succeeded", refund));
  await tell(anEvent("dispute.closed", { disputeId: "dp_unheard_of", paymentId, won: true }));
  await takeInbox();
  const told = await db().execute<{ says: string }>(sql`
    select says from inbox where says like ${`%${refund.refundId}%`} or says like '%dp_unheard_of%' order by id`);
  expect(told.map(({ says }) => says)).toEqual([
    expect.stringContaining(`check the gateway. Payment: ${paymentId}. Refund: re_of_other.`),
    "It has not been opened yet. Dispute: dp_unheard_of.",
  ]);
  const { rows } = (await examine()).checks.find(({ name }) => name === "providers")!;
  expect(rows).toContainEqual(expect.objectContaining({ says: told[0]!.says }));
});
