/**
 * Requests that still wait when their provider is set up in the other mode or with another account, where other money
 * and other labels are.
 */
import { expect, it } from "vitest";
import { system } from "#core/actor";
import * as gateway from "#core/contract/gateway";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as payment from "#core/contract/payment";
import * as provider from "#core/contract/provider";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { takeHappened } from "#core/payment/take-happened";
import { hmacHex } from "#core/provider/inbound";
import { stripeFake, stripeKey } from "../provider/fakes/stripe.ts";
import { call } from "../support/call.ts";
import { aCarrier, anOrderToSend, book } from "../support/given/carriers.ts";
import { paidByGateway } from "../support/given/gateway-money.ts";
import { aPaypalPage, dueNow, makeCalls, orderNow, type Shown, takeInbox } from "../support/given/gateways.ts";
import { anOrder } from "../support/given/orders.ts";

const liveKey = stripeKey.replace("_test_", "_live_");
type Fake = Awaited<ReturnType<typeof stripeFake>>;

async function setUp(fake: Fake, secretKey = stripeKey) {
  fake.set({ key: secretKey });
  const settings = { secretKey, webhookSecret: "whsec_1", server: fake.origin };
  expect(await call(provider.configure, { code: "stripe", settings })).toMatchObject({ status: 200 });
}

async function refunded(fake: Fake) {
  const paid = await paidByGateway(await anOrder());
  const id = paid.payments[0]!.reference!;
  fake.payments.set(id, {
    id,
    amount: paid.payments[0]!.amount.amountMinor,
    currency: "inr",
    refunded: 0,
    disputed: false,
  });
  await setUp(fake);
  const { body } = await call(order.refund, { id: paid.id, amountMinor: 500 });
  expect(body.refunds).toMatchObject([{ status: "pending", mode: "test" }]);
  return paid;
}

it("are not made there: a payment page is refused, and so is a refund", async () => {
  const [test, live] = [await stripeFake(), await stripeFake()];
  const { id } = await refunded(test);
  const unpaid = await anOrder();
  await call(order.requestPayment, { id: unpaid.id, gateway: "stripe" });
  await setUp(live, liveKey);
  await makeCalls();
  const says = expect.stringContaining("in test mode");
  expect(await orderNow({ id })).toMatchObject({ refunds: [{ status: "failed", says }] });
  expect(await orderNow(unpaid)).toMatchObject({ paymentRequests: [{ status: "refused", says }] });
  expect((await call(order.refund, { id, amountMinor: 500 })).body.error).toMatchObject({
    ...{ code: "refund.impossible", detail: { why: says } },
  });
  expect([...test.asked, ...live.asked]).toEqual([]);
});

// A refund that was made would be recorded as failed, and made again.
it("stay unknown if they may have been made, and are settled once the mode is set back", async () => {
  const [test, live] = [await stripeFake(), await stripeFake()];
  const made = await refunded(test);
  test.trouble("cuts its answer");
  await makeCalls();
  await setUp(live, liveKey);
  await dueNow();
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "unknown" }] });
  await setUp(test);
  await dueNow();
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
  expect(test.refunds).toHaveLength(1);
});

// The other account does not have the payment, which shows nothing about the refund: made again, it would be paid twice.
it("stay unknown if they may have been made, and the key is now another account's", async () => {
  const [first, other] = [await stripeFake(), await stripeFake()];
  const made = await refunded(first);
  first.trouble("cuts its answer");
  await makeCalls();
  await setUp(other, `${stripeKey}Other`);
  await dueNow();
  await makeCalls();
  expect(other.asked).not.toEqual([]);
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "unknown" }] });
});

it("are not made there: a label is refused, and costs nothing", async () => {
  const fake = await aCarrier();
  const { made, place } = await anOrderToSend(1);
  const { body } = await book(made, place, 1, { service: "standard" });
  await db().execute(sql`update parcels set mode = 'live' where id = ${body.parcel.id}`);
  await makeCalls();
  expect(fake.books.labels).toEqual([]);
  expect(await orderNow(made)).toMatchObject({ status: "confirmed", parcels: [] });
});

// The other account knows no such label, and would make a second one.
it("stay unknown if a label may have been bought with another account, until that one is set up again", async () => {
  const first = await aCarrier();
  const { made, place } = await anOrderToSend(1);
  await book(made, place, 1, { service: "standard" });
  first.trouble("cuts its answer");
  await makeCalls();
  const other = await aCarrier();
  await dueNow();
  await makeCalls();
  expect(other.asked).toEqual([]);
  const says = expect.stringContaining("another account");
  expect(await orderNow(made)).toMatchObject({ parcels: [{ status: "booking", says }] });
  await call(provider.configure, { code: "testcarrier", settings: first.settings });
  await dueNow();
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ parcels: [{ status: "shipped" }] });
  expect([first.books.labels.length, other.books.labels.length]).toEqual([1, 0]);
});

it("are not cancelled there: the label stays, and says in which mode it was bought", async () => {
  const fake = await aCarrier();
  const { made, place } = await anOrderToSend(1);
  const { body } = await book(made, place, 1, { service: "standard" });
  await makeCalls();
  await db().execute(sql`update parcels set mode = 'live' where id = ${body.parcel.id}`);
  expect(await call(parcel.unship, { id: made.id, parcelId: body.parcel.id })).toMatchObject({ status: 200 });
  await makeCalls();
  expect(fake.books.labels).toMatchObject([{ voidedAt: null }]);
  const says = expect.stringContaining("in live mode");
  expect(await orderNow(made)).toMatchObject({ parcels: [{ status: "shipped", says }] });
});

const razorpayKeys = { keySecret: "rzp_key_secret", webhookSecret: "rzp_webhook_secret" };
const razorpayIn = (mode: "test" | "live") =>
  call(provider.configure, {
    code: "razorpay",
    settings: { keyId: `rzp_${mode}_1DP5mmOlF5G5ag`, ...razorpayKeys },
  });

/** Razorpay's events do not say in which mode they are. */
async function razorpayTells(event: string, { id, totals }: Pick<Shown, "id" | "totals">, payload: object = {}) {
  const amount = totals!.total.amountMinor;
  const entity = { ...totals!.total, amount, id: `pay_${id}`, notes: { order_id: id } };
  const rawBody = JSON.stringify({ event, payload: { payment: { entity }, ...payload } });
  const signature = hmacHex(razorpayKeys.webhookSecret, rawBody);
  const headers = {
    "x-razorpay-signature": signature,
    "x-razorpay-event-id": `${event} of ${id}`.replaceAll(" ", "_"),
  };
  const told = await call(gateway.receive, { code: "razorpay" }, { as: null, rawBody, headers });
  expect(told).toMatchObject({ status: 200 });
}

it("an event of test mode that was not processed before the gateway went live pays no order", async () => {
  const paid = async (mode: "test" | "live") => {
    await razorpayIn(mode);
    const made = await anOrder({ payment: "razorpay" });
    await razorpayTells("payment.captured", made);
    return made;
  };
  const [test, live] = [await paid("test"), await paid("live")];
  await takeInbox();
  expect(await orderNow(test)).toMatchObject({ paymentStatus: "unpaid" });
  expect(await orderNow(live)).toMatchObject({ paymentStatus: "paid", payments: [{ mode: "live" }] });
  const early = await paid("live");
  await razorpayIn("test");
  await takeInbox();
  expect(await orderNow(early)).toMatchObject({ paymentStatus: "unpaid" });
  await razorpayIn("live");
  await dueNow();
  await takeInbox();
  expect(await orderNow(early)).toMatchObject({ paymentStatus: "paid", payments: [{ mode: "live" }] });
});

// With the same secret in both modes, a customer paid with a test card on a page from before the gateway went live.
it.each([1, 2])("a payment is of the mode of its page, if %i come at once", async (count) => {
  const paidOnPage = async (pageMode: "test" | "live", now: "test" | "live") => {
    await razorpayIn(pageMode);
    const all = await Promise.all(Array.from({ length: count }, () => anOrder({ payment: "razorpay" })));
    const pages = [];
    for (const { id } of all) {
      const { body } = await call(order.requestPayment, { id, gateway: "razorpay" });
      pages.push(body.paymentRequests[0]!.id);
    }
    await razorpayIn(now);
    for (const [nth, made] of all.entries()) {
      const entity = { id: `plink_${made.id}`, reference_id: pages[nth] };
      if (pageMode === "test") await razorpayTells("payment.failed", made, { payment_link: { entity } });
      await razorpayTells("payment_link.paid", made, { payment_link: { entity } });
    }
    await takeInbox();
    return all;
  };
  const unpaid = { paymentStatus: "unpaid", payments: [] };
  for (const made of await paidOnPage("test", "live")) expect(await orderNow(made)).toMatchObject(unpaid);
  const paid = { paymentStatus: "paid", payments: [{ kind: "captured", mode: "live" }] };
  for (const made of await paidOnPage("live", "test")) expect(await orderNow(made)).toMatchObject(paid);
  expect((await call(payment.listUnmatched, {})).body.items).toEqual([]);
});

it("are not captured there: nothing is taken, and the payment page says why", async () => {
  const { fake, id, requestId, captures } = await aPaypalPage();
  fake.approve(requestId);
  await db().execute(sql`update payment_requests set mode = 'live' where order_id = ${id}`);
  await inChange(system("test"), (change) => takeHappened(change, "paypal", { is: "approved", requestId }));
  await makeCalls();
  expect(captures()).toEqual([]);
  const says = expect.stringContaining("in live mode");
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "unpaid", paymentRequests: [{ says }] });
});
