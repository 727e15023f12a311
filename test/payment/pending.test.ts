/** Payments that a gateway is still processing after the customer has paid on a page: a bank debit takes days. */
import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import * as payment from "#core/contract/payment";
import * as provider from "#core/contract/provider";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { examine } from "#core/doctor/examine";
import type { Happened } from "#core/payment/gateways/gateway";
import { closeStaleRequests } from "#core/payment/requests/close-stale-requests";
import { followPending } from "#core/payment/requests/follow-pending";
import { takePaidLate } from "#core/payment/requests/take-paid-late";
import { takeUnreported } from "#core/payment/requests/take-unreported";
import { takeHappened } from "#core/payment/take-happened";
import { takePayments } from "#core/payment/take-payments";
import { within } from "#core/time-left";
import { chargebeeFake, chargebeeKey } from "../provider/fakes/chargebee.ts";
import { stripeFake, stripeKey } from "../provider/fakes/stripe.ts";
import { call } from "../support/call.ts";
import { statementsOf } from "../support/database-asked.ts";
import { aGateway, aPaypalPage, dueNow, makeCalls, orderNow } from "../support/given/gateways.ts";
import { anOrder } from "../support/given/orders.ts";

const tells = (happened: Happened, at?: Date) =>
  inChange(system("test"), (change) => takeHappened(change, "paypal", happened, at));

/** What a customer has paid on a page, while PayPal is still checking it. */
async function aPendingCapture(captureReason = "") {
  const { fake, id, requestId, captures } = await aPaypalPage();
  fake.approve(requestId);
  fake.set({ captureStatus: "PENDING", captureReason });
  await tells({ is: "approved", requestId });
  await makeCalls();
  return { fake, id, requestId, paymentId: captures()[0]!.id };
}

const unpaidForDays = (id: order.Order["id"], days: number) =>
  db().execute(sql`update orders set unpaid_since = now() - make_interval(days => ${days}) where id = ${id}`);

const sweptStatus = async (id: order.Order["id"]) => {
  await call(order.sweepUnpaid, {});
  return (await orderNow({ id })).status;
};

const doctorOnStock = async () => (await examine()).checks.find(({ name }) => name === "reservations");

// The page looked as if nobody had paid on it, and its link led nowhere.
it("a page is closed while a payment on it is pending, and is paid once that is completed", async () => {
  const { id, requestId, paymentId } = await aPendingCapture();
  const { paymentRequests, totals } = await orderNow({ id });
  expect(paymentRequests).toMatchObject([
    { status: "closed", says: expect.stringContaining("once the gateway reports") },
  ]);
  await tells({ is: "paymentSucceeded", paymentId, ...totals!.total, requestId });
  expect(await orderNow({ id })).toMatchObject({
    paymentStatus: "paid",
    paymentRequests: [{ status: "paid", says: null }],
  });
});

// The page said that PayPal was checking the payment, and after 30 days PayPal paid it back.
it("a page says if PayPal waits for the store to accept a payment, in a currency that its account has not", async () => {
  const { id, requestId, paymentId } = await aPendingCapture("RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION");
  const [page] = (await orderNow({ id })).paymentRequests;
  expect(page).toMatchObject({ status: "closed", says: expect.stringContaining("sign in to PayPal") });
  await tells({ is: "paymentFailed", paymentId, says: "", requestId });
});

// The page said for ever that the customer had paid.
it("a page says why a pending payment on it has failed", async () => {
  const { id, requestId, paymentId } = await aPendingCapture();
  const says = "The bank has returned the eCheck.";
  await tells({ is: "paymentFailed", paymentId, says, requestId });
  expect(await orderNow({ id })).toMatchObject({
    paymentStatus: "failed",
    paymentRequests: [{ status: "closed", says }],
  });
});

// The order was cancelled after a day, its goods were sold to others, and then its money came.
it("an order is not cancelled as unpaid while a payment on it is pending, for two weeks at most", async () => {
  const { id, requestId, paymentId } = await aPendingCapture();
  await unpaidForDays(id, 3);
  expect(await sweptStatus(id)).toBe("pending");
  expect(await doctorOnStock()).toMatchObject({ status: "ok" });
  await tells({ is: "paymentFailed", paymentId, says: "The bank has returned the eCheck.", requestId });
  expect(await sweptStatus(id)).toBe("pending");
  await unpaidForDays(id, 3);
  expect(await sweptStatus(id)).toBe("cancelled");

  const forgotten = await aPendingCapture();
  await unpaidForDays(forgotten.id, 15);
  await db().execute(sql`
    update payment_requests set pending_since = now() - interval '15 days' where order_id = ${forgotten.id}`);
  expect(await sweptStatus(forgotten.id)).toBe("cancelled");
});

// PayPal had captured what the customer approved, and its answer was lost: the order was cancelled all the same.
it("an order is not cancelled as unpaid while its capture is under way, for a day at most", async () => {
  const { fake, id, requestId, captures } = await aPaypalPage();
  fake.approve(requestId);
  await tells({ is: "approved", requestId });
  fake.trouble("cuts its answer");
  await makeCalls();
  expect(captures()).toHaveLength(1);
  await unpaidForDays(id, 3);
  expect(await sweptStatus(id)).toBe("pending");
  expect(await doctorOnStock()).toMatchObject({ status: "ok" });
  const minutesLater = (minutes: number) =>
    db().execute(sql`
      update calls set created_at = created_at - make_interval(mins => ${minutes}) where order_id = ${id}`);
  // The sweep comes some minutes after that day has ended.
  await minutesLater(24 * 60);
  expect(await doctorOnStock()).toMatchObject({ status: "ok" });
  await minutesLater(20);
  expect(await doctorOnStock()).toMatchObject({ status: "fail" });
  expect(await sweptStatus(id)).toBe("cancelled");
});

// With PayPal away, every order with an open page kept its stock for a day.
it("an order that nobody is known to have approved is cancelled as unpaid while its capture waits for PayPal", async () => {
  const { fake, id, requestId } = await aPaypalPage();
  const unapproved = await aPaypalPage();
  fake.approve(requestId);
  await tells({ is: "approved", requestId });
  unapproved.fake.set({ secret: "another" });
  unapproved.fake.forgetTokens();
  for (const one of [id, unapproved.id]) await unpaidForDays(one, 3);
  await takeUnreported();
  await makeCalls();
  const waiting = await db().execute(sql`
    select from calls where does = 'capture' and status = 'asked' and order_id in (${id}, ${unapproved.id})`);
  expect(waiting).toHaveLength(2);
  expect(await sweptStatus(unapproved.id)).toBe("cancelled");
  expect((await orderNow({ id })).status).toBe("pending");
});

// The money had come, and after two weeks the order was cancelled as unpaid. Or it had gone back since, and the goods
// were sent all the same.
it.each([
  ["COMPLETED", "paid", "paid", null],
  ["PARTIALLY_REFUNDED", "partiallyRefunded", "paid", null],
  ["REFUNDED", "failed", "closed", "It was paid, and then refunded at PayPal."],
  ["DECLINED", "failed", "closed", "PayPal could not take the money."],
])(
  "a pending payment is looked for once a day, in case nobody reports that it is %s",
  async (captureStatus, paymentStatus, status, says) => {
    const { fake, id, requestId, paymentId } = await aPendingCapture();
    const since = async () =>
      (await db().execute(sql`select pending_since::text from payment_requests where order_id = ${id}`))[0];
    const looks = async () => {
      const calls = () => db().execute(sql`select from calls where order_id = ${id} and does = 'findPayment'`);
      const before = (await calls()).length;
      await followPending();
      await makeCalls();
      // On a machine that is too busy to answer in time, the first attempt has no outcome.
      await dueNow();
      await makeCalls();
      return (await calls()).length - before;
    };
    const dayLater = async () => {
      await db().execute(sql`
      update payment_requests set pending_since = pending_since - interval '1 day' where order_id = ${id}`);
      await db().execute(sql`update calls set created_at = created_at - interval '1 day' where order_id = ${id}`);
    };
    expect(await looks()).toBe(0);
    await dayLater();
    const { version } = await orderNow({ id });
    const before = await since();
    expect(await looks()).toBe(1);
    expect(await looks()).toBe(0);
    expect(await since()).toEqual(before);
    expect(await orderNow({ id })).toMatchObject({ version, paymentRequests: [{ status: "closed" }] });
    fake.set({ captureStatus, currency: "INR" });
    const said = { amount: { currency_code: "INR", value: "5.00" }, custom_id: "", invoice_id: "" };
    const back = { id: `back of ${id}`, captureId: paymentId, status: "COMPLETED", said };
    if (captureStatus === "PARTIALLY_REFUNDED") fake.refunds.push(back);
    await dayLater();
    expect(await looks()).toBe(1);
    expect(await orderNow({ id })).toMatchObject({ paymentStatus, paymentRequests: [{ status, says }] });
    if (paymentStatus !== "failed") return;
    // Its own event comes after all.
    await tells({ is: "paymentFailed", paymentId, says: "PayPal denied the payment.", requestId });
    expect((await orderNow({ id })).payments).toMatchObject([{ kind: "failed", reason: says }]);
  },
);

// A card had been declined before on the page: the order was cancelled while the bank debit was under way.
it.each([
  { hasFailed: false, paidBy: { debit: "processing" }, says: "The customer has paid" },
  { hasFailed: true, paidBy: { debit: "processing" }, says: "The customer has paid" },
  { hasFailed: false, paidBy: { hasVoucher: true }, says: "The customer has a voucher" },
])(
  "an order whose bank debit or voucher nobody reports waits for it: $paidBy, an attempt before it has failed: $hasFailed",
  async ({ hasFailed, paidBy, says }) => {
    const fake = await stripeFake();
    const settings = { secretKey: stripeKey, webhookSecret: "whsec_1", server: fake.origin };
    expect(await call(provider.configure, { code: "stripe", settings })).toMatchObject({ status: 200 });
    const { id } = await anOrder({ payment: "stripe" });
    await call(order.requestPayment, { id, gateway: "stripe" });
    await makeCalls();
    const paymentRequestId = (await orderNow({ id })).paymentRequests[0]!.id;
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const declined = { is: "paymentFailed", paymentId: "pi_1", says: "Declined.", paymentRequestId } as const;
    if (hasFailed) await inChange(system("test"), (change) => takeHappened(change, "stripe", declined, ago(5)));
    const page = fake.sessions.find(({ client_reference_id }) => client_reference_id === paymentRequestId)!;
    const created = Math.floor(ago(10).getTime() / 1_000);
    Object.assign(page, { status: "complete", ...paidBy, created });
    await unpaidForDays(id, 3);
    await takeUnreported();
    await makeCalls();
    await dueNow();
    await makeCalls();
    expect(await sweptStatus(id)).toBe("pending");
    expect((await orderNow({ id })).paymentRequests).toMatchObject([
      { status: "closed", says: expect.stringContaining(says) },
    ]);
  },
);

// Its webhook was not set up: the order was cancelled as unpaid, and the money was seen nowhere. Or it stayed pending:
// the page says for ever what it said when the customer left it.
it.each([
  { since: "success", paymentStatus: "paid", page: "paid" },
  { since: "failure", paymentStatus: "failed", page: "closed" },
])("an order whose debit Chargebee does not report is looked up until it is a $since", async ({ since, ...ends }) => {
  const fake = await chargebeeFake();
  fake.set({ expiresAt: Math.floor(Date.now() / 1_000) + 3_600 });
  const webhook = { webhookUser: "hook", webhookPassword: "s3cret" };
  const settings = { site: "acme-test", apiKey: chargebeeKey, ...webhook, server: fake.origin };
  expect(await call(provider.configure, { code: "chargebee", settings })).toMatchObject({ status: 200 });
  const { id, totals } = await anOrder({ payment: "chargebee" });
  await call(order.requestPayment, { id, gateway: "chargebee" });
  await makeCalls();
  const page = fake.pages.find(({ form }) => form.get("invoice[po_number]")?.startsWith(id))!;
  const txn_id = `txn_${id}`;
  const debit = { txn_id, txn_date: Math.floor(Date.now() / 1_000), applied_amount: totals!.total.amountMinor };
  fake.checkOut(page, { ...debit, txn_status: "in_progress" });
  const looked = async () => {
    await makeCalls();
    await dueNow();
    await makeCalls();
    return orderNow({ id });
  };
  await unpaidForDays(id, 3);
  await takeUnreported();
  expect(await looked()).toMatchObject({ paymentStatus: "unpaid", paymentRequests: [{ status: "closed" }] });
  expect(await sweptStatus(id)).toBe("pending");

  fake.transactions.set(txn_id, { status: since, error_text: "The account is closed." });
  await db().execute(sql`
    update payment_requests set pending_since = pending_since - interval '1 day' where order_id = ${id}`);
  await db().execute(sql`update calls set created_at = created_at - interval '1 day' where order_id = ${id}`);
  await followPending();
  const says = since === "failure" ? "The account is closed." : null;
  expect(await looked()).toMatchObject({
    paymentStatus: ends.paymentStatus,
    payments: [since === "failure" ? { kind: "failed", reason: says } : { reference: txn_id }],
    paymentRequests: [{ status: ends.page, says }],
  });
});

// Chargebee cannot close a page. Its webhook was not set up, and the money was seen nowhere.
it("what is paid at Chargebee on a page that was closed here is found once that has expired", async () => {
  const fake = await chargebeeFake();
  fake.set({ expiresAt: Math.floor(Date.now() / 1_000) + 3_600 });
  const webhook = { webhookUser: "hook", webhookPassword: "s3cret" };
  const settings = { site: "acme-test", apiKey: chargebeeKey, ...webhook, server: fake.origin };
  await call(provider.configure, { code: "chargebee", settings });
  const { id, totals } = await anOrder({ payment: "chargebee" });
  await call(order.requestPayment, { id, gateway: "chargebee" });
  await makeCalls();
  // It was looked at before its order was cancelled, and nobody had paid.
  await unpaidForDays(id, 3);
  await takeUnreported();
  await makeCalls();
  expect(await sweptStatus(id)).toBe("cancelled");
  await closeStaleRequests(within(60_000));
  expect((await orderNow({ id })).paymentRequests).toMatchObject([{ status: "closed" }]);
  const page = fake.pages.find(({ form }) => form.get("invoice[po_number]")?.startsWith(id))!;
  const [txn_id, txn_date] = [`txn_${id}`, Math.floor(Date.now() / 1_000)];
  fake.checkOut(page, { txn_id, txn_date, txn_status: "success", applied_amount: totals!.total.amountMinor });
  const asks = async () => {
    const before = fake.asked.length;
    await takePaidLate();
    await makeCalls();
    return fake.asked.length - before;
  };
  expect(await asks()).toBe(0);
  await db().execute(sql`update calls set created_at = created_at - interval '2 hours' where order_id = ${id}`);
  await db().execute(sql`
    update payment_requests set expires_at = now() - interval '11 minutes' where order_id = ${id}`);
  // While an earlier look is under way, nothing would be asked, and other pages are to have the place of this one.
  const look = sql`order_id = ${id} and does = 'findPayment'`;
  await db().execute(sql`update calls set status = 'unknown', settled_at = null where ${look}`);
  expect((await statementsOf(takePaidLate)).filter(({ text }) => text.startsWith("insert into calls"))).toEqual([]);
  await db().execute(sql`update calls set status = 'refused', settled_at = created_at where ${look}`);
  await call(provider.remove, { code: "chargebee" });
  expect(await asks()).toBe(1);
  expect(await asks()).toBe(0);
  const { items } = (await call(payment.listUnmatched, {})).body;
  expect(items.find(({ gatewayPaymentId }) => gatewayPaymentId === txn_id)).toMatchObject({ order: { id } });
});

// Its page was looked up each day, and no other could be requested.
it("a page is no longer pending once its payment turns out to be counted, if that did not name the page", async () => {
  const { id, requestId, paymentId } = await aPendingCapture();
  const success = { is: "paymentSucceeded", paymentId, ...(await orderNow({ id })).totals!.total } as const;
  await tells({ ...success, orderId: id });
  await tells({ ...success, requestId });
  expect(await db().execute(sql`select pending_since from payment_requests where order_id = ${id}`)).toEqual([
    { pending_since: null },
  ]);
});

// What was found on a page was thrown away if it could not be counted, and was seen nowhere.
it("a payment that is found on a page and has paid another order is shown to staff", async () => {
  const { fake, id, paymentId } = await aPendingCapture();
  const total = (await orderNow({ id })).totals!.total;
  const { id: other, totals } = await anOrder({ payment: "paypal" });
  expect(totals!.total).toEqual(total);
  await tells({ is: "paymentSucceeded", paymentId, orderId: other, ...total });
  await db().execute(sql`
    update payment_requests set pending_since = pending_since - interval '1 day' where order_id = ${id}`);
  await db().execute(sql`update calls set created_at = created_at - interval '1 day' where order_id = ${id}`);
  fake.set({ captureStatus: "COMPLETED", currency: total.currency });
  await followPending();
  for (let nth = 0; nth < 2; nth++) {
    await makeCalls();
    await dueNow();
  }
  const shown = await db().execute(sql`
    select status, says from inbox where provider = 'paypal' and event_id = ${`found:paymentSucceeded ${paymentId}`}`);
  const says = "It has paid another order and is for this one as well: check the gateway.";
  expect(shown).toEqual([{ status: "stuck", says: `${says} Payment: ${paymentId}. Order: ${id}.` }]);
});

// The customer was sent a second link, and paid twice.
it("a pending payment closes the order's other pages, and no page can be requested until it has failed", async () => {
  await aGateway();
  const { fake, id, requestId, captures } = await aPaypalPage();
  const asks = () => call(order.requestPayment, { id, gateway: "test" });
  await asks();
  await makeCalls();
  fake.approve(requestId);
  fake.set({ captureStatus: "PENDING" });
  await tells({ is: "approved", requestId });
  await makeCalls();
  await makeCalls();
  expect((await orderNow({ id })).paymentRequests).toMatchObject([{ status: "closed" }, { status: "closed" }]);
  expect(await asks()).toMatchObject({ status: 409, body: { error: { code: "payment.pending" } } });
  await tells({ is: "paymentFailed", paymentId: captures()[0]!.id, says: "Returned.", requestId });
  expect((await asks()).status).toBe(201);
});

// Gateways count test and live pages separately.
it("a pending payment leaves another order's page alone, even with the same id at the gateway", async () => {
  const [other, { requestId }] = [await aPaypalPage(), await aPaypalPage()];
  await db().execute(sql`update payment_requests set gateway_request_id = ${requestId} where order_id = ${other.id}`);
  await tells({ is: "paymentPending", paymentId: "one", requestId });
  expect(await orderNow(other)).toMatchObject({ paymentRequests: [{ status: "open", says: null }] });
});

it("an event that a payment is pending changes nothing if it comes after the outcome", async () => {
  const { id, requestId, paymentId } = await aPendingCapture();
  const pending = { is: "paymentPending", paymentId, requestId } as const;
  const before = new Date(Date.now() - 60_000);
  await tells({ is: "paymentFailed", paymentId, says: "Returned.", requestId });
  await tells(pending, before);
  expect(await orderNow({ id })).toMatchObject({ paymentRequests: [{ says: "Returned." }] });
  await tells({ is: "paymentSucceeded", paymentId, ...(await orderNow({ id })).totals!.total, requestId });
  await tells(pending, before);
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid", paymentRequests: [{ status: "paid" }] });
});

// Stripe promises no order: the order was cancelled as unpaid while a bank debit was being processed.
it("stays pending if the failure of an attempt before it is reported late", async () => {
  const { id, requestId } = await aPaypalPage();
  const tells = (happened: Happened, at: Date) =>
    inChange(system("test"), (change) => takeHappened(change, "paypal", happened, at));
  const [tried, paid] = [new Date(Date.now() - 120_000), new Date(Date.now() - 60_000)];
  await tells({ is: "paymentPending", paymentId: "one", requestId }, paid);
  await tells({ is: "paymentFailed", paymentId: "one", says: "The card was declined.", requestId }, tried);
  await unpaidForDays(id, 3);
  expect(await sweptStatus(id)).toBe("pending");
  await tells({ is: "paymentFailed", paymentId: "one", says: "The bank has refused it.", requestId }, new Date());
  await unpaidForDays(id, 3);
  expect(await sweptStatus(id)).toBe("cancelled");
});

// The capture may have waited for hours, and the customer paid twice.
it("keeps what was approved on another page from being captured", async () => {
  await aGateway();
  const { fake, id, requestId, captures } = await aPaypalPage();
  await call(order.requestPayment, { id, gateway: "test" });
  await makeCalls();
  fake.approve(requestId);
  const tells = (gateway: string, happened: Happened) =>
    inChange(system("test"), (change) => takeHappened(change, gateway, happened));
  await tells("paypal", { is: "approved", requestId });
  const page = (await orderNow({ id })).paymentRequests.find(({ gateway }) => gateway === "test")!;
  await tells("test", { is: "paymentPending", paymentId: "debit", paymentRequestId: page.id });
  await makeCalls();
  await makeCalls();
  expect(captures()).toEqual([]);
});

// PayPal answers a repeated request with what it answered first.
it("an answer that a payment is pending changes nothing if it comes after the outcome", async () => {
  const { fake, id, requestId, captures } = await aPaypalPage();
  fake.approve(requestId);
  fake.set({ captureStatus: "PENDING" });
  await tells({ is: "approved", requestId });
  fake.trouble("cuts its answer");
  await makeCalls();
  await tells({ is: "paymentFailed", paymentId: captures()[0]!.id, says: "Returned.", requestId });
  await dueNow();
  await makeCalls();
  expect((await call(order.requestPayment, { id, gateway: "paypal" })).status).toBe(201);
});

// The order's lines were edited meanwhile.
it("a payment is no longer pending once it has succeeded, even if it does not settle its order", async () => {
  const { id, requestId, paymentId } = await aPendingCapture();
  const { total } = (await orderNow({ id })).totals!;
  await call(order.editLines, { id, shippingMinor: 500 });
  await unpaidForDays(id, 3);
  await tells({ is: "paymentSucceeded", paymentId, ...total, requestId });
  expect(await orderNow({ id })).toMatchObject({
    status: "pending",
    paymentRequests: [{ status: "closed", says: null }],
  });
  expect((await call(order.requestPayment, { id, gateway: "paypal" })).status).toBe(201);
});

// It opened while the bank debit was being processed, its link was sent, and the customer paid twice.
it("a page that is still being requested when a payment becomes pending is closed once it opens", async () => {
  const fake = await aGateway();
  const { id, requestId } = await aPaypalPage();
  await call(order.requestPayment, { id, gateway: "test" });
  await tells({ is: "paymentPending", paymentId: "debit", requestId });
  await makeCalls();
  await makeCalls();
  const { paymentRequests } = await orderNow({ id });
  expect(paymentRequests).toMatchObject([{ status: "closed" }, { status: "closed" }]);
  const late = paymentRequests.find(({ gateway }) => gateway === "test")!;
  expect(fake.pages.find(({ reference }) => reference === late.id)).toMatchObject({ status: "closed" });
  expect(await db().execute(sql`select from messages where cause = ${late.id}`)).toEqual([]);
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

// After an hour without us, both were delivered at once: the order was cancelled during the bank debit.
it("begins to wait if the failure of an attempt before it is reported first", async () => {
  const { id, requestId } = await aPaypalPage();
  await tells({ is: "paymentFailed", paymentId: "one", says: "The card was declined.", requestId }, inHours(-5));
  await tells({ is: "paymentPending", paymentId: "one", requestId }, inHours(-4));
  await unpaidForDays(id, 3);
  expect(await sweptStatus(id)).toBe("pending");
  expect((await call(order.requestPayment, { id, gateway: "paypal" })).status).toBe(409);
});

// Stripe's payment has the same id in each attempt: only the first failure was recorded.
it("does not wait if a second failure, which was after it, is reported first", async () => {
  const { id, requestId } = await aPaypalPage();
  await tells({ is: "paymentFailed", paymentId: "one", says: "The card was declined.", requestId });
  await tells({ is: "paymentFailed", paymentId: "one", says: "The bank has refused it.", requestId }, inHours(2));
  await tells({ is: "paymentPending", paymentId: "one", requestId }, inHours(1));
  const { paymentRequests } = await orderNow({ id });
  expect(paymentRequests).toMatchObject([{ status: "closed", says: null }]);
  // The page that is over is not handed out again.
  expect((await call(order.requestPayment, { id, gateway: "paypal" })).body.paymentRequests).toHaveLength(2);
  await unpaidForDays(id, 3);
  expect(await sweptStatus(id)).toBe("cancelled");
});

it("waits for the latest attempt, whatever is reported of earlier ones", async () => {
  const { id, requestId } = await aPaypalPage();
  const pending = { is: "paymentPending", paymentId: "one", requestId } as const;
  await tells(pending, inHours(-4));
  await tells(pending, inHours(-2));
  await tells({ is: "paymentFailed", paymentId: "one", says: "The bank has refused it.", requestId }, inHours(-3));
  expect((await call(order.requestPayment, { id, gateway: "paypal" })).status).toBe(409);
  await tells({ is: "paymentFailed", paymentId: "one", says: "The bank has refused it.", requestId }, inHours(-1));
  expect((await call(order.requestPayment, { id, gateway: "paypal" })).status).toBe(201);
});

// PayPal answers the capture, and reports it as well.
it("is reported again without a change that staff could see", async () => {
  const { id, requestId, paymentId } = await aPendingCapture();
  const { version } = await orderNow({ id });
  await tells({ is: "paymentPending", paymentId, requestId }, inHours(1));
  expect(await orderNow({ id })).toMatchObject({ version });
});

// A bank debit that staff had cancelled at Stripe held its order for two weeks.
it("a payment that is cancelled at its gateway is no longer pending, and has failed", async () => {
  const { id, requestId, paymentId } = await aPendingCapture();
  const says = "It was cancelled at the gateway.";
  await tells({ is: "paymentCancelled", paymentId, says, requestId });
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "failed", paymentRequests: [{ says }] });
  expect((await call(order.requestPayment, { id, gateway: "paypal" })).status).toBe(201);
});

// Stripe cancels what a customer has begun on a page that is over.
it("nothing has failed if a payment is cancelled that was not pending", async () => {
  const { id, requestId } = await aPaypalPage();
  const cancelled = { is: "paymentCancelled", paymentId: "one", says: "It was cancelled.", requestId } as const;
  await tells(cancelled);
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "unpaid", paymentRequests: [{ says: null }] });
  await tells({ is: "paymentPending", paymentId: "one", requestId }, inHours(-1));
  await unpaidForDays(id, 3);
  expect(await sweptStatus(id)).toBe("cancelled");
});

// Staff had learned from the bank that it had failed, and the customer could not be asked again for two weeks.
it("is no longer waited for once staff record that it has failed, and pays the order if it comes even so", async () => {
  const { id, requestId, paymentId } = await aPendingCapture();
  await unpaidForDays(id, 3);
  const failed = await call(order.markPaid, { id, outcome: "failed", reason: "The bank has refused it." });
  expect(failed.body.paymentRequests).toMatchObject([{ status: "closed", says: "The bank has refused it." }]);
  await tells({ is: "paymentPending", paymentId, requestId }, inHours(-1));
  expect(await sweptStatus(id)).toBe("pending");
  expect((await call(order.requestPayment, { id, gateway: "paypal" })).status).toBe(201);
  await tells({ is: "paymentSucceeded", paymentId, ...(await orderNow({ id })).totals!.total, requestId });
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid" });
});

// Its order was cancelled before the three days in which a voucher can be paid were over, and then its money came.
it("waits for a voucher, and says that it has not been paid", async () => {
  const { id, requestId } = await aPaypalPage();
  const says = "The customer has a voucher.";
  await tells({ is: "paymentPending", paymentId: "one", requestId, says }, inHours(-2));
  expect(await orderNow({ id })).toMatchObject({ paymentRequests: [{ status: "closed", says }] });
  await tells({ is: "paymentPending", paymentId: "one", requestId }, inHours(-1));
  const paid = expect.stringContaining("The customer has paid");
  expect(await orderNow({ id })).toMatchObject({ paymentRequests: [{ says: paid }] });
});

// A direct debit through Chargebee that was voided before its money had come held its order for two weeks.
describe("a pending payment that is taken back before it has succeeded", () => {
  const undone = async ({ id, requestId, paymentId }: Omit<Awaited<ReturnType<typeof aPendingCapture>>, "fake">) => ({
    ...({ is: "paymentReversed", paymentId, orderId: id, requestId, says: "It was voided." } as const),
    ...(await orderNow({ id })).totals!.total,
  });

  it("has failed, and its report is settled after half a day", async () => {
    const pending = await aPendingCapture();
    const reversed = await undone(pending);
    expect(await tells(reversed, inHours(1))).toMatchObject({ is: "later" });
    const { id } = pending;
    expect(await orderNow({ id })).toMatchObject({
      paymentStatus: "failed",
      payments: [{ kind: "failed", reason: "It was voided." }],
      paymentRequests: [{ says: "It was voided." }],
    });
    expect((await call(order.requestPayment, { id, gateway: "paypal" })).status).toBe(201);
    expect(await tells(reversed, inHours(1))).toMatchObject({ is: "later" });
    await db().execute(sql`update payments set at = at - interval '13 hours' where order_id = ${id}`);
    expect(await tells(reversed, inHours(1))).toMatchObject({ is: "settled" });
    expect((await orderNow({ id })).payments).toHaveLength(1);
  });

  // Both had waited for the gateway's settings: the order was paid in the end, without money.
  it("is reversed if both reports are taken late, and its success last", async () => {
    const pending = await aPendingCapture();
    const reversed = await undone(pending);
    const { id, requestId, paymentId } = pending;
    await db().execute(sql`
      update payment_requests set pending_since = pending_since - interval '15 hours' where order_id = ${id}`);
    expect(await tells(reversed, inHours(-13))).toMatchObject({ is: "later" });
    const success = {
      is: "paymentSucceeded",
      paymentId,
      requestId,
      ...(await orderNow({ id })).totals!.total,
    } as const;
    await tells(success, inHours(-14));
    expect(await tells(reversed, inHours(-13))).toMatchObject({ is: "settled" });
    expect(await orderNow({ id })).toMatchObject({ paymentStatus: "unpaid" });
  });

  // Chargebee repeats an event for days: the order was paid, and its goods were sent, without money.
  it("does not pay if its success is reported when its undoing is settled, unless it succeeded after that", async () => {
    const pending = await aPendingCapture();
    const reversed = await undone(pending);
    const { id, requestId, paymentId } = pending;
    await db().execute(sql`
      update payment_requests set pending_since = pending_since - interval '17 hours' where order_id = ${id}`);
    await tells(reversed, inHours(-15));
    await db().execute(sql`update payments set at = at - interval '13 hours' where order_id = ${id}`);
    expect(await tells(reversed, inHours(-15))).toMatchObject({ is: "settled" });
    const success = {
      ...({ is: "paymentSucceeded", paymentId, requestId } as const),
      ...(await orderNow({ id })).totals!.total,
    };
    const together = () =>
      inChange(system("test"), (change) => takePayments(change, [{ gateway: "paypal", ...success }]));
    expect(await together()).toEqual([false]);
    expect(await tells(success, inHours(-16))).toMatchObject({ is: "stuck", says: expect.stringContaining("undone") });
    expect(await orderNow({ id })).toMatchObject({ paymentStatus: "failed" });

    // Another payment paid the order and was taken back: it is unpaid, and no longer failed.
    const other = { ...success, paymentId: `other than ${paymentId}`, requestId: undefined, orderId: id };
    await tells(other, inHours(-1));
    await tells({ ...reversed, paymentId: other.paymentId }, inHours(0));
    expect(await orderNow({ id })).toMatchObject({ paymentStatus: "unpaid" });
    expect(await together()).toEqual([false]);
    expect(await tells(success, inHours(-16))).toMatchObject({ is: "stuck" });
    // Its undoing was taken an hour after this.
    expect(await tells(success, inHours(-14))).toMatchObject({ is: "settled" });
    expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid" });
  });

  // A link takes several attempts, and Razorpay captures a failed one up to days later. Its money was never counted.
  it("is not one that has failed and succeeds later, even if another on its page has failed since", async () => {
    const { id, requestId } = await aPaypalPage();
    const fails = (paymentId: string) => ({ is: "paymentFailed", paymentId, requestId, says: "Declined." }) as const;
    await tells(fails("late"), inHours(-14));
    await db().execute(sql`update payments set at = at - interval '14 hours' where order_id = ${id}`);
    await tells(fails("other"), inHours(0));
    const success = { is: "paymentSucceeded", paymentId: "late", requestId } as const;
    await tells({ ...success, ...(await orderNow({ id })).totals!.total }, inHours(-1));
    expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid" });
  });

  // Its success was delivered more than a day later, and paid the order, without money.
  it("has failed too if it was never reported as pending", async () => {
    const { id, requestId } = await aPaypalPage();
    const reversed = await undone({ id, requestId, paymentId: "never pending" });
    const { paymentId, amountMinor, currency } = reversed;
    expect(await tells(reversed, inHours(-26))).toMatchObject({ is: "later" });
    expect(await orderNow({ id })).toMatchObject({
      paymentStatus: "failed",
      payments: [{ kind: "failed", reason: "It was voided." }],
    });
    await db().execute(sql`update payments set at = at - interval '25 hours' where order_id = ${id}`);
    expect(await tells(reversed, inHours(-26))).toMatchObject({ is: "settled" });
    const success = { is: "paymentSucceeded", paymentId, requestId, amountMinor, currency } as const;
    expect(await tells(success, inHours(-27))).toMatchObject({ is: "stuck", says: expect.stringContaining("undone") });
    expect(await orderNow({ id })).toMatchObject({ paymentStatus: "failed" });
  });

  // The order was unpaid, and the customer was asked to pay again for what the gateway has.
  it("is not reversed if it has succeeded since", async () => {
    const pending = await aPendingCapture();
    const reversed = await undone(pending);
    const { id, requestId, paymentId } = pending;
    const { total } = (await orderNow({ id })).totals!;
    expect(await tells(reversed, inHours(1))).toMatchObject({ is: "later" });
    const success = { is: "paymentSucceeded", paymentId, requestId, ...total } as const;
    const together = { gateway: "paypal", at: inHours(2), ...success };
    expect(await inChange(system("test"), (change) => takePayments(change, [together]))).toEqual([false]);
    await tells(success, inHours(2));
    expect(await tells(reversed, inHours(1))).toMatchObject({ is: "settled" });
    expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid" });
  });

  it("is reversed if its success is reported late", async () => {
    const pending = await aPendingCapture();
    const reversed = await undone(pending);
    const { id, requestId, paymentId } = pending;
    await tells(reversed, inHours(1));
    await tells({ is: "paymentSucceeded", paymentId, requestId, ...(await orderNow({ id })).totals!.total });
    expect(await tells(reversed, inHours(1))).toMatchObject({ is: "settled" });
    expect(await orderNow({ id })).toMatchObject({
      paymentStatus: "unpaid",
      payments: [{}, { reason: "It was voided." }],
    });
  });
});
