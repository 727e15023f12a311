/** A page at the gateway where the customer pays what is owed. With two pages, one debt can be paid twice. */

import { expect, it } from "vitest";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import { onlineGateways } from "#core/contract/parts/order-shapes";
import * as payment from "#core/contract/payment";
import * as provider from "#core/contract/provider";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { gatewayOf } from "#core/payment/gateways/index";
import { closeStaleRequests } from "#core/payment/requests/close-stale-requests";
import { takeHappened } from "#core/payment/take-happened";
import { removeOldProviderRows } from "#core/provider/remove-old";
import { within } from "#core/time-left";
import { handler as sweepWork } from "#functions/schedule/sweep-work";
import { paypalApp } from "../provider/fakes/paypal.ts";
import { razorpayFake, razorpayKey } from "../provider/fakes/razorpay.ts";
import { stripeFake, stripeKey } from "../provider/fakes/stripe.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import {
  aGateway,
  aPaypalPage,
  dueNow,
  makeCalls,
  onceMade,
  orderNow,
  paymentEvent,
  takeInbox,
  tell,
} from "../support/given/gateways.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import { invocation, scheduled } from "../support/invocation.ts";

const asked = (id: order.Order["id"]) => call(order.requestPayment, { id, gateway: "test" });

it("is requested once the change has committed, and its URL is on the order", async () => {
  const fake = await aGateway();
  const { id } = await anOrder({ payment: "test" });
  const { status, body } = await asked(id);
  expect([status, body.paymentRequests]).toMatchObject([201, [{ status: "asked", url: null }]]);
  expect(fake.asked).toEqual([]);
  await makeCalls();
  expect(fake.pages).toMatchObject([{ orderId: id, amountMinor: body.totals!.total.amountMinor }]);
  expect((await orderNow({ id })).paymentRequests).toMatchObject([
    { status: "open", url: expect.stringContaining(fake.pages[0]!.id), amount: body.totals!.total },
  ]);
});

it("is answered with the URL if the caller waits for it", async () => {
  await aGateway();
  const { id } = await anOrder({ payment: "test" });
  const ask = () => call(order.requestPayment, { id, gateway: "test" }, { headers: { prefer: "wait=600" } });
  const { headers, body } = await onceMade(ask);
  expect(headers["preference-applied"]).toBe("wait=15");
  expect(body.paymentRequests).toMatchObject([{ status: "open", url: expect.stringMatching(/^https/) }]);
});

// A shopper who pressed twice was told that there is no page.
it("is answered with the URL of the page that an earlier request has asked for, if the caller waits for it", async () => {
  await aGateway();
  const { id } = await anOrder({ payment: "test" });
  await asked(id);
  const ask = () => call(order.requestPayment, { id, gateway: "test" }, { headers: { prefer: "wait=15" } });
  const { body } = await onceMade(ask);
  expect(body.paymentRequests).toMatchObject([{ status: "open", url: expect.stringMatching(/^https/) }]);
});

// Twelve impatient clicks.
it("is one page however often it is requested at once", async () => {
  const fake = await aGateway();
  const { id } = await anOrder({ payment: "test" });
  const answers = await Promise.all(Array.from({ length: 12 }, () => asked(id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  await Promise.all([makeCalls(), makeCalls()]);
  expect(fake.pages).toHaveLength(1);
  expect((await orderNow({ id })).paymentRequests).toHaveLength(1);
});

it("is one page at the gateway even if the answer is lost", async () => {
  const fake = await aGateway();
  const { id } = await anOrder({ payment: "test" });
  await asked(id);
  fake.trouble("cuts its answer");
  await makeCalls();
  expect((await orderNow({ id })).paymentRequests).toMatchObject([{ status: "asked", url: null }]);
  await dueNow();
  await makeCalls();
  expect(fake.pages).toHaveLength(1);
  expect((await orderNow({ id })).paymentRequests).toMatchObject([{ status: "open" }]);
});

// Someone with the old link would pay what is no longer owed.
it("is closed if the order's total changes, and another can be requested", async () => {
  const fake = await aGateway();
  const place = await aVariantInStock(9, { priceMinor: 1000 });
  const made = await anOrder({ payment: "test", lines: [{ place, quantity: 2 }] });
  await asked(made.id);
  await makeCalls();
  const change = [{ lineId: made.lines[0]!.id, quantity: 3 }];
  expect(await call(order.editLines, { id: made.id, change })).toMatchObject({ status: 200 });
  await asked(made.id);
  await makeCalls();
  expect(fake.pages).toMatchObject([
    { amountMinor: 2000, status: "closed" },
    { amountMinor: 3000, status: "open" },
  ]);
});

// The gateway of an expired page was away: a shopper waited for the new one for as long as they could.
it("is answered although the gateway of a page that it replaces is away", async () => {
  const razorpay = await razorpayFake();
  const server = razorpay.origin;
  await call(provider.configure, { code: "razorpay", settings: { ...razorpayKey, webhookSecret: "secret", server } });
  await aGateway();
  const { id } = await anOrder({ payment: "razorpay" });
  await call(order.requestPayment, { id, gateway: "razorpay" });
  await makeCalls();
  await db().execute(sql`
    update payment_requests set expires_at = now() - interval '1 minute' where order_id = ${id}`);
  razorpay.trouble("is busy for 7 s");
  const from = performance.now();
  const ask = () => call(order.requestPayment, { id, gateway: "test" }, { headers: { prefer: "wait=15" } });
  const { body } = await onceMade(ask);
  expect(body.paymentRequests).toMatchObject([{ status: "closing" }, { status: "open" }]);
  expect(performance.now() - from).toBeLessThan(10_000);
  await db().execute(sql`update providers set paused_until = null`);
  await call(provider.remove, { code: "razorpay" });
});

// After a sweep had cancelled thousands, the last of their pages stayed open for hours.
it("is closed in one run of the sweep if nothing is owed, for any number of orders, until its time is up", async () => {
  const fake = await aGateway();
  const made = [
    await anOrder({ payment: "test" }),
    await anOrder({ payment: "test" }),
    await anOrder({ payment: "test" }),
  ];
  for (const { id } of made) await asked(id);
  await makeCalls();
  for (const { id } of made) await call(order.cancel, { id });
  const closed = () => fake.pages.filter(({ status }) => status === "closed").length;

  await closeStaleRequests(() => 0, 1);
  await makeCalls();
  expect(closed()).toBe(0);
  await closeStaleRequests(within(60_000), 1);
  await makeCalls();
  expect(closed()).toBe(3);
});

it("captures what a customer approves there, and nothing that the order no longer owes", async () => {
  const fake = await aGateway();
  const [owes, paid, edited, closed] = [await anOrder(), await anOrder(), await anOrder(), await anOrder()];
  for (const { id } of [owes, paid, edited, closed]) await asked(id);
  await makeCalls();
  await call(order.markPaid, { id: paid.id, method: "cash" });
  await call(order.editLines, { id: edited.id, shippingMinor: 500 });
  await db().execute(sql`update payment_requests set status = 'closed' where order_id = ${closed.id}`);
  for (const { id: requestId } of fake.pages) {
    const approved = { is: "approved", requestId } as const;
    // Another gateway's page may have the same id.
    const others = await inChange(system("test"), (change) => takeHappened(change, "paypal", approved));
    expect(others.is).toBe("ignored");
    await inChange(system("test"), (change) => takeHappened(change, "test", approved));
  }
  const taken = await db().execute(sql`delete from calls where does = 'capture' returning order_id as "orderId"`);
  expect([...taken]).toEqual([{ orderId: owes.id }]);
});

// PayPal repeats its answer to a key: with the first one, it would decline for hours a payment that it could take by
// now.
it("captures if a customer approves again after the first try was declined", async () => {
  const { fake, requestId, captures } = await aPaypalPage();
  const agrees = async (issue: string) => {
    fake.approve(requestId);
    fake.set({ issue });
    await inChange(system("test"), (change) => takeHappened(change, "paypal", { is: "approved", requestId }));
    await makeCalls();
    return captures().length;
  };
  expect([await agrees("INSTRUMENT_DECLINED"), await agrees(""), await agrees("")]).toEqual([0, 1, 1]);
});

/** As the minute's sweep does, when the page expires in so many minutes. */
async function sweepBefore(id: order.Order["id"], minutes: number) {
  await db().execute(sql`
    update payment_requests set expires_at = clock_timestamp() + make_interval(mins => ${minutes}) where order_id = ${id}`);
  await sweepWork(scheduled, invocation);
  await makeCalls();
}

const cancelledIn5Minutes = (id: order.Order["id"]) =>
  db().execute(sql`
    update orders set unpaid_since = clock_timestamp() + interval '5 minutes' - (
      select make_interval(mins => unpaid_window_minutes) from store) where id = ${id}`);

// PayPal's report was lost: the customer had agreed to pay, and the order was cancelled as unpaid.
it("captures what was approved and not reported shortly before its page expires or its order is cancelled as unpaid", async () => {
  const page = await aPaypalPage();
  page.fake.approve(page.requestId);
  await sweepBefore(page.id, 20);
  expect(page.captures()).toHaveLength(0);
  await sweepBefore(page.id, 5);
  expect(page.captures()).toHaveLength(1);

  const other = await aPaypalPage();
  other.fake.approve(other.requestId);
  await cancelledIn5Minutes(other.id);
  // Its webhook was probably removed as well, and the customer has agreed while it was set up: the order is not lost.
  await call(provider.remove, { code: "paypal" });
  await sweepBefore(other.id, 60);
  expect(other.captures()).toHaveLength(1);
});

// PayPal repeats to a key that nobody has approved: the order was cancelled, although its customer had agreed to pay.
it("captures what is approved after it was asked for in vain, while PayPal's answer is not known", async () => {
  const { fake, id, requestId, captures } = await aPaypalPage();
  fake.trouble("cuts its answer");
  await sweepBefore(id, 5);
  expect(captures()).toHaveLength(0);
  fake.approve(requestId);
  await inChange(system("test"), (change) => takeHappened(change, "paypal", { is: "approved", requestId }));
  await dueNow();
  await makeCalls();
  expect(captures()).toHaveLength(1);
});

// The second report asked with the key of the first, to which PayPal repeats its answer.
it("asks with a key of its own for each of two approvals that are reported at once", async () => {
  const { fake, id, requestId } = await aPaypalPage();
  const approves = (after?: () => Promise<void>) =>
    inChange(system("test"), async (change) => {
      await takeHappened(change, "paypal", { is: "approved", requestId });
      await after?.();
    });
  fake.trouble("cuts its answer");
  await sweepBefore(id, 5);
  let second: Promise<void> | undefined;
  await approves(async () => {
    second = approves();
    await untilSomebodyWaits();
  });
  await second;
  const asked = await db().execute<{ declined: number }>(sql`
    select (asked ->> 'declined')::integer as declined from calls where order_id = ${id} and does = 'capture' order by id`);
  expect(asked.map(({ declined }) => declined)).toEqual([0, 1, 2]);
});

it("captures once what is approved again while the answer to its capture is not known", async () => {
  const { fake, id, requestId, captures } = await aPaypalPage();
  const isCaptured = () =>
    db().execute(sql`select from calls where order_id = ${id} and does = 'capture' and status = 'done'`);
  const approves = () =>
    inChange(system("test"), (change) => takeHappened(change, "paypal", { is: "approved", requestId }));
  fake.approve(requestId);
  await approves();
  fake.trouble("cuts its answer");
  await makeCalls();
  await approves();
  await dueNow();
  await makeCalls();
  expect(captures()).toHaveLength(1);
  expect(await isCaptured()).toHaveLength(1);
});

it("asks for it once if nobody has approved, says nothing, and forgets that it has asked", async () => {
  const { fake, id } = await aPaypalPage();
  for (let nth = 0; nth < 2; nth++) await sweepBefore(id, 5);
  expect(fake.asked.filter(({ path }) => path.endsWith("/capture"))).toHaveLength(1);
  expect(await orderNow({ id })).toMatchObject({ paymentRequests: [{ status: "open", says: null }] });
  const calls = () => db().execute(sql`select from calls where order_id = ${id} and does = 'capture'`);
  await removeOldProviderRows(within(60_000));
  expect(await calls()).toHaveLength(1);
  await db().execute(sql`update calls set settled_at = settled_at - interval '3 days' where order_id = ${id}`);
  await removeOldProviderRows(within(60_000));
  expect(await calls()).toHaveLength(0);
});

// The customer was told that it had failed, and may have paid elsewhere.
it("asks for nothing that was declined", async () => {
  const other = await aPaypalPage();
  const { fake, id, requestId, captures } = await aPaypalPage();
  fake.approve(requestId);
  fake.set({ issue: "INSTRUMENT_DECLINED" });
  await inChange(system("test"), (change) => takeHappened(change, "paypal", { is: "approved", requestId }));
  await makeCalls();
  expect((await orderNow({ id })).paymentRequests).toMatchObject([{ says: expect.any(String) }]);
  expect((await orderNow(other)).paymentRequests).toMatchObject([{ says: null }]);
  fake.set({ issue: "" });
  await db().execute(sql`update calls set created_at = created_at - interval '2 hours' where order_id = ${id}`);
  await sweepBefore(id, 5);
  expect(captures()).toHaveLength(0);
});

// If PayPal's new secret was entered here later than there, the capture was never made: nobody can request it again.
it("captures what was approved once the gateway's credentials are right again", async () => {
  const { fake, requestId, captures } = await aPaypalPage();
  fake.approve(requestId);
  fake.set({ secret: "another" });
  fake.forgetTokens();
  await inChange(system("test"), (change) => takeHappened(change, "paypal", { is: "approved", requestId }));
  await makeCalls();
  const { items } = (await call(provider.list, {})).body;
  expect(items.find(({ code }) => code === "paypal")).toMatchObject({
    lastFailure: { says: "Client Authentication failed" },
  });
  expect(captures()).toEqual([]);
  fake.set({ secret: paypalApp.clientSecret });
  await dueNow();
  await makeCalls();
  expect(captures()).toHaveLength(1);
});

// PayPal may not be reached for hours, in which the customer pays otherwise or the order is cancelled.
it.each([
  // Nothing was captured.
  "is busy",
  // It may have been captured, and was not.
  "is still at it",
] as const)("captures nothing at the next try that the order no longer owes, if the gateway %s", async (trouble) => {
  const { fake, id, requestId, captures } = await aPaypalPage();
  fake.approve(requestId);
  await inChange(system("test"), (change) => takeHappened(change, "paypal", { is: "approved", requestId }));
  fake.trouble(trouble);
  await makeCalls();
  await call(order.markPaid, { id, method: "cash" });
  await db().execute(sql`update providers set paused_until = null`);
  await dueNow();
  await makeCalls();
  expect(captures()).toEqual([]);
  const says = "The order no longer owes that; nothing was taken.";
  expect(await orderNow({ id })).toMatchObject({ paymentRequests: [{ says }] });
});

it("counts what was captured before the order no longer owed it, so that it can be refunded", async () => {
  const { fake, id, requestId, captures } = await aPaypalPage();
  fake.approve(requestId);
  await inChange(system("test"), (change) => takeHappened(change, "paypal", { is: "approved", requestId }));
  fake.trouble("cuts its answer");
  await makeCalls();
  await call(order.markPaid, { id, method: "cash" });
  await dueNow();
  await makeCalls();
  const { items } = (await call(payment.listUnmatched, {})).body;
  const unmatched = items.filter(({ order }) => order?.id === id);
  expect(unmatched.map(({ gatewayPaymentId }) => gatewayPaymentId)).toEqual(captures().map((one) => one.id));
});

// Stripe refuses any other text as the customer's address, an empty one included: nobody could pay such an order there.
it.each([
  ["asha@example.com", "asha@example.com", 1],
  ["", null, 0],
  ["n/a", null, 1],
])("is requested for an order whose email address is %j in its file", async (address, sent, messages) => {
  const fake = await stripeFake();
  const settings = { secretKey: stripeKey, webhookSecret: "whsec_1", server: fake.origin };
  await call(provider.configure, { code: "stripe", settings });
  const { id } = await anOrder();
  await db().execute(sql`update orders set email = ${address} where id = ${id}`);
  await call(order.requestPayment, { id, gateway: "stripe" });
  await makeCalls();
  expect(fake.sessions.map(({ form }) => form.get("customer_email"))).toEqual([sent]);
  // One to nobody would have failed, and staff would have been shown that.
  const { items } = (await call(order.messages, { id })).body;
  const links = items.filter(({ kind, channel }) => kind === "payment.requested" && channel === "email");
  expect(links).toHaveLength(messages);
  await call(provider.remove, { code: "stripe" });
});

// A page in test mode takes no real card, and a payment on it would be ignored.
it("is a new page once the gateway has gone live", async () => {
  const fake = await stripeFake();
  const live = stripeKey.replace("_test_", "_live_");
  const { id } = await anOrder();
  for (const secretKey of [stripeKey, live, live]) {
    fake.set({ key: secretKey });
    await call(provider.configure, {
      code: "stripe",
      settings: { secretKey, webhookSecret: "whsec_1", server: fake.origin },
    });
    await call(order.requestPayment, { id, gateway: "stripe" });
    await makeCalls();
  }
  await call(provider.remove, { code: "stripe" });
  expect((await orderNow({ id })).paymentRequests).toMatchObject([{ status: "closed" }, { status: "open" }]);
});

it("shows the gateway's own words when it refuses", async () => {
  await aGateway();
  const { id } = await anOrder({ payment: "test" });
  await asked(id);
  const settings = { key: "another-key-0123456789" };
  const shown = (await call(provider.list, {})).body.items.find(({ code }) => code === "test")!.settings;
  await call(provider.configure, { code: "test", settings: { ...settings, address: shown["address"]! } });
  await makeCalls();
  const { paymentRequests } = await orderNow({ id });
  expect(paymentRequests).toMatchObject([{ status: "refused", says: expect.stringContaining("The key is wrong.") }]);
});

it("is refused for paid or cancelled orders, and if there is no page; without a call or a change", async () => {
  const fake = await aGateway();
  const [paid, cancelled, open] = [await anOrder({ paid: true }), await anOrder(), await anOrder()];
  await call(order.cancel, { id: cancelled.id });
  await nothingChanged(async () => {
    for (const [id, gateway, code] of [
      [paid.id, "test", "payment.nothingDue"],
      [cancelled.id, "test", "order.cancelled"],
      [open.id, "stripe", "provider.missing"],
    ] as const) {
      expect(await call(order.requestPayment, { id, gateway })).toMatchObject({
        status: 409,
        body: { error: { code } },
      });
    }
    const rawBody = JSON.stringify({ gateway: "cod" });
    expect(await call(order.requestPayment, { id: open.id, gateway: "test" }, { rawBody })).toMatchObject({
      status: 400,
    });
    await makeCalls();
  });
  expect(fake.asked).toEqual([]);
});

it("can be requested from each gateway that an order names", async () => {
  for (const code of onlineGateways) expect((await gatewayOf(code)).requestPayment, code).toBeDefined();
});

it("counts as paid when its money comes, by our own reference even where the order's id is missing", async () => {
  const fake = await aGateway();
  const made = await anOrder({ payment: "test" });
  await asked(made.id);
  await makeCalls();
  const [request] = (await orderNow(made)).paymentRequests;
  await tell(paymentEvent(fake, { orderId: "", reference: request!.id, ...request!.amount }));
  await takeInbox();
  const { paymentStatus, paymentRequests } = await orderNow(made);
  expect([paymentStatus, paymentRequests]).toMatchObject(["paid", [{ status: "paid" }]]);
  const counted = await db().execute(sql`select 1 from payments where order_id = ${made.id}`);
  expect(counted).toHaveLength(1);
});

/** A page at Stripe or Razorpay, on which the customer has paid; nobody reports it. */
async function paidUnreported(gateway: "stripe" | "razorpay") {
  const [stripe, razorpay] = [await stripeFake(), await razorpayFake()];
  const server = { stripe, razorpay }[gateway].origin;
  const settings = {
    stripe: { secretKey: stripeKey, webhookSecret: "whsec_1", server },
    razorpay: { ...razorpayKey, webhookSecret: "secret", server },
  }[gateway];
  await call(provider.configure, { code: gateway, settings });
  const { id } = await anOrder();
  await call(order.requestPayment, { id, gateway });
  await makeCalls();
  for (const session of stripe.sessions) session.status = "complete";
  for (const link of razorpay.links) link.status = "paid";
  const [request] = (await orderNow({ id })).paymentRequests;
  return { id, paymentId: request!.id.replace("prq_", gateway === "stripe" ? "pi_" : "pay_"), stripe };
}

// The webhook had not been set up: the order was cancelled as unpaid, and the customer's money was seen nowhere.
// Or its gateway was removed meanwhile, there and here.
it.each([
  { gateway: "stripe", removed: false, named: "stripe" },
  { gateway: "razorpay", removed: false, named: "razorpay" },
  { gateway: "stripe", removed: true, named: "a gateway that was removed" },
] as const)("pays its order once it has expired if $named has not reported it", async ({ gateway, removed }) => {
  const { id, paymentId } = await paidUnreported(gateway);
  if (removed) await call(provider.remove, { code: gateway });
  // The customer may pay until then.
  await sweepBefore(id, 1);
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "unpaid" });
  await sweepBefore(id, -20);
  const paid = await orderNow({ id });
  expect(paid).toMatchObject({ paymentStatus: "paid", status: "confirmed", paymentRequests: [{ status: "paid" }] });
  const { currency, amountMinor } = paid.totals!.total;
  const told = { is: "paymentSucceeded", paymentId, orderId: id, currency, amountMinor } as const;
  const later = await inChange(system("test"), (change) => takeHappened(change, gateway, told));
  expect(later).toEqual({ is: "settled", says: "It was already counted." });
  if (!removed) await call(provider.remove, { code: gateway });
});

// The page was closed here unasked, so that nobody learnt of its money, and the customer was asked for it again.
it.each(["stripe", "razorpay"] as const)(
  "pays its order if another is requested as soon as it has expired, before %s was asked about it",
  async (gateway) => {
    const { id } = await paidUnreported(gateway);
    await db().execute(
      sql`update payment_requests set expires_at = now() - interval '3 minutes' where order_id = ${id}`,
    );
    await call(order.requestPayment, { id, gateway });
    for (let step = 0; step < 3; step++) await makeCalls();
    const { paymentStatus, paymentRequests } = await orderNow({ id });
    expect(paymentStatus).toBe("paid");
    expect(paymentRequests.map(({ status }) => status).toSorted()).toEqual(["closed", "paid"]);
    await call(provider.remove, { code: gateway });
  },
);

it.each(["stripe", "razorpay"] as const)(
  "is an unmatched payment if its order was cancelled, and %s has not reported it",
  async (gateway) => {
    const { id, paymentId } = await paidUnreported(gateway);
    await call(order.cancel, { id });
    await sweepWork(scheduled, invocation);
    await makeCalls();
    await makeCalls();
    const { items } = (await call(payment.listUnmatched, {})).body;
    expect(items.filter(({ order }) => order?.id === id)).toMatchObject([
      { gatewayPaymentId: paymentId, reason: "cancelled" },
    ]);
    await call(provider.remove, { code: gateway });
  },
);

it("is looked at once before its order is cancelled as unpaid, and stays as it is if nobody has paid", async () => {
  const { id, stripe } = await paidUnreported("stripe");
  stripe.sessions[0]!.status = "open";
  await cancelledIn5Minutes(id);
  const looked = () => stripe.asked.filter(({ method, path }) => method === "GET" && path.endsWith("cs_test_1"));
  for (let nth = 0; nth < 2; nth++) await sweepBefore(id, 60);
  expect(looked()).toHaveLength(1);
  expect(await orderNow({ id })).toMatchObject({ paymentRequests: [{ status: "open", says: null }] });
  await call(provider.remove, { code: "stripe" });
});

// A member of staff cancels it in the gateway's dashboard.
it("is no longer open once the gateway reports that it was closed there, and another can be requested", async () => {
  const fake = await aGateway();
  const { id } = await anOrder({ payment: "test" });
  await asked(id);
  await makeCalls();
  const { version } = await orderNow({ id });
  const closed = { is: "pageClosed", requestId: fake.pages[0]!.id } as const;
  const take = (gateway: string) => inChange(system("take-inbox"), (change) => takeHappened(change, gateway, closed));
  expect(await take("stripe")).toMatchObject({ is: "ignored" });
  for (const says of [null, "The page was not open."]) expect(await take("test")).toEqual({ is: "settled", says });
  expect(await orderNow({ id })).toMatchObject({ version: version + 1, paymentRequests: [{ status: "closed" }] });
  await asked(id);
  await makeCalls();
  expect((await orderNow({ id })).paymentRequests.map(({ status }) => status).toSorted()).toEqual(["closed", "open"]);
});
