import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import type { SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { db } from "#core/db/client";
import { within } from "#core/time-left";
import { fanOut } from "#core/webhook/fan-out";
import { sweepDeliveries } from "#core/webhook/sweep";
import { wakeByQueue } from "#core/webhook/wake-by-queue";
import { handler as sweep } from "#functions/schedule/sweep-deliveries";
import { queues } from "#functions/wiring";
import { handler as subscribe } from "#functions/worker/fan-out-event";
import { handler as sendFast } from "#functions/worker/send-deliveries";
import { handler as sendSlow } from "#functions/worker/send-slow-deliveries";
import { makeQueue } from "#local/cloud/cloud";
import { embedQueues } from "#local/cloud/embedded-queues";
import {
  anEndpoint,
  manyDue,
  rowsOf,
  send,
  someDeliveries,
  someEvents,
  timePasses,
} from "../support/given/webhooks.ts";
import { invocation } from "../support/invocation.ts";
import { askedOf, flawsIn } from "../support/plans.ts";
import { aSubscriber } from "../support/processes.ts";
import { countIn, purge, receiveFrom, takenFrom } from "../support/queues.ts";
import { aReceiver } from "../support/receiver.ts";

const deliveryQueues = queues.filter(({ name }) => name.endsWith("deliveries"));

let stopQueues: () => Promise<void>;
beforeAll(async () => {
  stopQueues = await embedQueues();
  for (const queue of deliveryQueues) process.env[queue.variable] = await makeQueue(queue);
});
afterAll(() => stopQueues());
beforeEach(async () => {
  await db().$client`truncate webhook_deliveries`;
  await db().$client`delete from webhook_endpoints`;
  await purge(process.env["DELIVERIES_QUEUE_URL"]!);
  await purge(process.env["SLOW_DELIVERIES_QUEUE_URL"]!);
});

/** All messages that can be received from a queue now, as the worker gets them. */
const messagesIn = (variable = "DELIVERIES_QUEUE_URL") => takenFrom(process.env[variable]!);
/** Waiting messages, including delayed ones. */
const waitingIn = (variable: string) => messagesAt(process.env[variable]!);
const deadIn = (variable: string) => messagesAt(`${process.env[variable]}-dead`);
const messagesAt = (url: string) => countIn(url, "", "Delayed");
const batchOf = (...bodies: readonly unknown[]) =>
  ({
    Records: bodies.map((body, nth) => ({
      messageId: `m${nth}`,
      body: typeof body === "string" ? body : JSON.stringify(body),
    })),
  }) as SQSEvent;
const envelope = (id: string, name = "order.paid") => ({
  "detail-type": name,
  source: "quartermaster",
  detail: { id, name },
});
const wakeUp = batchOf({});
interface Entry {
  readonly Id: string;
  readonly DelaySeconds: number;
}
/** A server in place of the queue. Closed when the test ends. */
async function aServer(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
/** Moves the queue to another URL, or makes it unreachable, until it is put back or the test ends. */
function withoutQueue(url = "http://127.0.0.1:9") {
  const before = process.env["AWS_ENDPOINT_URL_SQS"];
  process.env["AWS_ENDPOINT_URL_SQS"] = url;
  const putBack = () => {
    process.env["AWS_ENDPOINT_URL_SQS"] = before;
  };
  onTestFinished(putBack);
  return putBack;
}

describe("the way from the bus to the receiver", () => {
  it("writes a row for every matching active endpoint, wakes the senders once, and they deliver", async () => {
    const receiver = await aReceiver();
    const matching = [
      await anEndpoint(receiver.url, { events: ["order.paid"] }),
      await anEndpoint(receiver.url, { events: ["order.*", "order.paid", "*"] }),
      await anEndpoint(receiver.url, { events: ["*"] }),
    ];
    const not = [
      await anEndpoint(receiver.url, { events: ["order.unpaid", "cart.*", "product.created"] }),
      await anEndpoint(receiver.url, { events: ["*"], active: false }),
    ];
    const [id] = await someEvents(1);
    expect(await subscribe(batchOf(envelope(id!)))).toEqual({ batchItemFailures: [] });
    expect(receiver.received).toHaveLength(0);
    const messages = await messagesIn();
    expect(messages.Records).toHaveLength(1);
    expect(await sendFast(messages, invocation)).toEqual({ batchItemFailures: [] });
    for (const endpoint of matching)
      expect(await rowsOf(endpoint.id)).toMatchObject([{ eventId: id, status: "delivered" }]);
    for (const endpoint of not) expect(await rowsOf(endpoint.id)).toEqual([]);
    expect(receiver.received).toHaveLength(3);
  });

  it("uses an event's row and not its message", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url, { events: ["order.*"] });
    const [id] = await someEvents(1, "cart.abandoned");
    await subscribe(batchOf(envelope(id!, "order.paid")));
    expect(await rowsOf(endpoint.id)).toEqual([]);
  });
});

describe("unexpected messages", () => {
  it("the same wake-up twice, even at once, sends once", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(5);
    await Promise.all([sendFast(wakeUp, invocation), sendFast(wakeUp, invocation)]);
    await sendFast(wakeUp, invocation);
    expect(receiver.received).toHaveLength(5);
    expect((await rowsOf(endpoint.id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1]);
  });

  it("wake-ups for delivered, dead, removed or invalid rows are accepted without an error", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(2);
    await send();
    await db().$client`update webhook_deliveries set status = 'dead'`;
    for (const body of [
      { endpointId: endpoint.id },
      { endpointId: "whe_00000000000000000000000000" },
      "nonsense",
      "",
    ]) {
      expect(await sendFast(batchOf(body), invocation)).toEqual({ batchItemFailures: [] });
    }
    expect(receiver.received).toHaveLength(2);
  });

  it("a wake-up before its row is due ends at once, with a handful of queries", async () => {
    const receiver = await aReceiver();
    await anEndpoint(receiver.url);
    await someDeliveries(1);
    await db().$client`update webhook_deliveries set next_attempt_at = now() + interval '1 minute'`;
    const { looks } = await askedOf(async () => {
      expect(await sendFast(wakeUp, invocation)).toEqual({ batchItemFailures: [] });
    });
    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThan(20);
    expect(receiver.received).toHaveLength(0);
  });

  it("only the invalid message fails, so that it alone ends in the dead-letter queue", async () => {
    const endpoint = await anEndpoint("http://127.0.0.1:9/");
    const [id] = await someEvents(1);
    const poison = [
      "nonsense",
      "",
      "{}",
      { detail: { id: "ord_00000000000000000000000000" } },
      { detail: { id: 7 } },
      "null",
    ];
    const answer = await subscribe(batchOf(...poison, envelope(id!), envelope("evt_00000000000000000000000000")));
    expect(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(
      poison.map((_, nth) => `m${nth}`),
    );
    expect(await rowsOf(endpoint.id)).toHaveLength(1);
  });
});

describe("a queue that loses messages", () => {
  it.each(["sending fails after the commit", "the queue is off for good"])(
    "%s, and the sweep delivers everything",
    async (how) => {
      const receiver = await aReceiver();
      const endpoint = await anEndpoint(receiver.url);
      const putBack = withoutQueue();
      const ids = await someEvents(30);
      expect(await subscribe(batchOf(...ids.map((id) => envelope(id))))).toEqual({ batchItemFailures: [] });
      await timePasses();
      await db().$client`update webhook_deliveries set next_attempt_at = now() - interval '10 seconds'`;
      if (how.startsWith("sending")) putBack();
      await sweep({}, invocation);
      // Without a queue the sweep has sent it itself.
      const messages = how.startsWith("sending") ? await messagesIn() : batchOf();
      expect(messages.Records).toHaveLength(how.startsWith("sending") ? 1 : 0);
      if (messages.Records.length > 0) await sendFast(messages, invocation);
      expect(new Set((await rowsOf(endpoint.id)).map(({ status }) => status))).toEqual(new Set(["delivered"]));
      expect(receiver.received).toHaveLength(30);
    },
  );

  it("the entries that SendMessageBatch refuses are sent again, and only those: each wake-up is in the queue once", async () => {
    const real = process.env["AWS_ENDPOINT_URL_SQS"]!;
    const asked: Entry[][] = [];
    // A proxy for the real queue that accepts every other entry at the first attempt.
    const url = await aServer(async (request, response) => {
      const input = JSON.parse(await textOf(request)) as { QueueUrl: string; Entries: Entry[] };
      asked.push(input.Entries);
      const refused = asked.length === 1 ? input.Entries.filter((_, nth) => nth % 2 === 1) : [];
      const Entries = input.Entries.filter((entry) => !refused.includes(entry));
      const headers = request.headers as Record<string, string>;
      delete headers["content-length"];
      const answer = await fetch(real, { method: "POST", headers, body: JSON.stringify({ ...input, Entries }) });
      const Failed = refused.map(({ Id }) => ({ Id, Code: "ServiceUnavailable", SenderFault: false }));
      response.end(JSON.stringify({ ...((await answer.json()) as object), Failed }));
    });
    const putBack = withoutQueue(url);
    expect(await wakeByQueue([0, 1, 2, 3].map((afterSeconds) => ({ afterSeconds })))).toBe(0);
    putBack();
    const waits = asked.map((batch) => batch.map(({ DelaySeconds }) => DelaySeconds));
    expect(waits).toEqual([
      [0, 1, 2, 3],
      [1, 3],
    ]);
    expect(await waitingIn("DELIVERIES_QUEUE_URL")).toBe(4);
  });

  it("killed between the rows and their wake-ups, the subscriber's second attempt wakes the senders", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    const [id] = await someEvents(1);
    // The queue accepts the call and never answers: the subscriber has committed its rows, and is killed while it
    // waits.
    let asked = 0;
    const putBack = withoutQueue(await aServer(() => void asked++));
    const subscriber = await aSubscriber(id!);
    await expect.poll(() => asked).toBe(1);
    await subscriber.kill();
    putBack();
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "pending", attempts: 0 }]);
    expect((await messagesIn()).Records).toEqual([]);

    await subscribe(batchOf(envelope(id!)));
    const messages = await messagesIn();
    expect(messages.Records).toHaveLength(1);
    await sendFast(messages, invocation);
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "delivered", attempts: 1 }]);
    expect(receiver.received).toHaveLength(1);
  });

  it("an event that arrives again after its delivery creates no row, no wake-up and no POST", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    const [id] = await someEvents(1);
    await Promise.all([subscribe(batchOf(envelope(id!), envelope(id!))), subscribe(batchOf(envelope(id!)))]);
    await sendFast(await messagesIn(), invocation);
    const arrivedAt = () => db().$client`select fanned_out_at from events where id = ${id!}`;
    const before = await arrivedAt();
    await subscribe(batchOf(envelope(id!)));
    expect((await messagesIn()).Records).toEqual([]);
    await sendFast(wakeUp, invocation);
    expect(await rowsOf(endpoint.id)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
    expect(await arrivedAt()).toEqual(before);
  });

  // After an hour in which messages came back, every sender would be awake for receivers that have long had everything.
  it("an event that arrives again wakes the senders only for endpoints whose row is due", async () => {
    const [done, due] = [await anEndpoint("http://127.0.0.1:9/a"), await anEndpoint("http://127.0.0.1:9/b")];
    const [id] = await someEvents(1);
    await fanOut([id!]);
    await db().$client`
      update webhook_deliveries set status = 'delivered', next_attempt_at = null, delivered_at = now()
      where endpoint_id = ${done.id}`;
    expect((await fanOut([id!])).wakeUps).toEqual([{ lane: "fast", to: [due.id] }]);
    await db().$client`
      update webhook_deliveries set next_attempt_at = now() + interval '5 minutes' where endpoint_id = ${due.id}`;
    expect((await fanOut([id!])).wakeUps).toEqual([]);
  });

  it("if the connection is cut at the second of three rows there are none, and the message comes back", async () => {
    const receiver = await aReceiver();
    const ids: string[] = [];
    for (let nth = 0; nth < 3; nth++) ids.push((await anEndpoint(`${receiver.url}/${nth}`)).id);
    const [bad, good] = await someEvents(2);
    // Rows are written in the order of their endpoints' ids.
    const second = ids.toSorted()[1]!;
    const sql = db().$client;
    await sql
      .unsafe(`
      create function cut() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger cut before insert on webhook_deliveries for each row
        when (new.event_id = '${bad}' and new.endpoint_id = '${second}') execute function cut()`)
      .simple();
    const putRight = () => db().$client`drop function if exists cut cascade`;
    onTestFinished(async () => void (await putRight()));
    const answer = await subscribe(batchOf(envelope(bad!), envelope(good!)));
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: "m0" }] });
    const rows = await db().$client`select event_id from webhook_deliveries`;
    expect(rows.map(({ event_id }) => event_id)).toEqual([good, good, good]);
    await putRight();
    expect(await subscribe(batchOf(envelope(bad!)))).toEqual({ batchItemFailures: [] });
    expect(await db().$client`select 1 from webhook_deliveries where event_id = ${bad!}`).toHaveLength(3);
    await sendFast(await messagesIn(), invocation);
    expect(receiver.received).toHaveLength(6);
  });

  it("with the wake-ups dead-lettered, and the dead-letter queues purged, the sweep delivers in both lanes", async () => {
    const receiver = await aReceiver();
    const [fast, slow] = [await anEndpoint(receiver.url), await anEndpoint(receiver.url)];
    await db().$client`update webhook_endpoints set failures_in_a_row = 50 where id = ${slow.id}`;
    await subscribe(batchOf(...(await someEvents(3)).map((id) => envelope(id))));
    // Their receivers die as often as the wiring allows; after that they are dead letters.
    for (const { variable, maxReceiveCount } of deliveryQueues) {
      const QueueUrl = process.env[variable]!;
      for (let time = 0; time <= maxReceiveCount; time++) {
        await receiveFrom(QueueUrl, { VisibilityTimeout: 0 });
      }
      expect(await deadIn(variable)).toBeGreaterThan(0);
      await purge(`${QueueUrl}-dead`);
      expect((await deadIn(variable)) + (await waitingIn(variable))).toBe(0);
    }
    await db().$client`update webhook_deliveries set next_attempt_at = now() - interval '1 hour'`;
    await sweep({}, invocation);
    const [fastOnes, slowOnes] = [await messagesIn(), await messagesIn("SLOW_DELIVERIES_QUEUE_URL")];
    expect([fastOnes.Records.length, slowOnes.Records.length]).toEqual([1, 1]);
    await sendFast(fastOnes, invocation);
    await sendSlow(slowOnes, invocation);
    for (const { id } of [fast, slow])
      expect((await rowsOf(id)).map(({ status }) => status)).toEqual(Array(3).fill("delivered"));
  });

  it("two sweeps at once wake twice and send once", async () => {
    const receiver = await aReceiver();
    await anEndpoint(receiver.url);
    await someDeliveries(10);
    await db().$client`update webhook_deliveries set next_attempt_at = now() - interval '1 hour'`;
    await Promise.all([sweep({}, invocation), sweep({}, invocation)]);
    const { Records } = await messagesIn();
    expect(Records).toHaveLength(2);
    await Promise.all(Records.map((record) => sendFast({ Records: [record] }, invocation)));
    expect(receiver.received).toHaveLength(10);
  });

  it("with 300,000 rows due the sweep sends one wake-up for the lane, and its memory use stays flat", async () => {
    const endpoint = await anEndpoint("http://127.0.0.1:9/");
    const other = await anEndpoint("http://127.0.0.1:9/");
    await manyDue([endpoint.id, other.id]);
    const before = process.memoryUsage().rss;
    const asked = await askedOf(() => sweepDeliveries(within(30_000)));
    expect(process.memoryUsage().rss - before).toBeLessThan(30 * 1024 * 1024);
    expect((await waitingIn("DELIVERIES_QUEUE_URL")) + (await waitingIn("SLOW_DELIVERIES_QUEUE_URL"))).toBe(1);
    // One row for each of two queues of each of two endpoints, however many are behind it.
    expect(asked).toMatchObject({ rowsRead: 4, wholeScans: 0 });
    // The same holds for a million: what needs no full scan and no sort takes no longer with more rows.
    expect(asked.plans).toHaveLength(1);
    expect(asked.plans.flatMap((plan) => flawsIn(plan))).toEqual([]);
  }, 120_000);

  it("a wake-up that reaches the wrong senders is passed on to the right ones", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await db().$client`update webhook_endpoints set failures_in_a_row = 50`;
    await someDeliveries(1);
    await sendFast(wakeUp, invocation);
    expect(receiver.received).toHaveLength(0);
    const messages = await messagesIn("SLOW_DELIVERIES_QUEUE_URL");
    expect(messages.Records).toHaveLength(1);
    await sendSlow(messages, invocation);
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "delivered" }]);
    // One success, and it is well again.
    const [health] = await db().$client`select lane, failures_in_a_row from webhook_endpoints`;
    expect(health).toMatchObject({ lane: "fast", failures_in_a_row: 0 });
  });
});
