/**
 * The orders whose payments need a person, as Home counts them: one that is overlooked is a customer without their
 * money.
 */
import { expect, it } from "vitest";
import type { Asked } from "#core/contract/kit";
import * as order from "#core/contract/order";
import * as payment from "#core/contract/payment";
import { call } from "../support/call.ts";
import { aGateway, anEvent, makeCalls, paidThrough, takeInbox, tell } from "../support/given/gateways.ts";

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
  expect(await call(payment.dismissRefund, { id, refundId })).toMatchObject({
    status: 409,
    body: { error: { code: "refund.notFailed" } },
  });
  await makeCalls();
  expect(await listed("refundFailed")).toContain(id);
  const [once, again] = [1, 2].map(() => call(payment.dismissRefund, { id, refundId }));
  expect((await once)!.body).toEqual((await again)!.body);
  expect((await again)!.body.refunds).toMatchObject([{ status: "failed", dismissedAt: expect.any(String) }]);
  expect(await listed("refundFailed")).not.toContain(id);
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
