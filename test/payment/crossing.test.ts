/** A gateway's events arrive at any time, even before its answer to our own request. */

import { expect, it } from "vitest";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import * as payment from "#core/contract/payment";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { takeHappened } from "#core/payment/take-happened";
import { takePayments } from "#core/payment/take-payments";
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

// The answer is lost, the event is not: the customer is told once, and the money is refunded once.
it("a refund whose success event arrives before our own answer is counted once", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  await call(order.refund, { id: made.id, amountMinor: 700 });
  fake.trouble("cuts its answer");
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "unknown" }] });
  const [there] = fake.refunds;
  const { id, reference, paymentId } = there!;
  const told = { refundId: id, paymentId, reference, amountMinor: 700, currency: "INR" };
  await tell(anEvent("refund.succeeded", told));
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({
    refunds: [{ status: "succeeded" }],
    paymentStatus: "partiallyRefunded",
  });
  await dueNow();
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({
    refunds: [{ status: "succeeded" }],
    refunded: { amountMinor: 700 },
    refundable: { amountMinor: 1300 },
  });
  expect(fake.refunds).toHaveLength(1);
  const events = await db().execute(sql`
    select 1 from events where name = 'order.refunded' and subject_id = ${made.id}`);
  expect(events).toHaveLength(1);
});

it("a refund's failure and success that cross end as the gateway's latest state, whichever arrives first", async () => {
  for (const first of ["refund.failed", "refund.succeeded"]) {
    const fake = await aGateway();
    const made = await paidThrough(fake);
    await call(order.refund, { id: made.id, amountMinor: 700 });
    fake.set({ refundStatus: "pending" });
    await makeCalls();
    const { id, reference, paymentId } = fake.refunds[0]!;
    const told = {
      refundId: id,
      paymentId,
      reference,
      amountMinor: 700,
      currency: "INR",
      message: "The bank said no.",
    };
    const other = first === "refund.failed" ? "refund.succeeded" : "refund.failed";
    for (const kind of [first, other]) {
      await tell(anEvent(kind, told));
      await takeInbox();
    }
    // Returned money has returned: a success that is reported later was before it.
    const { refunds, refundable } = await orderNow(made);
    expect([refunds?.[0]?.status, refundable?.amountMinor]).toEqual(["failed", 2000]);
  }
});

it("a payment at a page whose creation is not yet confirmed pays its order, and marks the page paid", async () => {
  const fake = await aGateway();
  const { id, totals } = await anOrder({ payment: "test" });
  await call(order.requestPayment, { id, gateway: "test" });
  fake.trouble("cuts its answer");
  await makeCalls();
  const [page] = fake.pages;
  await tell(paymentEvent(fake, { orderId: "", reference: page!.reference, ...totals!.total }));
  await takeInbox();
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid", paymentRequests: [{ status: "paid" }] });
  await dueNow();
  await makeCalls();
  expect(await orderNow({ id })).toMatchObject({
    paymentStatus: "paid",
    paymentRequests: [{ status: "paid" }],
    payments: [{ kind: "captured" }],
  });
});

// Razorpay reports each sale three times at once, and not every event names the order. Recorded as unmatched as well, the
// payment of a paid order would be refunded.
it.each(["alone", "with others"])(
  "a payment that is being counted %s is not unmatched, though another event of it names no order",
  async (way) => {
    await aGateway();
    const { id, totals } = await anOrder({ payment: "test" });
    const event = { is: "paymentSucceeded", paymentId: `told_twice_${way}`, ...totals!.total } as const;
    const told = (more: object, isCounted?: () => Promise<unknown>) =>
      inChange(system("take-inbox"), async (change) => {
        const named = { ...event, ...more };
        if (isCounted && way === "with others") await takePayments(change, [{ gateway: "test", ...named }]);
        else await takeHappened(change, "test", named);
        await isCounted?.();
      });
    let other: Promise<void> | undefined;
    await told({ orderId: id }, async () => {
      other = told({});
      await untilSomebodyWaits();
    });
    await other;
    expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid" });
    expect((await call(payment.listUnmatched, {})).body.items).toEqual([]);
  },
);
