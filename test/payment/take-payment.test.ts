/** Payments reported by gateways: each counts once, and one that matches no order is kept. */

import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import * as payment from "#core/contract/payment";
import * as provider from "#core/contract/provider";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { takeHappened } from "#core/payment/take-happened";
import { refundUnmatchedPayment } from "#core/payment/unmatched/refund-unmatched";
import { removeOldProviderRows } from "#core/provider/remove-old";
import { within } from "#core/time-left";
import { handler as sweepUnpaid } from "#functions/schedule/sweep-unpaid";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import {
  aGateway,
  anEvent,
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
import { invocation, scheduled } from "../support/invocation.ts";

const anUnpaidOrder = async (quantity = 2) => {
  const place = await aVariantInStock(quantity, { priceMinor: 1000 });
  return anOrder({ payment: "test", lines: [{ place, quantity }] });
};
const total = { amountMinor: 2000, currency: "INR" };
const unmatched = async (orderId?: string) => {
  const { body } = await call(payment.listUnmatched, {});
  return body.items.filter((item) => (item.order?.id ?? undefined) === orderId);
};

// Gateways repeat an event for days until it is confirmed, from several of their machines at once.
it("counts a payment once if it is reported a thousand times", async () => {
  const fake = await aGateway();
  const { id } = await anUnpaidOrder();
  const event = paymentEvent(fake, { orderId: id, ...total });
  for (let batch = 0; batch < 20; batch++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => tell(event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
  await Promise.all([takeInbox(), takeInbox(), takeInbox()]);
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid", payments: [{ kind: "captured" }] });
});

// The same payment with another event's id: some gateways report one payment with two events.
it("counts a payment once if different events report it", async () => {
  const fake = await aGateway();
  const { id } = await anUnpaidOrder();
  const event = paymentEvent(fake, { orderId: id, ...total });
  await Promise.all(Array.from({ length: 20 }, (_, nth) => tell({ ...event, id: `${event.id}_${nth}` })));
  await Promise.all([takeInbox(), takeInbox()]);
  expect((await orderNow({ id })).payments).toHaveLength(1);
  expect(await unmatched(id)).toEqual([]);
});

it("keeps a success that comes before its failure, which then changes nothing", async () => {
  const fake = await aGateway();
  const { id } = await anUnpaidOrder();
  const [failed, succeeded] = [
    anEvent("payment.failed", { paymentId: "p_0", pageId: "page", reference: "", orderId: id, message: "Declined" }),
    paymentEvent(fake, { orderId: id, ...total }),
  ];
  await tell(succeeded);
  await takeInbox();
  await tell(failed);
  await takeInbox();
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid", payments: [{ kind: "captured" }] });
});

it("records a failure with the gateway's words, and the customer may try again", async () => {
  const fake = await aGateway();
  const { id } = await anUnpaidOrder();
  const failed = { pageId: "page", reference: "", orderId: id, message: "Card declined" };
  for (const paymentId of ["p_1", "p_1", "p_2"]) await tell(anEvent("payment.failed", { ...failed, paymentId }));
  await takeInbox();
  const recorded = { kind: "failed", method: "test", reason: "Card declined", mode: "test", by: "take-inbox" };
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "failed", payments: [recorded, recorded] });
  expect((await entriesAbout(id)).slice(-2)).toMatchObject([
    { before: { paymentStatus: "unpaid" }, after: { paymentStatus: "failed", reason: "Card declined" } },
    { before: { paymentStatus: "failed" } },
  ]);
  await tell(paymentEvent(fake, { orderId: id, ...total }));
  await takeInbox();
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid", status: "confirmed" });
});

// Razorpay's failed payments name their page only.
it("records a failure that names only the page at the gateway", async () => {
  const fake = await aGateway();
  const { id } = await anUnpaidOrder();
  await call(order.requestPayment, { id, gateway: "test" });
  await makeCalls();
  const requestId = fake.pages.find((page) => page.orderId === id)!.id;
  const failed = { is: "paymentFailed", paymentId: `failed_${id}`, says: "Card declined" } as const;
  const told = (event: Parameters<typeof takeHappened>[2]) =>
    inChange(system("take-inbox"), (change) => takeHappened(change, "test", event));
  expect(await told({ ...failed, requestId: "of nobody" })).toMatchObject({ is: "ignored" });
  expect(await told({ ...failed, requestId })).toMatchObject({ is: "settled" });
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "failed", payments: [{ reason: "Card declined" }] });
});

describe("what does not settle its order", () => {
  it.each([
    ["one minor unit too little", { amountMinor: 1999, currency: "INR" }, "otherAmount"],
    ["one minor unit too much", { amountMinor: 2001, currency: "INR" }, "otherAmount"],
    ["another currency", { amountMinor: 2000, currency: "USD" }, "otherCurrency"],
  ])("%s is kept as unmatched, and the order stays unpaid", async (_, amount, reason) => {
    const fake = await aGateway();
    const { id } = await anUnpaidOrder();
    await tell(paymentEvent(fake, { orderId: id, ...amount }));
    await takeInbox();
    expect(await orderNow({ id })).toMatchObject({ paymentStatus: "unpaid", payments: [] });
    expect(await unmatched(id)).toMatchObject([{ reason, amount, status: "open" }]);
  });

  it("a payment or refund of nothing is ignored", async () => {
    const fake = await aGateway();
    const { id } = await paidThrough(fake);
    const nothing = { amountMinor: 0, currency: "INR" };
    const events = [
      paymentEvent(fake, { orderId: id, ...nothing, paymentId: `nothing_for_${id}` }),
      anEvent("refund.succeeded", { refundId: "re_0", paymentId: `payment_of_${id}`, reference: null, ...nothing }),
    ];
    for (const event of events) await tell(event);
    await takeInbox();
    expect(await unmatched(id)).toEqual([]);
    expect(await orderNow({ id })).toMatchObject({ payments: [{}], refunds: [] });
    const kept = await db().execute(sql`
      select status from inbox where event_id = any(${sql.param(events.map((event) => event.id))})`);
    expect(kept).toEqual([{ status: "ignored" }, { status: "ignored" }]);
  });

  it("a second payment of an order that is paid is kept as unmatched", async () => {
    const fake = await aGateway();
    const { id } = await paidThrough(fake);
    await tell(paymentEvent(fake, { orderId: id, ...total, paymentId: `second_${id}` }));
    await takeInbox();
    expect((await orderNow({ id })).payments).toHaveLength(1);
    expect(await unmatched(id)).toMatchObject([{ reason: "alreadyPaid" }]);
  });

  // A customer who has paid at two pages gets one payment back, and the other is reported only then.
  it("a second payment at a page from before a refund is kept as unmatched, and one at a later page counts", async () => {
    const fake = await aGateway();
    const { id } = await anUnpaidOrder();
    const newPage = async () =>
      (await call(order.requestPayment, { id, gateway: "test" })).body.paymentRequests.at(-1)!;
    const paidAt = async ({ id: reference }: { id: string }, paymentId: string) => {
      await tell(paymentEvent(fake, { orderId: id, ...total, reference, paymentId }));
      await takeInbox();
    };
    const before = await newPage();
    await paidAt(before, `first_${id}`);
    await call(order.refund, { id });
    await makeCalls();
    await paidAt(before, `second_${id}`);
    await tell(paymentEvent(fake, { orderId: id, ...total, paymentId: `pageless_${id}` }));
    await takeInbox();
    expect(await orderNow({ id })).toMatchObject({ paymentStatus: "refunded", payments: [{}] });
    expect((await unmatched(id)).map(({ reason }) => reason)).toEqual(["alreadyPaid", "alreadyPaid"]);

    await paidAt(await newPage(), `again_${id}`);
    expect(await orderNow({ id })).toMatchObject({ balance: { direction: "even" }, payments: [{}, {}] });
    expect(await unmatched(id)).toHaveLength(2);
  });

  it("a payment of a refunded order can be matched to it by hand", async () => {
    const fake = await aGateway();
    const { id } = await paidThrough(fake);
    await call(order.refund, { id });
    await makeCalls();
    await tell(paymentEvent(fake, { orderId: id, ...total, paymentId: `second_${id}` }));
    await takeInbox();
    const [kept] = await unmatched(id);
    expect(await call(payment.match, { id: kept!.id, orderId: id })).toMatchObject({ status: 200 });
    expect(await orderNow({ id })).toMatchObject({ balance: { direction: "even" }, payments: [{}, {}] });
  });

  it("money for a cancelled or unknown order is kept as unmatched", async () => {
    const fake = await aGateway();
    const { id } = await anUnpaidOrder();
    await call(order.cancel, { id });
    await tell(paymentEvent(fake, { orderId: id, ...total }));
    await tell(paymentEvent(fake, { orderId: "4711", ...total, paymentId: "of_another_store" }));
    await takeInbox();
    expect(await orderNow({ id })).toMatchObject({ status: "cancelled", paymentStatus: "unpaid" });
    expect(await unmatched(id)).toMatchObject([{ reason: "cancelled" }]);
    expect(await unmatched()).toMatchObject([{ reason: "unknownOrder", gatewayPaymentId: "of_another_store" }]);
  });

  // Some gateways send several events for each payment, and the first to come may not name the order.
  it("is shown with its order as soon as one of its events names it", async () => {
    const fake = await aGateway();
    const { id } = await anUnpaidOrder();
    await call(order.cancel, { id });
    const paymentId = `first_without_its_order_${id}`;
    for (const orderId of ["", id, ""]) {
      await tell(paymentEvent(fake, { orderId, ...total, paymentId }));
      await takeInbox();
    }
    expect(await unmatched(id)).toMatchObject([{ reason: "cancelled", gatewayPaymentId: paymentId }]);
  });

  // Razorpay reports one payment three times, and where the customer pays its fee only some events tell the two apart.
  it("is counted if a later event for the same order has the amount without the fee, unless a part went back", async () => {
    await aGateway();
    const told = (orderId: string, event: { amountMinor: number; paymentId: string }) =>
      inChange(system("take-inbox"), (change) =>
        takeHappened(change, "test", { is: "paymentSucceeded", orderId, currency: "INR", ...event }),
      );
    const [{ id }, other, returned] = [await anUnpaidOrder(), await anUnpaidOrder(), await anUnpaidOrder()];
    const paymentId = `with_fee_${id}`;
    await told(id, { amountMinor: 2047, paymentId });
    for (const amountMinor of [2000, 1000])
      expect(await told(other.id, { amountMinor, paymentId })).toMatchObject({
        ...{ is: "stuck", says: expect.stringContaining("for another order") },
      });
    expect(await orderNow(other)).toMatchObject({ paymentStatus: "unpaid" });
    expect(await told(id, { amountMinor: 2000, paymentId })).toEqual({ is: "settled", says: null });
    expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid", payments: [{ amount: total }] });
    expect(await unmatched(id)).toEqual([]);

    // One payment at Chargebee can be for something else as well, reported first: its order was cancelled as unpaid.
    const [whole, less] = [await anUnpaidOrder(), await anUnpaidOrder()];
    for (const [{ id: named }, amountMinor] of [
      [whole, 2000],
      [less, 1900],
    ] as const) {
      for (const event of [{ amountMinor: 50 }, { amountMinor, orderId: named }, { amountMinor: 50 }])
        await told(event.orderId ?? "", { amountMinor: event.amountMinor, paymentId: `both_${named}` });
    }
    const refundOf = (refundId: string, amountMinor: number, orderId: string | null) =>
      inChange(system("take-inbox"), (change) =>
        takeHappened(change, "test", {
          ...{ is: "refundMadeElsewhere", state: "succeeded", refundId, paymentId: `both_${whole.id}` },
          ...{ amountMinor, currency: "INR", orderId },
        }),
      );
    expect(await refundOf(`re_other_${whole.id}`, 50, null)).toMatchObject({ is: "ignored" });
    expect(await refundOf(`re_${whole.id}`, 70, whole.id)).toEqual({ is: "settled", says: null });
    expect(await told(other.id, { amountMinor: 50, paymentId: `both_${whole.id}` })).toMatchObject({ is: "stuck" });
    expect(await orderNow(whole)).toMatchObject({
      ...{ paymentStatus: "partiallyRefunded", payments: [{ amount: total }], refunded: { amountMinor: 70 } },
    });
    expect(await unmatched(less.id)).toMatchObject([{ amount: { amountMinor: 1900 }, reason: "otherAmount" }]);

    const part = { paymentId: `part_of_${returned.id}`, amountMinor: 2047 };
    await told(returned.id, part);
    await inChange(system("take-inbox"), (change) =>
      takeHappened(change, "test", {
        ...{ is: "refundMadeElsewhere", state: "succeeded", refundId: `re_${returned.id}` },
        ...{ ...part, amountMinor: 20, currency: "INR" },
      }),
    );
    await told(returned.id, { ...part, amountMinor: 2000 });
    expect(await orderNow(returned)).toMatchObject({ paymentStatus: "unpaid", payments: [] });
    expect(await unmatched(returned.id)).toMatchObject([{ amount: { amountMinor: 2027 } }]);
  });

  // One payment at Chargebee for two things: one part of it was in no list, or its refund was the other's.
  it("is of the part that is for its order, whatever is reported of the other part", async () => {
    await aGateway();
    const told = (event: Parameters<typeof takeHappened>[2]) =>
      inChange(system("take-inbox"), (change) => takeHappened(change, "test", event));
    const paid = (paymentId: string, amountMinor: number, orderId?: string) =>
      told({ is: "paymentSucceeded", currency: "INR", paymentId, amountMinor, orderId });
    const refunded = (paymentId: string, amountMinor: number, orderId: string | null) =>
      told({
        ...{ is: "refundMadeElsewhere", state: "succeeded", refundId: `re_${paymentId}`, paymentId },
        ...{ amountMinor, currency: "INR", orderId },
      });
    const otherPartBack = (paymentId: string) => refunded(paymentId, 50, null);
    const forAnother = { is: "stuck", says: expect.stringContaining("for another order") };

    // Two equal parts, of which one cannot be counted.
    const [cancelled, open] = [await anUnpaidOrder(), await anUnpaidOrder()];
    await call(order.cancel, { id: cancelled.id });
    await paid("equal_parts", 2000, cancelled.id);
    expect(await paid("equal_parts", 2000, open.id)).toMatchObject(forAnother);
    expect(await unmatched(cancelled.id)).toMatchObject([{ amount: total }]);
    expect(await orderNow(open)).toMatchObject({ paymentStatus: "unpaid" });
    expect(await refunded("equal_parts", 2000, cancelled.id)).toMatchObject({ is: "settled" });
    expect(await unmatched(cancelled.id)).toEqual([]);
    expect(await paid("equal_parts", 2000, open.id)).toMatchObject(forAnother);

    // The other part goes back.
    const less = await anUnpaidOrder();
    await paid("less_than_due", 50);
    await paid("less_than_due", 1900, less.id);
    expect(await otherPartBack("less_than_due")).toMatchObject({ is: "ignored" });
    expect(await unmatched(less.id)).toMatchObject([{ amount: { amountMinor: 1900 } }]);

    // Before an event names the order, that of what is due and that of less.
    const [whole, part] = [await anUnpaidOrder(), await anUnpaidOrder()];
    for (const [paymentId, amountMinor, { id }] of [
      ["back_before_due", 2000, whole],
      ["back_before_less", 1900, part],
    ] as const) {
      await paid(paymentId, 50);
      await db().execute(sql`
        update unmatched_payments set received_at = received_at - interval '2 hours' where gateway_payment_id = ${paymentId}`);
      expect(await otherPartBack(paymentId)).toMatchObject({ is: "settled" });
      expect(await paid(paymentId, amountMinor, id)).toMatchObject({
        ...{ is: "stuck", says: expect.stringContaining("record the order as paid") },
      });
      expect(await paid(paymentId, 50)).toMatchObject({ is: "settled" });
    }

    // A person has matched it to the very order that the gateway had named.
    const twice = await anUnpaidOrder();
    await paid("first_of_two", 2000, twice.id);
    await paid("second_of_two", 2000, twice.id);
    await told({ is: "paymentReversed", paymentId: "first_of_two", ...total, says: "bounced" });
    const [kept] = await unmatched(twice.id);
    expect(await call(payment.match, { id: kept!.id, orderId: twice.id })).toMatchObject({ status: 200 });
    expect(await otherPartBack("second_of_two")).toMatchObject({ is: "ignored" });
    expect(await orderNow(twice)).toMatchObject({ paymentStatus: "paid", refunds: [] });
  });

  // The refund was of the part that was known, and the list showed all of the money as refunded.
  it("keeps its amount while it is being refunded as its order is named", async () => {
    await aGateway();
    const { id } = await anUnpaidOrder();
    const paid = (amountMinor: number, orderId?: string) =>
      inChange(system("take-inbox"), (change) =>
        takeHappened(change, "test", {
          ...{ is: "paymentSucceeded", currency: "INR", paymentId: `being_refunded_${id}`, amountMinor, orderId },
        }),
      );
    await paid(50);
    const kept = (await unmatched()).find(({ gatewayPaymentId }) => gatewayPaymentId === `being_refunded_${id}`)!;
    const [named] = await inChange(system("refund"), async (change) => {
      await refundUnmatchedPayment(change, { id: kept.id });
      const naming = paid(1900, id);
      await untilSomebodyWaits();
      return [naming];
    });
    expect(await named).toMatchObject({ is: "stuck" });
    const { items } = (await call(payment.listUnmatched, { status: "refunding" })).body;
    expect(items.find((one) => one.id === kept.id)).toMatchObject({ amount: { amountMinor: 50 } });
  });

  it("is matched by a person to the order that it settles exactly, once if two do it at the same time", async () => {
    const fake = await aGateway();
    const [wrong, right] = [await anUnpaidOrder(1), await anUnpaidOrder(2)];
    await tell(paymentEvent(fake, { orderId: wrong.id, ...total }));
    await takeInbox();
    const [kept] = await unmatched(wrong.id);
    expect(await call(payment.match, { id: kept!.id, orderId: wrong.id })).toMatchObject({
      status: 409,
      body: { error: { code: "payment.notExact", detail: { due: { amountMinor: 1000 } } } },
    });
    const answers = await Promise.all([1, 2].map(() => call(payment.match, { id: kept!.id, orderId: right.id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await orderNow(right)).toMatchObject({ paymentStatus: "paid", status: "confirmed" });
    expect(await unmatched(wrong.id)).toEqual([]);
  });

  // The list of matched payments could not be shown any more.
  it("is listed once it is matched although it named no order, with what it has settled", async () => {
    const fake = await aGateway();
    const { id } = await anUnpaidOrder();
    const event = paymentEvent(fake, { orderId: "unknown", paymentId: `nameless_of_${id}`, ...total });
    await tell(event);
    await takeInbox();
    const [kept] = await unmatched();
    expect(await call(payment.match, { id: kept!.id, orderId: id })).toMatchObject({ status: 200 });
    const { body } = await call(payment.listUnmatched, { status: "matched", limit: 1 });
    expect(body.items).toMatchObject([{ id: kept!.id, amount: total, order: { id, due: total } }]);
  });

  it("is listed with the others, newest first, page by page", async () => {
    const fake = await aGateway();
    const { id } = await anUnpaidOrder();
    for (const paymentId of ["one", "two"]) {
      await tell(paymentEvent(fake, { orderId: id, paymentId: `${paymentId}_of_${id}`, amountMinor: 5 }));
      await takeInbox();
    }
    const first = (await call(payment.listUnmatched, { limit: 1 })).body;
    const second = (await call(payment.listUnmatched, { limit: 1, cursor: first.nextCursor! })).body;
    const paymentIds = [first, second].flatMap(({ items }) => items.map((item) => item.gatewayPaymentId));
    expect(paymentIds).toEqual([`two_of_${id}`, `one_of_${id}`]);
  });

  it("is refunded completely through its gateway, once if two do it at the same time", async () => {
    const fake = await aGateway();
    const { id } = await anUnpaidOrder();
    await tell(paymentEvent(fake, { orderId: id, amountMinor: 5, currency: "INR" }));
    await takeInbox();
    const [kept] = await unmatched(id);
    const answers = await Promise.all([1, 2].map(() => call(payment.refundUnmatched, { id: kept!.id })));
    expect(answers.map(({ status }) => status < 300).toSorted()).toEqual([false, true]);
    await makeCalls();
    expect(fake.refunds).toMatchObject([{ amountMinor: 5, status: "succeeded" }]);
    const { body } = await call(payment.listUnmatched, { status: "refunded" });
    expect(body.items.map((item) => item.id)).toContain(kept!.id);
  });
});

// Whichever is first: money and goods stay consistent.
it("and the sweep of unpaid orders, at the same moment, leave an order paid or its money unmatched", async () => {
  const fake = await aGateway();
  const made = await Promise.all(Array.from({ length: 12 }, () => anUnpaidOrder()));
  await db().execute(sql`update orders set unpaid_since = now() - interval '30 days' where payment_status = 'unpaid'`);
  for (const { id } of made) await tell(paymentEvent(fake, { orderId: id, ...total }));
  await Promise.all([takeInbox(), sweepUnpaid(scheduled, invocation), takeInbox()]);
  await dueNow();
  await takeInbox();
  for (const { id } of made) {
    const { status, paymentStatus } = await orderNow({ id });
    const kept = await unmatched(id);
    if (status === "cancelled") expect(kept).toMatchObject([{ reason: "cancelled" }]);
    else expect([status, paymentStatus, kept]).toEqual(["confirmed", "paid", []]);
  }
});

it("shows a dispute on its order while it is open and how it ended, even if reported in the wrong order", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  const of = { disputeId: `dp_${made.id}`, paymentId: made.payments[0]!.reference };
  await tell(anEvent("dispute.closed", { ...of, won: false }));
  await takeInbox();
  await tell(anEvent("dispute.opened", { ...of, ...total, reason: "Not received" }));
  await takeInbox();
  expect((await orderNow(made)).disputes).toMatchObject([{ status: "open", reason: "Not received" }]);
  await dueNow();
  await takeInbox();
  expect((await orderNow(made)).disputes).toMatchObject([{ status: "lost" }]);
});

// Chargebee collects the invoices of two orders with one payment, and reports it for each.
it("a payment that has paid one order and is then reported for another is shown to staff", async () => {
  await aGateway();
  const [one, other] = [await anUnpaidOrder(), await anUnpaidOrder()];
  const told = (orderId: string) =>
    inChange(system("take-inbox"), (change) =>
      takeHappened(change, "test", { is: "paymentSucceeded", paymentId: "p_of_two", orderId, ...total }),
    );
  expect(await told(one.id)).toEqual({ is: "settled", says: null });
  expect(await told(one.id)).toMatchObject({ is: "settled" });
  expect(await told(other.id)).toMatchObject({ is: "stuck", says: expect.stringContaining("another order") });
  expect(await orderNow(other)).toMatchObject({ paymentStatus: "unpaid" });
});

// The customer has the link, and pays the next day.
it("a payment at a page from before its gateway was removed counts when it is reported days later", async () => {
  const fake = await aGateway();
  const { id } = await anUnpaidOrder();
  await call(order.requestPayment, { id, gateway: "test" });
  await makeCalls();
  await call(provider.remove, { code: "test" });
  await db().execute(sql`update providers set removed_at = now() - interval '3 days' where code = 'test'`);
  await removeOldProviderRows(within(60_000));
  expect(await tell(paymentEvent(fake, { orderId: id, ...total }))).toMatchObject({ status: 200 });
  await takeInbox();
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid" });
});
