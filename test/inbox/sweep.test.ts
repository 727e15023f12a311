/** Behind the wake-ups: work whose message was lost is found within a minute. */
import { afterAll, beforeAll, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { overdueWork } from "#core/provider/overdue";
import { handler as sweepWork } from "#functions/schedule/sweep-work";
import { queues } from "#functions/wiring";
import { type Cloud, startCloud } from "#local/cloud/cloud";
import { call } from "../support/call.ts";
import {
  aGateway,
  dueNow,
  makeCalls,
  orderNow,
  paidThrough,
  paymentEvent,
  takeInbox,
  tell,
} from "../support/given/gateways.ts";
import { anOrder } from "../support/given/orders.ts";
import { invocation } from "../support/invocation.ts";
import { purge, receiveFrom } from "../support/queues.ts";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(() => cloud.stop());

const queueOf = (name: string) => cloud.urlOf(queues.find((queue) => queue.name === name)!);
const messagesIn = async (name: string) => (await receiveFrom(queueOf(name))).length;

// A queue in memory dies with its process: the rows are all that is left of a payment and of a refund.
it("gateway events and calls are processed even if their wake-ups were lost", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  const { id, totals } = await anOrder({ payment: "test" });
  await tell(paymentEvent(fake, { orderId: id, ...totals!.total }));
  await call(order.refund, { id: made.id, amountMinor: 700 });
  for (const name of ["inbox", "calls"]) {
    expect(await messagesIn(name), name).toBeGreaterThan(0);
    await purge(queueOf(name));
    expect(await messagesIn(name), name).toBe(0);
  }
  await dueNow();
  await sweepWork({}, invocation);
  for (const name of ["inbox", "calls"]) expect(await messagesIn(name), name).toBe(1);
  await takeInbox();
  await makeCalls();
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid" });
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
  for (const name of ["inbox", "calls"]) await purge(queueOf(name));
  await sweepWork({}, invocation);
  for (const name of ["inbox", "calls"]) expect(await messagesIn(name), name).toBe(0);
});

// A run that finds nothing costs as much as one that finds something.
it("the worker for provider calls is woken only if there is a call to make", async () => {
  const fake = await aGateway();
  const [plain, withPage] = [await anOrder({ payment: "test" }), await anOrder({ payment: "test" })];
  await call(order.requestPayment, { id: withPage.id, gateway: "test" });
  await makeCalls();
  await purge(queueOf("calls"));
  await tell(paymentEvent(fake, { orderId: plain.id, ...plain.totals!.total }));
  await takeInbox();
  expect(await messagesIn("calls")).toBe(0);
  // The payment page must no longer be used: the gateway is asked to close it.
  await tell(paymentEvent(fake, { orderId: withPage.id, ...withPage.totals!.total }));
  await takeInbox();
  expect(await messagesIn("calls")).toBeGreaterThan(0);
  await makeCalls();
  expect(fake.pages).toMatchObject([{ status: "closed" }]);
});

// Each event that comes in wakes the worker; a thousand at once need not wake it a thousand times.
it("many events at once wake the worker only a few times", async () => {
  const fake = await aGateway();
  await purge(queueOf("inbox"));
  const events = Array.from({ length: 40 }, () =>
    paymentEvent(fake, { orderId: "", amountMinor: 1, paymentId: "p_1" }),
  );
  await Promise.all(events.map((event) => tell(event)));
  const woken = await messagesIn("inbox");
  expect(woken).toBeGreaterThan(0);
  expect(woken).toBeLessThan(10);
  await takeInbox();
  const left = await db().$client`select 1 from inbox where status = 'new'`;
  expect(left).toHaveLength(0);
});

// A fault of ours while it is settled: it was tried every two minutes for ever, hidden in between, and nobody was told.
it("a call that no attempt settles is counted as stuck after its day", async () => {
  const fake = await aGateway();
  await call(order.refund, { id: (await paidThrough(fake)).id, amountMinor: 700 });
  const { stuck } = await overdueWork();
  await db().execute(sql`
    update calls set attempts = 700, due_at = clock_timestamp() + interval '2 minutes', created_at = now() - interval '27 hours'
    where does = 'refund' and status = 'asked'`);
  expect(await overdueWork()).toMatchObject({ calls: 0, stuck: stuck + 1 });
});

// The alarm would ring for hours for what only waits for its provider, and never for what waits for staff.
it("a call to a paused provider is not overdue, and one that only staff can decide is stuck", async () => {
  const fake = await aGateway();
  const { id } = await paidThrough(fake);
  await makeCalls();
  await call(order.refund, { id, amountMinor: 700 });
  await dueNow();
  const pausedFor = (minutes: number) =>
    db().execute(
      sql`update providers set paused_until = now() + make_interval(mins => ${minutes}) where code = 'test'`,
    );
  const { calls, stuck } = await overdueWork();
  await pausedFor(5);
  expect(await overdueWork()).toEqual({ calls: 0, inbox: 0, stuck });
  await pausedFor(-1);
  expect(await overdueWork()).toEqual({ calls, inbox: 0, stuck });
  await db().execute(sql`
    update calls set status = 'unknown', due_at = null where order_id = ${id} and does = 'refund' and status = 'asked'`);
  expect(await overdueWork()).toEqual({ calls: calls - 1, inbox: 0, stuck: stuck + 1 });
});

// Whatever could not be done kept all that came after it from being done, for as long as it lasted.
it("a step that fails holds up no later one, and the sweep counts as failed", async () => {
  const fake = await aGateway();
  const { id, totals } = await anOrder({ payment: "test" });
  await tell(paymentEvent(fake, { orderId: id, ...totals!.total }));
  await purge(queueOf("inbox"));
  await dueNow();
  await db().execute(sql`alter table payment_requests rename to away`);
  try {
    await expect(sweepWork({}, invocation)).rejects.toThrow(
      "Failed: payment pages, unreported payments, late payments, pending payments.",
    );
  } finally {
    await db().execute(sql`alter table away rename to payment_requests`);
  }
  expect(await messagesIn("inbox")).toBe(1);
  await takeInbox();
});
