/**
 * Payments that arrive in great numbers are processed together; the result for each is the same as if it had come
 * alone.
 */

import { expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as payment from "#core/contract/payment";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { statementsOf, untilSomebodyWaits } from "../support/database-asked.ts";
import { aGateway, orderNow, paymentEvent, takeInbox, tell } from "../support/given/gateways.ts";
import { anOrder } from "../support/given/orders.ts";
import { aVariantInStock, expectStockToAddUp, stockLevelAt } from "../support/given/stock.ts";

const total = { amountMinor: 1000, currency: "INR" };

async function unpaidOrders(count: number) {
  const place = await aVariantInStock(count, { priceMinor: 1000 });
  const lines = [{ place, quantity: 1 }];
  const made = await Promise.all(Array.from({ length: count }, () => anOrder({ payment: "test", lines })));
  return { place, made };
}

it("each order is confirmed, its stock committed, and its event emitted once", async () => {
  const fake = await aGateway();
  const { place, made } = await unpaidOrders(30);
  await Promise.all(made.map(({ id }) => tell(paymentEvent(fake, { orderId: id, ...total }))));
  await takeInbox();
  for (const { id } of made) {
    expect(await orderNow({ id })).toMatchObject({
      ...{ status: "confirmed", paymentStatus: "paid", unpaidSince: null },
      payments: [{ kind: "captured", method: "test", reference: `payment_of_${id}`, amount: total, mode: "test" }],
    });
  }
  expect(await stockLevelAt(place)).toEqual({ onHand: 30, reserved: 0, committed: 30 });
  const ids = made.map(({ id }) => id);
  const told = await db().execute(sql`
    select subject_id, count(*)::integer as times from events
    where name = 'order.paid' and subject_id = any(${sql.param(ids)}) group by subject_id`);
  expect(told.map(({ times }) => times)).toEqual(ids.map(() => 1));
  const [written] = await db().execute(sql`
    select count(distinct subject_id)::integer as entries from audit
    where action = 'gateway.receive' and subject_id = any(${sql.param(ids)})`);
  expect(written).toEqual({ entries: 30 });
  await expectStockToAddUp();
});

// On a busy day hundreds arrive per second, and the database has other work too.
it("twenty take as many statements as two", async () => {
  const fake = await aGateway();
  const countOf = async (count: number) => {
    const { made } = await unpaidOrders(count);
    await Promise.all(made.map(({ id }) => tell(paymentEvent(fake, { orderId: id, ...total }))));
    const made_ = await statementsOf(() => takeInbox());
    return made_.filter(({ text }) => text.includes("payments") || text.includes("orders")).length;
  };
  const few = await countOf(2);
  expect(await countOf(20)).toBe(few);
});

it("known payments are looked up one by one: a store's payments are not all read", async () => {
  const fake = await aGateway();
  const { made } = await unpaidOrders(2);
  await Promise.all(made.map(({ id }) => tell(paymentEvent(fake, { orderId: id, ...total }))));
  const asked = await statementsOf(() => takeInbox());
  const lookUp = asked.find(({ text }) => text.includes("gateway_payment_id = payment_id"))!;
  const plan = await db().$client.unsafe(`explain ${lookUp.text}`, lookUp.parameters as never[]);
  expect(JSON.stringify(plan)).toContain("SubPlan");
  expect(JSON.stringify(plan)).not.toContain("hashed");
});

it("one that fits no order, is already known or is for a cancelled order is kept as if it had arrived alone", async () => {
  const fake = await aGateway();
  const { made } = await unpaidOrders(8);
  const [plain, twice, tooLittle, cancelled, known, ...others] = made;
  await tell(paymentEvent(fake, { orderId: known!.id, ...total }));
  await takeInbox();
  await call(order.cancel, { id: cancelled!.id });
  const tellings = [
    paymentEvent(fake, { orderId: plain!.id, ...total }),
    paymentEvent(fake, { orderId: twice!.id, ...total }),
    paymentEvent(fake, { orderId: twice!.id, paymentId: "a_second_one", ...total }),
    paymentEvent(fake, { orderId: tooLittle!.id, ...total, amountMinor: 999 }),
    paymentEvent(fake, { orderId: cancelled!.id, ...total }),
    paymentEvent(fake, { orderId: known!.id, ...total }),
    paymentEvent(fake, { orderId: "", paymentId: "for_nobody", ...total }),
    ...others.map(({ id }) => paymentEvent(fake, { orderId: id, ...total })),
  ];
  await Promise.all(tellings.map((event) => tell(event)));
  await takeInbox();
  for (const { id } of [plain!, twice!, known!, ...others]) {
    const { paymentStatus, payments } = await orderNow({ id });
    expect([paymentStatus, payments?.length]).toEqual(["paid", 1]);
  }
  const { body } = await call(payment.listUnmatched, {});
  const reasons = body.items.map((item) => [item.order?.id, item.reason]);
  expect(reasons.toSorted()).toEqual(
    [
      [twice!.id, "alreadyPaid"],
      [tooLittle!.id, "otherAmount"],
      [cancelled!.id, "cancelled"],
      [undefined, "unknownOrder"],
    ].toSorted(),
  );
  const [left] = await db().execute(sql`select count(*)::integer as count from inbox where status in ('new', 'stuck')`);
  expect(left).toEqual({ count: 0 });
});

// A clerk's edit that takes long must not keep other customers' orders unpaid.
it("a locked order holds up no other", async () => {
  const fake = await aGateway();
  const { made } = await unpaidOrders(6);
  const [held, ...others] = made;
  await Promise.all(made.map(({ id }) => tell(paymentEvent(fake, { orderId: id, ...total }))));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>();
  const holding = db().transaction(async (tx) => {
    await tx.execute(sql`select from orders where id = ${held!.id} for update`);
    holds();
    await released;
  });
  await isHeld;
  const taking = takeInbox();
  await untilSomebodyWaits();
  for (const { id } of others) expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid" });
  expect(await orderNow({ id: held!.id })).toMatchObject({ paymentStatus: "unpaid" });
  release();
  await Promise.all([holding, taking]);
  expect(await orderNow({ id: held!.id })).toMatchObject({ paymentStatus: "paid" });
});

// Each writes its customers' figures at its commit: without a fixed order they would deadlock.
it("for the same customers, by several workers at once, are counted without a deadlock reaching a caller", async () => {
  const fake = await aGateway();
  const { made } = await unpaidOrders(40);
  await Promise.all(made.map(({ id }) => tell(paymentEvent(fake, { orderId: id, ...total }))));
  await Promise.all([takeInbox(), takeInbox(), takeInbox()]);
  for (const { id } of made) expect((await orderNow({ id })).payments).toHaveLength(1);
  const [lost] = await db().execute(
    sql`select deadlocks::integer from pg_stat_database where datname = current_database()`,
  );
  expect(lost).toEqual({ deadlocks: 0 });
});
