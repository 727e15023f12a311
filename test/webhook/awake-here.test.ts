/**
 * In a process with both the subscriber and the senders, an event needs no message on its way from one to the other.
 */
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { db } from "#core/db/client";
import { stayAwakeHere } from "#core/webhook/awake-here";
import { deliveryLease } from "#core/webhook/delivery-lease";
import { queues } from "#functions/wiring";
import { handler as sendFast } from "#functions/worker/send-deliveries";
import { makeQueue } from "#local/cloud/cloud";
import { embedQueues } from "#local/cloud/embedded-queues";
import { anEndpoint } from "../support/given/webhooks.ts";
import { invocation } from "../support/invocation.ts";
import { countIn, purge } from "../support/queues.ts";
import { aReceiver } from "../support/receiver.ts";
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
  await anEndpoint(receiver.url);
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
