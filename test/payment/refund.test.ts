/** Refunds through the gateway that took the money: never above what was captured, and none twice. */

import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import * as payment from "#core/contract/payment";
import * as provider from "#core/contract/provider";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { eventDataIn, scopeOfOrder } from "#core/message/template/scope-of-order";
import { followRefunds } from "#core/payment/calls/follow-refunds";
import { lookUp } from "#core/payment/calls/look-up";
import { settleRefund } from "#core/payment/settle-refund";
import { takeHappened } from "#core/payment/take-happened";
import { takePayment } from "#core/payment/take-payment";
import { type Call, noOf, ofSearch } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { refused } from "#core/provider/outcome";
import { removeOldProviderRows } from "#core/provider/remove-old";
import { storeSettings } from "#core/store/settings";
import { within } from "#core/time-left";
import { customerOwes } from "../../web/orders/labels.ts";
import type { Trouble } from "../provider/fakes/server.ts";
import { type TestFake, testKey } from "../provider/fakes/test.ts";
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
  type Shown,
  takeInbox,
  tell,
} from "../support/given/gateways.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { aCallMaker } from "../support/processes.ts";
import { settled } from "../support/settled.ts";

type Order = Shown;
const refund = ({ id }: Pick<Order, "id">, amountMinor?: number) =>
  call(order.refund, { id, ...(amountMinor !== undefined && { amountMinor }) });
const refundedThere = (fake: TestFake) =>
  fake.refunds.filter(({ status }) => status !== "failed").reduce((sum, { amountMinor }) => sum + amountMinor, 0);

it("is pending until the gateway has answered, then refunded in part, then refunded", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  const first = await refund(made, 500);
  expect([first.status, first.body]).toMatchObject([
    201,
    {
      paymentStatus: "paid",
      refunds: [{ status: "pending", amount: { amountMinor: 500 } }],
      refundable: { amountMinor: 1500 },
    },
  ]);
  expect(fake.refunds).toEqual([]);
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({
    paymentStatus: "partiallyRefunded",
    refunds: [{ status: "succeeded", gatewayRefundId: fake.refunds[0]!.id }],
  });
  await refund(made);
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ paymentStatus: "refunded", refundable: { amountMinor: 0 } });
  expect(refundedThere(fake)).toBe(2000);
});

// An order whose shipping became dearer, twice, was paid three times: no one payment is as much as is given back.
it("is split among several payments, newest first, if none of them covers it", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  for (const [paymentId, amountMinor, shippingMinor] of [
    ["second", 1500, 1500],
    ["third", 1000, 2500],
  ] as const) {
    await call(order.editLines, { id: made.id, shippingMinor });
    await tell(paymentEvent(fake, { orderId: made.id, paymentId: `${paymentId}_of_${made.id}`, amountMinor }));
    await takeInbox();
  }
  const refunded = async (amountMinor?: number) => {
    const before = fake.refunds.length;
    expect((await refund(made, amountMinor)).status).toBe(201);
    await makeCalls();
    const parts = fake.refunds.slice(before).map((part) => [part.paymentId.split("_")[0], part.amountMinor]);
    return Object.fromEntries(parts);
  };
  expect(await refunded(2400)).toEqual({ third: 1000, second: 1400 });
  expect(await orderNow(made)).toMatchObject({ paymentStatus: "partiallyRefunded", refundable: { amountMinor: 2100 } });
  expect(await refunded()).toEqual({ second: 100, payment: 2000 });
  expect(await orderNow(made)).toMatchObject({ paymentStatus: "refunded", refundable: { amountMinor: 0 } });
});

// rules.md#refunded-money-is-not-asked-for
it("is in the balance, but neither messages nor the admin ask for it", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  const askedFor = async () => {
    const now = await orderNow(made);
    const { due } = scopeOfOrder(eventDataIn(now), await storeSettings(db()), new Map()).order;
    return { balance: now.balance?.direction, inMessages: due !== "", inAdmin: customerOwes(now) };
  };
  await call(order.editLines, { id: made.id, shippingMinor: 300 });
  expect(await askedFor()).toEqual({ balance: "customerOwes", inMessages: true, inAdmin: true });
  await call(order.editLines, { id: made.id, shippingMinor: 0 });
  await refund(made, 500);
  await makeCalls();
  expect(await askedFor()).toEqual({ balance: "customerOwes", inMessages: false, inAdmin: false });
});

it("emits one event, when it has succeeded", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  const told = async () =>
    (
      await db().execute<{ payload: { refund: { amount: { amountMinor: number } } } }>(sql`
        select body::json->'data' as payload from events where name = 'order.refunded' and subject_id = ${made.id}`)
    ).map(({ payload }) => payload.refund.amount.amountMinor);
  await refund(made, 700);
  expect(await told()).toEqual([]);
  await makeCalls();
  const [{ id, reference }] = fake.refunds as [TestFake["refunds"][number]];
  const paymentId = made.payments[0]!.reference;
  await tell(anEvent("refund.succeeded", { refundId: id, paymentId, reference, amountMinor: 700, currency: "INR" }));
  await takeInbox();
  expect(await told()).toEqual([700]);
});

// Forty clicks by several people, some for the full amount.
it("never refunds more than was paid, here or at the gateway, even with many requests at once", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  const answers = await Promise.all(Array.from({ length: 40 }, (_, nth) => refund(made, nth % 4 === 0 ? 900 : 150)));
  await Promise.all([makeCalls(), makeCalls(), makeCalls()]);
  const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => body.error?.code);
  expect(new Set(codes)).toEqual(
    new Set(["refund.aboveRemaining", "refund.nothingLeft"].filter((one) => codes.includes(one))),
  );
  const { refunds } = await orderNow(made);
  const here = refunds.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
  expect(here).toBeLessThanOrEqual(2000);
  expect(refundedThere(fake)).toBe(here);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(fake.refunds.length);
});

describe("whose outcome is unknown", () => {
  it.each<Trouble>(["hangs after", "cuts its answer", "faults after", "answers no JSON"])(
    "after the gateway %s, it is looked for and counted once",
    { timeout: 60_000 },
    async (trouble) => {
      const fake = await aGateway();
      const made = await paidThrough(fake);
      await refund(made, 600);
      fake.trouble(trouble);
      await makeCalls();
      const unsure = await orderNow(made);
      expect(unsure).toMatchObject({ refunds: [{ status: "unknown" }], refundable: { amountMinor: 1400 } });
      // It counts as made: no one may refund the same money twice.
      expect((await refund(made, 1500)).body.error).toMatchObject({ code: "refund.aboveRemaining" });
      await dueNow();
      await makeCalls();
      expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
      expect(refundedThere(fake)).toBe(600);
    },
  );

  // Stripe forgets a key after a day: repeated with it, the refund would be made again.
  it("is looked up before it is requested again if the gateway has forgotten its key", async () => {
    const fake = await aGateway();
    const made = await paidThrough(fake);
    await refund(made, 600);
    fake.trouble("cuts its answer");
    await makeCalls();
    fake.forgetKeys();
    await db().execute(
      sql`update calls set created_at = created_at - interval '23 hours 30 minutes' where status = 'unknown'`,
    );
    await dueNow();
    await makeCalls();
    expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
    expect(refundedThere(fake)).toBe(600);
    expect(fake.asked.at(-1)).toMatchObject({ method: "GET" });
  });

  // An authentication failure after a key was replaced says nothing about a request made with the old one.
  it("stays unknown while our key is refused, and is found with the next key", async () => {
    const fake = await aGateway();
    const made = await paidThrough(fake);
    await refund(made, 600);
    fake.trouble("cuts its answer");
    await makeCalls();
    await db().execute(sql`update calls set created_at = created_at - interval '23.5 hours' where status = 'unknown'`);
    fake.set({ key: "another" });
    await dueNow();
    await makeCalls();
    expect(await orderNow(made)).toMatchObject({
      refunds: [{ status: "unknown" }],
      refundable: { amountMinor: 1400 },
    });
    const { items } = (await call(provider.listCalls, { orderId: made.id })).body;
    expect(items[0]).toMatchObject({ status: "unknown", says: "The key is wrong." });
    fake.set({ key: testKey });
    await dueNow();
    await makeCalls();
    expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
    expect(refundedThere(fake)).toBe(600);
  });

  it("is left to a person a day later, even if the gateway is only busy", async () => {
    const fake = await aGateway();
    const made = await paidThrough(fake);
    await refund(made, 600);
    fake.trouble("cuts its answer");
    await makeCalls();
    await db().execute(sql`update calls set created_at = created_at - interval '25 hours' where status = 'unknown'`);
    fake.trouble("is busy");
    await dueNow();
    await makeCalls();
    const { items } = (await call(provider.listCalls, { orderId: made.id, needsDecision: true })).body;
    expect(items).toHaveLength(1);
    await call(payment.decide, { id: items[0]!.id, happened: false });
    expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "failed" }] });
  });

  // Whoever then decided that it had not been made would undo what the gateway has confirmed, and could refund it again.
  it.each(["succeeded", "failed"])("is left to nobody once the gateway has reported that it has %s", async (status) => {
    const fake = await aGateway();
    const made = await paidThrough(fake);
    await refund(made, 600);
    fake.trouble("cuts its answer");
    await makeCalls();
    await db().execute(sql`update calls set due_at = null where status = 'unknown'`);
    const [stuck] = (await call(provider.listCalls, { orderId: made.id, needsDecision: true })).body.items;
    const { id: refundId, reference, paymentId } = fake.refunds.at(-1)!;
    const told = { refundId, paymentId, reference, amountMinor: 600, currency: "INR", message: "no" };
    await tell(anEvent(`refund.${status}`, told));
    await takeInbox();
    expect((await call(provider.listCalls, { orderId: made.id, needsDecision: true })).body.items).toEqual([]);
    const happened = status === "failed";
    expect(await call(payment.decide, { id: stuck!.id, happened })).toMatchObject({ status: 409 });
    expect(await orderNow(made)).toMatchObject({ refunds: [{ status }] });
  });

  it("waits while the gateway cannot be reached, and is made once it can", async () => {
    const fake = await aGateway();
    const made = await paidThrough(fake);
    await refund(made, 600);
    fake.trouble("is busy");
    await makeCalls();
    expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "pending" }] });
    await db().execute(sql`update providers set paused_until = null`);
    await dueNow();
    await makeCalls();
    expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
  });
});

it("is not retried in a loop if a busy gateway says to wait zero seconds", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  await refund(made, 600);
  for (let nth = 0; nth < 5; nth++) fake.trouble("is busy for 0 s");
  await makeCalls();
  expect(fake.asked.filter(({ path }) => path.endsWith("/refunds"))).toHaveLength(1);
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "pending" }] });
  for (let nth = 0; nth < 5; nth++) {
    await dueNow();
    await makeCalls();
  }
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
});

describe("kill -9 of the worker", () => {
  const asked = (fake: TestFake) =>
    fake.asked.filter(({ method, path }) => method === "POST" && path.endsWith("/refunds"));
  const until = async (holds: () => boolean | Promise<boolean>) => {
    while (!(await holds())) await new Promise((later) => setTimeout(later, 5));
  };
  /** Settling the refund waits for this row until the work is done. */
  const holding = (made: Order, work: () => Promise<unknown>) =>
    db().transaction(async (tx) => {
      await tx.execute(sql`select 1 from orders where id = ${made.id} for update`);
      await work();
    });

  it.each([
    ["before the gateway has begun", "hangs before"],
    ["after the gateway has done it, before its answer", "hangs after"],
  ] as const)("%s leaves one refund at the gateway and here", async (_, trouble) => {
    const fake = await aGateway();
    const made = await paidThrough(fake);
    await refund(made, 800);
    fake.trouble(trouble);
    const worker = await aCallMaker();
    worker.begin();
    await until(() => asked(fake).length === 1);
    await worker.kill();
    await dueNow();
    await makeCalls();
    expect(await orderNow(made)).toMatchObject({
      refunds: [{ status: "succeeded" }],
      paymentStatus: "partiallyRefunded",
    });
    expect(refundedThere(fake)).toBe(800);
  });

  it("after the answer, while it is settled, leaves one refund at the gateway and here", async () => {
    const fake = await aGateway();
    const made = await paidThrough(fake);
    await refund(made, 800);
    const worker = await aCallMaker();
    await holding(made, async () => {
      worker.begin();
      await untilSomebodyWaits();
      expect(fake.refunds).toHaveLength(1);
      await worker.kill();
    });
    expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "pending" }] });
    await dueNow();
    await makeCalls();
    expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
    expect(refundedThere(fake)).toBe(800);
  });

  // Wherever that is: the times are spread over its whole run.
  it("at ten other moments leaves one refund at the gateway and here", { timeout: 120_000 }, async () => {
    const fake = await aGateway();
    for (let nth = 0; nth < 10; nth++) {
      const made = await paidThrough(fake);
      await refund(made, 800);
      const before = fake.refunds.length;
      const worker = await aCallMaker();
      worker.begin();
      await new Promise((later) => setTimeout(later, nth * 12));
      await worker.kill();
      await dueNow();
      await makeCalls();
      expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
      expect(fake.refunds.length - before).toBe(1);
    }
  });
});

// The one case where neither a repetition nor a lookup can settle it.
it("is decided by a person if it cannot be found out, and only then", async () => {
  const fake = await aGateway();
  const [one, other] = [await paidThrough(fake), await paidThrough(fake)];
  for (const made of [one, other]) {
    await refund(made, 300);
    fake.trouble("cuts its answer");
    await makeCalls();
  }
  const callOf = async (made: Order) => (await call(provider.listCalls, { orderId: made.id })).body.items[0]!;
  const still = await callOf(one);
  expect((await call(payment.decide, { id: still.id, happened: true })).body.error).toMatchObject({
    code: "call.stillTrying",
  });
  await db().execute(sql`update calls set due_at = null where status = 'unknown'`);
  await call(payment.decide, { id: still.id, happened: true, reference: "refund_seen" });
  const otherCall = await callOf(other);
  expect(
    (await call(payment.decide, { id: otherCall.id, happened: true, reference: "refund_seen" })).body.error,
  ).toEqual(expect.objectContaining({ code: "refund.recorded", detail: { orderId: one.id } }));
  expect(await call(payment.decide, { id: otherCall.id, happened: false, reference: "refund_other" })).toMatchObject({
    status: 400,
    body: { error: { detail: { issues: [{ path: "reference" }] } } },
  });
  await call(payment.decide, { id: otherCall.id, happened: false });
  expect(await orderNow(one)).toMatchObject({ refunds: [{ status: "succeeded", gatewayRefundId: "refund_seen" }] });
  expect(await orderNow(other)).toMatchObject({ refunds: [{ status: "failed" }], refundable: { amountMinor: 2000 } });
  expect((await call(payment.decide, { id: still.id, happened: false })).body.error).toMatchObject({
    code: "call.settled",
  });
});

// The gateway was asked for it every two minutes without end, and what staff decided ended in a fault.
it("that would refund more than was paid is tried ever less often for a day, and then left to staff", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  await refund(made, 417);
  const rest = { refundId: `rest_${made.id}`, paymentId: made.payments[0]!.reference, reference: null };
  const whole = { ...rest, amountMinor: 2000, currency: "INR" };
  await tell(anEvent("refund.succeeded", whole));
  await takeInbox();
  const waitSeconds: number[] = [];
  for (let nth = 0; nth < 4; nth++) {
    await makeCalls();
    const [row] = await db().execute<{ seconds: number; held: boolean }>(sql`
      select extract(epoch from due_at - clock_timestamp())::float8 as seconds, claim_id is not null as held
      from calls where order_id = ${made.id}`);
    expect(row).toMatchObject({ held: false });
    waitSeconds.push(row!.seconds);
    await dueNow();
  }
  expect(waitSeconds.every((one, nth) => nth === 0 || one > waitSeconds[nth - 1]!)).toBe(true);
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "unknown" }, { status: "succeeded" }] });

  await db().execute(sql`update calls set created_at = created_at - interval '1 day' where order_id = ${made.id}`);
  await makeCalls();
  const { items } = (await call(provider.listCalls, { orderId: made.id })).body;
  expect(items).toMatchObject([{ status: "unknown", needsDecision: true, says: expect.stringContaining("gateway") }]);
  const decided = (happened: boolean) => call(payment.decide, { id: items[0]!.id, happened });
  expect(await decided(true)).toMatchObject({ status: 409, body: { error: { code: "refund.abovePaid" } } });
  await tell(anEvent("refund.failed", { ...whole, message: "The account is closed." }));
  await takeInbox();
  expect(await decided(true)).toMatchObject({ status: 200 });
  expect(await orderNow(made)).toMatchObject({ refunded: { amountMinor: 417 } });
});

it("made in the gateway's own dashboard counts here too, once", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  const told = {
    refundId: "re_dashboard",
    paymentId: made.payments[0]!.reference,
    reference: null,
    amountMinor: 450,
    currency: "INR",
  };
  for (let nth = 0; nth < 3; nth++) await tell(anEvent("refund.succeeded", told));
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({
    paymentStatus: "partiallyRefunded",
    refunds: [{ status: "succeeded", madeElsewhere: true, amount: { amountMinor: 450 } }],
    refundable: { amountMinor: 1550 },
  });

  // The gateway will refuse it, since by then nothing is left.
  await refund(made, 1000);
  await tell(anEvent("refund.succeeded", { ...told, refundId: "re_rest", amountMinor: 1550 }));
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({
    paymentStatus: "refunded",
    refundable: { amountMinor: 0 },
    payments: [{ refundable: { amountMinor: 0 } }],
  });
  expect((await settled()).filter(({ number }) => number === 12)).toEqual([]);
});

it("made in the gateway's own dashboard and reported three times at once counts once, without a fault", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  const of = { refundId: `dashboard_${made.id}`, paymentId: made.payments[0]!.reference!, ...made.payments[0]!.amount };
  const told = (state: "pending" | "succeeded") =>
    inChange(system("take-inbox"), (change) =>
      takeHappened(change, "test", { is: "refundMadeElsewhere", ...of, amountMinor: 500, state }),
    );
  let all: Promise<unknown> | undefined;
  await db().transaction(async (tx) => {
    await tx.execute(sql`select 1 from orders where id = ${made.id} for update`);
    all = Promise.all([told("pending"), told("succeeded"), told("succeeded")]);
    await untilSomebodyWaits({ count: 3 });
  });
  await all;
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }], refunded: { amountMinor: 500 } });
});

// Stripe had given up after three days of errors: it was pending for ever, and could be neither dismissed nor repeated.
it("that is pending is looked for once a day, because its outcome may not be reported", async () => {
  const fake = await aGateway();
  fake.set({ refundStatus: "pending" });
  const [arrives, fails] = [await paidThrough(fake), await paidThrough(fake)];
  for (const made of [arrives, fails]) await refund(made, 500);
  await makeCalls();
  const looks = async () => {
    const before = fake.asked.length;
    await followRefunds();
    await makeCalls();
    return fake.asked.length - before;
  };
  const daysLater = (days: number) =>
    db().execute(sql`
      update refunds set at = at - make_interval(days => ${days}), looked_at = looked_at - make_interval(days => ${days}),
        settled_at = settled_at - make_interval(days => ${days})
      where order_id in (${arrives.id}, ${fails.id})`);
  expect(await looks()).toBe(0);
  await daysLater(1);
  expect(await looks()).toBe(2);
  expect(await looks()).toBe(0);
  expect((await orderNow(arrives)).refunds).toMatchObject([{ status: "pending" }]);
  const { id } = (await orderNow(arrives)).refunds[0]!;
  for (const [place, made] of fake.refunds.entries())
    fake.refunds[place] = { ...made, status: made.reference === id ? "succeeded" : "failed" };
  await daysLater(1);
  expect(await looks()).toBe(2);
  expect(await orderNow(arrives)).toMatchObject({
    paymentStatus: "partiallyRefunded",
    refunds: [{ status: "succeeded", gatewayRefundId: fake.refunds.find(({ reference }) => reference === id)!.id }],
  });
  expect(await orderNow(fails)).toMatchObject({ paymentStatus: "paid", refunds: [{ status: "failed" }] });
  await daysLater(1);
  expect(await looks()).toBe(0);
  // The bank returns it weeks later, and nobody reports that either: the customer was told that it had arrived.
  await daysLater(6);
  // Neither a fault of the gateway's, nor a wrong key, nor an answer that it is still at it uses up this look.
  fake.trouble("faults after");
  expect(await looks()).toBe(1);
  fake.set({ key: "another" });
  await dueNow();
  expect(await looks()).toBe(1);
  fake.set({ key: testKey });
  fake.trouble("is still at it");
  await dueNow();
  expect(await looks()).toBe(1);
  await dueNow();
  expect(await looks()).toBe(1);
  expect(await looks()).toBe(0);
  expect(await orderNow(arrives)).toMatchObject({ paymentStatus: "partiallyRefunded" });
  const place = fake.refunds.findIndex(({ reference }) => reference === id);
  fake.refunds[place] = { ...fake.refunds[place]!, status: "failed" };
  await daysLater(23);
  expect(await looks()).toBe(1);
  expect(await orderNow(arrives)).toMatchObject({ paymentStatus: "paid", refunds: [{ status: "failed" }] });
  await daysLater(1);
  expect(await looks()).toBe(0);
});

// A refund that has succeeded is looked up only twice.
it.each([
  { status: 302, json: undefined, is: "unknown" },
  { status: 401, json: {}, is: "unknown" },
  { status: 403, json: undefined, is: "unknown" },
  { status: 404, json: undefined, is: "unknown" },
  { status: 408, json: {}, is: "unknown" },
  { status: 409, json: {}, is: "unknown" },
  { status: 404, json: {}, is: "refused" },
  { status: 400, json: {}, is: "refused" },
  { status: 200, json: {}, is: "refused" },
])("a look that is answered $status with $json is $is", async ({ is, ...answer }) => {
  const http = { send: async () => ({ headers: {}, ...answer }) } as unknown as Http;
  const find: NonNullable<Call<object, object, string>["find"]> = async ({ send }) =>
    ofSearch(noOf(await send({ method: "GET", url: "https://example.com" }), "refused", ""));
  expect(await lookUp(find, refused("refused", "Not there."))!.ask(http, {}, {})).toMatchObject({ is });
});

// Each waited for the other, and one was lost: the report, or the look-up of a hundred refunds.
it("is not looked up while its outcome is being recorded", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  await refund(made, 700);
  fake.set({ refundStatus: "pending" });
  await makeCalls();
  const { id: refundId } = (await orderNow(made)).refunds[0]!;
  await db().execute(sql`update refunds set at = at - interval '1 day' where id = ${refundId}`);
  const looked = await inChange(system("test"), async (change) => {
    await change.tx.execute(sql`select from orders where id = ${made.id} for update`);
    const looking = followRefunds();
    await untilSomebodyWaits();
    expect(
      await change.tx.execute(sql`select from refunds where id = ${refundId} for update skip locked`),
    ).toHaveLength(1);
    await settleRefund(change, { refundId, status: "succeeded" });
    return { looking };
  });
  await looked.looking;
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
  expect(await db().execute(sql`select from calls where does = 'followRefund' and subject_id = ${refundId}`)).toEqual(
    [],
  );
});

it("has its outcome even if it is reported long after the gateway was removed", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  await call(order.refund, { id: made.id, amountMinor: 700 });
  fake.set({ refundStatus: "pending" });
  await makeCalls();
  await call(provider.remove, { code: "test" });
  await db().execute(sql`update providers set removed_at = now() - interval '3 days'`);
  await removeOldProviderRows(within(60_000));
  const { id: refundId, reference, paymentId } = fake.refunds.at(-1)!;
  const told = { refundId, paymentId, reference, amountMinor: 700, currency: "INR" };
  expect(await tell(anEvent("refund.succeeded", told))).toMatchObject({ status: 200 });
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
  await removeOldProviderRows(within(60_000));
  expect(await tell(anEvent("refund.succeeded", told))).toMatchObject({ status: 404 });
});

it("is refused once the settings of its gateway are gone, and goes on as long as they are there", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  await call(provider.remove, { code: "test" });
  expect(await call(order.refund, { id: made.id, amountMinor: 700 })).toMatchObject({ status: 201 });
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
  await db().execute(sql`update providers set removed_at = now() - interval '3 days'`);
  await removeOldProviderRows(within(60_000));
  await nothingChanged(async () => {
    expect(await call(order.refund, { id: made.id, amountMinor: 700 })).toMatchObject({
      status: 409,
      body: { error: { code: "refund.impossible", detail: { why: expect.stringContaining("Set it up again") } } },
    });
  });
});

// It would only be refused later by a gateway that has never heard of the payment.
it.each(["test", "live"] as const)(
  "of a payment in %s mode is refused while its gateway is set up in the other",
  async (mode) => {
    const inMode = async (which: "test" | "live") => {
      const settings = { secretKey: `sk_${which}_1234567890`, webhookSecret: "whsec_1" };
      expect(await call(provider.configure, { code: "stripe", settings })).toMatchObject({ body: { mode: which } });
    };
    await inMode(mode);
    const { id } = await anOrder();
    const amount = { amountMinor: 1500, currency: "INR" };
    const paid = { is: "paymentSucceeded", paymentId: `pi_${id}`, ...amount } as const;
    await inChange(system("take-inbox"), (change) => takeHappened(change, "stripe", paid));
    const [unmatched] = (await call(payment.listUnmatched, {})).body.items;
    const orderPaid = await anOrder();
    const ofOrder = { ...paid, paymentId: `pi_${orderPaid.id}`, orderId: orderPaid.id, ...orderPaid.totals!.total };
    await inChange(system("take-inbox"), (change) => takeHappened(change, "stripe", ofOrder));
    const both = async () => [
      await call(order.refund, { id: orderPaid.id }),
      await call(payment.refundUnmatched, { id: unmatched!.id }),
    ];

    await inMode(mode === "test" ? "live" : "test");
    await nothingChanged(async () => {
      const why = expect.stringContaining(`paid in ${mode} mode`);
      const refused = { status: 409, body: { error: { code: "refund.impossible", detail: { why } } } };
      expect(await both()).toMatchObject([refused, refused]);
    });
    await inMode(mode);
    expect((await both()).map(({ status }) => status)).toEqual([201, 200]);
  },
);

it("that the bank returns days later has failed, and can be made again", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  await refund(made);
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ paymentStatus: "refunded" });
  const [{ id, reference }] = fake.refunds as [TestFake["refunds"][number]];
  const told = { refundId: id, paymentId: made.payments[0]!.reference, reference, amountMinor: 2000, currency: "INR" };
  await tell(anEvent("refund.failed", { ...told, message: "The account is closed." }));
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({
    paymentStatus: "paid",
    refunds: [{ status: "failed", says: "The account is closed." }],
    refundable: { amountMinor: 2000 },
  });
});

it("is refused with a reason if it is impossible, without a call", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  const [byHand, atTheDoor] = [await anOrder({ paid: true }), await anOrder({ payment: "cod" })];
  const before = fake.asked.length;
  await nothingChanged(async () => {
    for (const amountMinor of [0, -1, 1.5, "10", 2 ** 60]) {
      const rawBody = JSON.stringify({ amountMinor });
      expect(await call(order.refund, { id: made.id }, { rawBody })).toMatchObject({ status: 400 });
    }
    expect(await refund(made, 2001)).toMatchObject({
      status: 409,
      body: { error: { code: "refund.aboveRemaining", detail: { remaining: { amountMinor: 2000 } } } },
    });
    expect(await refund(byHand)).toMatchObject({
      status: 409,
      body: { error: { code: "refund.impossible", detail: { why: expect.stringContaining("by hand") } } },
    });
    expect((await refund(atTheDoor)).status).toBe(409);
    const paymentId = byHand.payments[0]!.id;
    expect(await call(order.refund, { id: made.id, paymentId })).toMatchObject({ status: 404 });
  });
  await makeCalls();
  expect(fake.asked).toHaveLength(before);
});

/** Paid at Chargebee, which makes refunds only itself. */
async function paidAtChargebee(): Promise<order.Order> {
  const settings = { site: "acme-test", apiKey: "test_1", webhookUser: "store", webhookPassword: "made up" };
  await call(provider.configure, { code: "chargebee", settings });
  const made = await anOrder({ payment: "chargebee" });
  const { amountMinor, currency } = made.totals!.total;
  const taken = { gateway: "chargebee", paymentId: "txn_1", orderId: made.id, amountMinor, currency };
  await inChange(system("test"), (change) => takePayment(change, taken));
  return made;
}

// A refusal must say where the refund can be made: otherwise the customer leaves without the money.
it.each([
  ["cash on delivery", () => anOrder({ payment: "cod", paid: true }), "by hand"],
  ["money that was taken by hand", () => anOrder({ paid: true }), "by hand"],
  ["subscription billing", paidAtChargebee, "Chargebee manages its own credit notes. Refund the payment in Chargebee."],
])("of %s is refused, and the refusal says how the money can be refunded", async (_, given, why) => {
  const made = await given();
  expect(await orderNow(made)).toMatchObject({ paymentStatus: "paid", refundable: { amountMinor: 0 } });
  await nothingChanged(async () => {
    for (const amountMinor of [undefined, 1]) {
      expect(await refund(made, amountMinor)).toMatchObject({
        status: 409,
        body: { error: { code: "refund.impossible", detail: { why: expect.stringContaining(why) } } },
      });
    }
  });
});
