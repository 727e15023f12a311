/** Payments that are reversed, as a gateway reports it. */

import { expect, it } from "vitest";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import { inChange } from "#core/db/change";
import { takeHappened } from "#core/payment/take-happened";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { paidByGateway } from "../support/given/gateway-money.ts";
import { anOrder } from "../support/given/orders.ts";

const of = ({ payments }: order.Order) => ({
  paymentId: payments[0]!.reference!,
  amountMinor: payments[0]!.amount.amountMinor,
  currency: payments[0]!.amount.currency,
});
const told = (happened: Parameters<typeof takeHappened>[2], at?: Date) =>
  inChange(system("test"), (change) => takeHappened(change, "stripe", happened, at));
const reversed = (paid: order.Order) => told({ is: "paymentReversed", ...of(paid), says: "The bank took it back." });
const read = async ({ id }: order.Order) => (await call(order.read, { id })).body;

it("makes the order unpaid once, even if reported repeatedly, and does not move its stock", async () => {
  const paid = await paidByGateway(await anOrder());
  const answers = await Promise.all([reversed(paid), reversed(paid)]);
  expect(answers.map(({ is }) => is)).toEqual(["settled", "settled"]);
  expect(await read(paid)).toMatchObject({
    status: "confirmed",
    paymentStatus: "unpaid",
    balance: { direction: "customerOwes" },
    refundable: { amountMinor: 0 },
    payments: [{ refundable: null }],
  });
  const { payments, totals } = paid;
  expect((await entriesAbout(paid.id)).filter(({ after }) => after?.["reversed"])).toMatchObject([
    {
      before: { paymentStatus: "paid" },
      after: {
        ...{ paymentStatus: "unpaid", reversed: payments[0]!.id, amountMinor: totals!.total.amountMinor },
        reason: "The bank took it back.",
      },
    },
  ]);
});

// Otherwise the gateway's success of the refund could never be recorded: more would have gone back than came in.
it("waits while a refund of it is in progress, which is still settled, and while that refund stands", async () => {
  const paid = await paidByGateway(await anOrder());
  const { body } = await call(order.refund, { id: paid.id, amountMinor: 500 });
  expect((await reversed(paid)).is).toBe("later");
  const refund = { reference: body.refunds[0]!.id, refundId: "re_1", ...of(paid), amountMinor: 500 };
  expect((await told({ is: "refundSucceeded", ...refund })).is).toBe("settled");
  expect((await reversed(paid)).is).toBe("later");
  expect(await read(paid)).toMatchObject({ paymentStatus: "partiallyRefunded", refunds: [{ status: "succeeded" }] });
});

it("is left to staff if only a part is reversed, and counts as before", async () => {
  const paid = await paidByGateway(await anOrder());
  const part = { ...of(paid), amountMinor: of(paid).amountMinor - 1 };
  expect(await told({ is: "paymentReversed", ...part, says: "The bank took it back." })).toEqual({
    is: "stuck",
    says: "The bank took it back. Only part of the payment was reversed: check the gateway.",
  });
  expect(await read(paid)).toMatchObject({ paymentStatus: "paid", refundable: { amountMinor: of(paid).amountMinor } });
});

// Otherwise the gateway would be asked to refund what the bank has taken back.
it("is not refunded from here either, although another payment of the order is left", async () => {
  const first = await paidByGateway(await anOrder());
  const more = first.lines.map(({ id, quantity }) => ({ lineId: id, quantity: quantity + 1 }));
  await call(order.editLines, { id: first.id, change: more });
  const { payments } = await paidByGateway(order.Order.decode(await read(first)));
  const remaining = payments.find(({ id }) => id !== first.payments[0]!.id)!.amount;
  await reversed(first);
  expect(await call(order.refund, { id: first.id, amountMinor: remaining.amountMinor + 1 })).toMatchObject({
    status: 409,
    body: { error: { code: "refund.aboveRemaining", detail: { remaining } } },
  });
});

it("is not refunded at the gateway too: such a report waits", async () => {
  const paid = await paidByGateway(await anOrder());
  await reversed(paid);
  const elsewhere = { is: "refundMadeElsewhere", state: "succeeded", refundId: "re_2", ...of(paid) } as const;
  expect((await told(elsewhere)).is).toBe("later");
  expect(await read(paid)).toMatchObject({ paymentStatus: "unpaid", refunds: [] });
});

// The customer would be asked to pay again for what the gateway has after all.
it("is left to staff if it is then reported as successful again, but not if the success is an old one", async () => {
  const paid = await paidByGateway(await anOrder());
  const before = new Date();
  await reversed(paid);
  const succeeded = { is: "paymentSucceeded", orderId: paid.id, ...of(paid) } as const;
  expect(await told(succeeded, before)).toMatchObject({ is: "settled" });
  expect(await told(succeeded, new Date(Date.now() + 60_000))).toMatchObject({
    is: "stuck",
    says: expect.stringContaining("taken back"),
  });
  expect(await read(paid)).toMatchObject({ paymentStatus: "unpaid", payments: [{}] });
});

// It was collected a second time while a refund was in progress, and the order was unpaid although the money was there.
it("still counts if it has succeeded again since, by the gateway's clock, while its reversal waited", async () => {
  const paid = await paidByGateway(await anOrder());
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const reversal = () => told({ is: "paymentReversed", ...of(paid), says: "The bank took it back." }, inHours(1));
  const { body } = await call(order.refund, { id: paid.id, amountMinor: 500 });
  expect((await reversal()).is).toBe("later");
  const succeeded = { is: "paymentSucceeded", orderId: paid.id, ...of(paid) } as const;
  await told(succeeded, inHours(2));
  const refund = { reference: body.refunds[0]!.id, refundId: "re_no", ...of(paid), amountMinor: 500 };
  await told({ is: "refundFailed", ...refund, says: "The account is closed." });
  expect(await reversal()).toMatchObject({ is: "settled", says: expect.stringContaining("since") });
  expect(await read(paid)).toMatchObject({ paymentStatus: "paid" });
  // Taken back once more, and only the first success is repeated.
  await told({ is: "paymentReversed", ...of(paid), says: "The bank took it back." }, inHours(3));
  expect(await told(succeeded, inHours(2))).toMatchObject({ is: "settled" });
  expect(await told(succeeded, inHours(4))).toMatchObject({ is: "stuck" });
  expect(await read(paid)).toMatchObject({ paymentStatus: "unpaid" });
});

it("has failed if the gateway then reports that", async () => {
  const paid = await paidByGateway(await anOrder());
  await reversed(paid);
  expect(await told({ is: "paymentFailed", orderId: paid.id, ...of(paid), says: "It was returned." })).toMatchObject({
    is: "settled",
    says: null,
  });
  expect(await read(paid)).toMatchObject({ paymentStatus: "failed", payments: [{}, { reason: "It was returned." }] });
});

it("stays unpaid if a refund of it is then reported as failed", async () => {
  const paid = await paidByGateway(await anOrder());
  await reversed(paid);
  const refund = { refundId: "re_failed", ...of(paid), amountMinor: 500, says: "The account is closed." };
  expect(await told({ is: "refundFailed", ...refund })).toEqual({ is: "settled", says: null });
  expect(await read(paid)).toMatchObject({ paymentStatus: "unpaid", refunds: [{ status: "failed" }] });
});

it("is announced as an edit if another payment stands, as the order stays paid and owes what is missing", async () => {
  const first = await paidByGateway(await anOrder());
  const more = first.lines.map(({ id, quantity }) => ({ lineId: id, quantity: quantity + 1 }));
  expect((await call(order.editLines, { id: first.id, change: more })).status).toBe(200);
  const both = await paidByGateway(order.Order.decode(await read(first)));
  expect(await reversed(first)).toEqual({ is: "settled", says: null });
  await reversed(first);
  const events = await eventsAbout(both.id);
  expect(events.map(({ name }) => name).slice(-2)).toEqual(["order.paid", "order.edited"]);
  expect(events.at(-1)!.data).toMatchObject({
    ...{ paymentStatus: "paid", changed: ["payments"], reason: "The bank took it back." },
    balance: { direction: "customerOwes", amount: { amountMinor: of(first).amountMinor } },
  });
});

it("emits one event for the refund, and one when the bank has undone it", async () => {
  const paid = await paidByGateway(await anOrder());
  const refund = { refundId: "re_undone", ...of(paid), amountMinor: 500 };
  const made = { is: "refundMadeElsewhere", state: "succeeded", ...refund } as const;
  const undone = { is: "refundFailed", says: "The account is closed.", ...refund } as const;
  for (const happened of [made, made, undone, undone, made]) await told(happened);
  const events = await eventsAbout(paid.id);
  expect(events.map(({ name }) => name).slice(-2)).toEqual(["order.refunded", "order.edited"]);
  expect(events.at(-1)!.data).toMatchObject({
    paymentStatus: "paid",
    changed: ["refunds"],
    refund: { status: "failed" },
  });
});
