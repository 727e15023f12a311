/**
 * In a process with both the subscriber and the senders, an event needs no message on its way from one to the other.
 */
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import * as webhook from "#core/contract/webhook";
import { db } from "#core/db/client";
import { stayAwakeHere } from "#core/webhook/awake-here";
import { deliveryLease } from "#core/webhook/delivery-lease";
import { fanOut } from "#core/webhook/fan-out";
import { queues } from "#functions/wiring";
import { handler as sendFast } from "#functions/worker/send-deliveries";
import { makeQueue } from "#local/cloud/cloud";
import { embedQueues } from "#local/cloud/embedded-queues";
import { call } from "../support/call.ts";
import { anEndpoint, rowsOf, someDeliveries, someEvents } from "../support/given/webhooks.ts";
import { invocation } from "../support/invocation.ts";
import { countIn, purge } from "../support/queues.ts";
import { answer, aReceiver, isGenuine } from "../support/receiver.ts";
import { aFullSender, fannedOut, wakeUp } from "../support/subscribed.ts";

let stopQueues: () => Promise<void>;
beforeAll(async () => {
  stopQueues = await embedQueues();
  for (const queue of queues.filter(({ name }) => name.endsWith("deliveries")))
    process.env[queue.variable] = await makeQueue(queue);
  stayAwakeHere();
});
afterAll(() => stopQueues());
beforeEach(async () => {
  await db().$client`truncate webhook_deliveries, webhook_senders`;
  await db().$client`delete from webhook_endpoints`;
  await purge(process.env["DELIVERIES_QUEUE_URL"]!);
});

const messages = () => countIn(process.env["DELIVERIES_QUEUE_URL"]!, "");
/** On a busy machine an event may take longer than the half second for which a sender counts as awake. */
function aSlowClock() {
  const now = performance.now.bind(performance);
  const slowly = vi.spyOn(performance, "now").mockImplementation(() => now() / 20);
  onTestFinished(() => slowly.mockRestore());
  return slowly;
}

it("a sender with nothing left waits for new rows and sends them at once, and ends after an idle second", async () => {
  const receiver = await aReceiver();
  const { id, secret } = await anEndpoint(receiver.url);
  await fannedOut(1);
  expect(await messages()).toBe(1);
  await purge(process.env["DELIVERIES_QUEUE_URL"]!);
  let isAwake = true;
  const slowly = aSlowClock();
  const ended = sendFast(wakeUp, invocation).finally(() => (isAwake = false));
  await receiver.has(1);
  const claims = vi.spyOn(deliveryLease, "claim");
  onTestFinished(() => claims.mockRestore());
  for (let nth = 1; nth <= 20; nth++) {
    await receiver.has(nth);
    await fannedOut(1);
  }
  await receiver.has(21);
  // Each row was claimed for the sender by the statement that wrote it.
  expect(claims).not.toHaveBeenCalled();
  expect(receiver.received.every((request) => isGenuine(request, secret))).toBe(true);
  expect((await rowsOf(id)).every(({ attempts }) => attempts === 1)).toBe(true);
  expect(isAwake).toBe(true);
  expect(await messages()).toBe(0);
  slowly.mockRestore();
  await ended;
  await fannedOut(1);
  expect(await messages()).toBe(1);
});

it("a second sender of the lane does not wait as well", async () => {
  const receiver = await aReceiver();
  await anEndpoint(receiver.url);
  await fannedOut(1);
  let isAwake = true;
  const first = sendFast(wakeUp, invocation).finally(() => (isAwake = false));
  await receiver.has(1);
  await sendFast(wakeUp, invocation);
  expect(isAwake).toBe(true);
  await first;
});

it("a sender that is stopping does not wait", async () => {
  const receiver = await aReceiver();
  await anEndpoint(receiver.url);
  await fannedOut(1);
  let left = 60_000;
  const ended = sendFast(wakeUp, { ...invocation, getRemainingTimeInMillis: () => left });
  await receiver.has(1);
  left = 0;
  await ended;
  await fannedOut(1);
  expect(receiver.received).toHaveLength(1);
});

it("one without free slots for an endpoint is not relied on: others are woken to help, and it gets the rows of another endpoint", async () => {
  const { letGo } = await aFullSender();
  await purge(process.env["DELIVERIES_QUEUE_URL"]!);
  const woken = async () => {
    await fannedOut(1);
    return messages();
  };
  await expect.poll(woken, { interval: 100 }).toBeGreaterThan(0);
  const [held] = await db()
    .$client`select count(*)::integer as rows from webhook_deliveries where claim_id is not null`;
  expect(held).toEqual({ rows: 10 });
  const claims = vi.spyOn(deliveryLease, "claim");
  onTestFinished(() => claims.mockRestore());
  const other = await aReceiver();
  await anEndpoint(other.url);
  await fannedOut(1);
  await other.has(1);
  expect(claims).not.toHaveBeenCalled();
  await letGo();
});

/** A sender with five of its ten slots for an endpoint taken, until the receiver is told how to answer. */
async function aHalfFullSender(timeLeftMs = () => 180_000) {
  const waiting: (() => void)[] = [];
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(receiver.url);
  await fannedOut(1);
  const ended = sendFast(wakeUp, { ...invocation, getRemainingTimeInMillis: timeLeftMs });
  await receiver.has(1);
  receiver.behave = (...request) => waiting.push(() => receiver.behave(...request));
  await fannedOut(5);
  await receiver.has(6);
  const answerAll = (status: number) => {
    receiver.behave = answer(status);
    for (const goOn of waiting) goOn();
  };
  return { receiver, endpoint, ended, answerAll };
}

it("rows still held when the time is up are given back uncounted, and those begun were their first attempts", async () => {
  let left = 60_000;
  const { receiver, endpoint, ended, answerAll } = await aHalfFullSender(() => left);
  await someDeliveries(10);
  await receiver.has(11);
  left = 0;
  const held = async () => (await rowsOf(endpoint.id)).filter(({ claimId }) => claimId !== null);
  await expect.poll(async () => (await held()).length, { interval: 20 }).toBe(10);
  answerAll(500);
  await ended;
  const rows = (await rowsOf(endpoint.id)).slice(1).toSorted((one, other) => other.attempts - one.attempts);
  expect(rows.map(({ attempts, lastStatus }) => ({ attempts, lastStatus }))).toEqual([
    ...Array.from({ length: 10 }, () => ({ attempts: 1, lastStatus: 500 })),
    ...Array.from({ length: 5 }, () => ({ attempts: 0, lastStatus: null })),
  ]);
  // As after every first failure.
  expect(Math.max(...rows.map(({ dueInSeconds }) => dueInSeconds!))).toBeLessThanOrEqual(2);
  expect(receiver.received).toHaveLength(11);
});

it("rows still held when the secret changes are signed with the new one", async () => {
  const { receiver, endpoint, ended, answerAll } = await aHalfFullSender();
  await someDeliveries(10);
  await receiver.has(11);
  const { body } = await call(webhook.rotateSecret, { id: endpoint.id });
  answerAll(200);
  await receiver.has(16);
  const [before, after] = [receiver.received.slice(0, 11), receiver.received.slice(11)];
  expect(before.every((request) => isGenuine(request, endpoint.secret))).toBe(true);
  expect(after.every((request) => isGenuine(request, body.secret))).toBe(true);
  await ended;
});

it("a sender does not end while it waits for rows, and gives them back if its time is up when they come", async () => {
  let left = 60_000;
  let isAwake = true;
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(receiver.url);
  const ended = sendFast(wakeUp, { ...invocation, getRemainingTimeInMillis: () => left }).finally(
    () => (isAwake = false),
  );
  await someDeliveries(1);
  await receiver.has(1);
  const ids = await someEvents(1);
  const looks = vi.spyOn(deliveryLease, "due");
  onTestFinished(() => looks.mockRestore());
  let fannedOut: Promise<unknown> | undefined;
  await db().$client.begin(async (tx) => {
    await tx`select from events where id = any(${ids}) for update`;
    fannedOut = fanOut(ids);
    // A look that is under way when the clock leaps seems to take ten seconds, and the next would be a hundred later.
    await vi.waitFor(() => expect(looks).toHaveResolved());
    const now = performance.now.bind(performance);
    const later = vi.spyOn(performance, "now").mockImplementation(() => now() + 10_000);
    onTestFinished(() => later.mockRestore());
    looks.mockClear();
    await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(2), { timeout: 10_000 });
    expect(isAwake).toBe(true);
    left = 0;
  });
  await fannedOut;
  await ended;
  expect(receiver.received).toHaveLength(1);
  expect((await rowsOf(endpoint.id))[1]).toMatchObject({ attempts: 0, claimId: null });
});

it("hands over ten rows of an endpoint at most, and none of the slow lane", async () => {
  for (let nth = 0; nth < 2; nth++) await anEndpoint("http://127.0.0.1:9/slow");
  await db().$client`update webhook_endpoints set slow_share = 1`;
  const { receiver, endpoint, ended, answerAll } = await aHalfFullSender();
  const claims = vi.spyOn(deliveryLease, "claim").mockResolvedValue([]);
  onTestFinished(() => claims.mockRestore());
  const next = await anEndpoint(receiver.url);
  await someDeliveries(15);
  const held = await db().$client`
    select endpoint_id as id, count(*)::integer as rows from webhook_deliveries where claim_id is not null
    group by 1 order by 1`;
  expect(held).toEqual([
    { id: endpoint.id, rows: 5 + 10 },
    { id: next.id, rows: 10 },
  ]);
  claims.mockRestore();
  answerAll(200);
  await ended;
});
