import type { Context, SQSEvent } from "aws-lambda";
import { buildApp } from "fauxqs";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { callAws } from "#core/aws";
import { db } from "#core/db/client";
import { fanOut } from "#core/webhook/fan-out";
import { sweepDeliveries } from "#core/webhook/sweep";
import { handler as sweep } from "#functions/schedule/sweep-deliveries";
import { handler as subscribe } from "#functions/worker/fan-out-event";
import { handler as sendFast } from "#functions/worker/send-deliveries";
import { handler as sendSlow } from "#functions/worker/send-slow-deliveries";
import { aReceiver } from "../support/hostile-receiver.ts";
import { anEndpoint, manyDue, rowsOf, send, someDeliveries, someEvents, timePasses } from "../support/webhooks.ts";

const app = buildApp({ logger: false });
const context = { getRemainingTimeInMillis: () => 30_000, functionName: "test", awsRequestId: "test" } as Context;

beforeAll(async () => {
  process.env["AWS_ENDPOINT_URL_SQS"] = await app.listen({ port: 0, host: "127.0.0.1" });
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test", AWS_REGION: "us-east-1" });
  process.env["DELIVERIES_QUEUE_URL"] = await aQueue("deliveries");
  process.env["SLOW_DELIVERIES_QUEUE_URL"] = await aQueue("slow-deliveries");
});
afterAll(() => app.close());
beforeEach(async () => {
  await db().$client`delete from webhook_endpoints`;
  await callAws("sqs", "PurgeQueue", { QueueUrl: process.env["DELIVERIES_QUEUE_URL"] });
  await callAws("sqs", "PurgeQueue", { QueueUrl: process.env["SLOW_DELIVERIES_QUEUE_URL"] });
});

async function aQueue(QueueName: string): Promise<string> {
  return ((await callAws("sqs", "CreateQueue", { QueueName })) as { QueueUrl: string }).QueueUrl;
}
/** All messages of a queue that may be received now, as the worker gets them. */
async function messagesIn(variable = "DELIVERIES_QUEUE_URL"): Promise<SQSEvent> {
  const QueueUrl = process.env[variable];
  const Records: { messageId: string; body: string }[] = [];
  for (;;) {
    const { Messages = [] } = (await callAws("sqs", "ReceiveMessage", { QueueUrl, MaxNumberOfMessages: 10 })) as {
      Messages?: { MessageId: string; Body: string; ReceiptHandle: string }[];
    };
    if (Messages.length === 0) return { Records } as SQSEvent;
    for (const { MessageId, Body, ReceiptHandle } of Messages) {
      Records.push({ messageId: MessageId, body: Body });
      await callAws("sqs", "DeleteMessage", { QueueUrl, ReceiptHandle });
    }
  }
}
/** Messages that wait, those held back included. */
async function waitingIn(variable: string): Promise<number> {
  const { Attributes } = (await callAws("sqs", "GetQueueAttributes", {
    QueueUrl: process.env[variable],
    AttributeNames: ["All"],
  })) as {
    Attributes: Record<string, string>;
  };
  return Number(Attributes["ApproximateNumberOfMessages"]) + Number(Attributes["ApproximateNumberOfMessagesDelayed"]);
}
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
const wakeUp = batchOf({ endpointId: "whe_any" });
/** The queue is gone for the rest of the test. */
function withoutQueue(url = "http://127.0.0.1:9") {
  const before = process.env["AWS_ENDPOINT_URL_SQS"];
  process.env["AWS_ENDPOINT_URL_SQS"] = url;
  onTestFinished(() => {
    process.env["AWS_ENDPOINT_URL_SQS"] = before;
  });
}

describe("the road from the bus to the receiver", () => {
  it("writes a row for every matching active endpoint, wakes the senders, and they deliver", async () => {
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
    expect(messages.Records).toHaveLength(3);
    expect(await sendFast(messages, context)).toEqual({ batchItemFailures: [] });
    for (const endpoint of matching)
      expect(await rowsOf(endpoint.id)).toMatchObject([{ eventId: id, status: "delivered" }]);
    for (const endpoint of not) expect(await rowsOf(endpoint.id)).toEqual([]);
    expect(receiver.received).toHaveLength(3);
  });

  it("believes an event's row and not its message", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url, { events: ["order.*"] });
    const [id] = await someEvents(1, "cart.abandoned");
    await subscribe(batchOf(envelope(id!, "order.paid")));
    expect(await rowsOf(endpoint.id)).toEqual([]);
  });
});

describe("messages that come wrong", () => {
  it("fault 13: the same wake-up twice, at once too, sends once", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(5);
    await Promise.all([sendFast(wakeUp, context), sendFast(wakeUp, context)]);
    await sendFast(wakeUp, context);
    expect(receiver.received).toHaveLength(5);
    expect((await rowsOf(endpoint.id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1]);
  });

  it("fault 14: wake-ups for what is delivered, dead, removed or nonsense are done with, not an error", async () => {
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
      expect(await sendFast(batchOf(body), context)).toEqual({ batchItemFailures: [] });
    }
    expect(receiver.received).toHaveLength(2);
  });

  it("fault 15: a wake-up before its row is due ends at once, with a handful of questions to the database", async () => {
    const receiver = await aReceiver();
    await anEndpoint(receiver.url);
    await someDeliveries(1);
    await db().$client`update webhook_deliveries set next_attempt_at = now() + interval '5 seconds'`;
    const sql = db().$client;
    const [before] = await sql`select idx_scan from pg_stat_all_indexes where indexrelname = 'webhook_deliveries_due'`;
    const began = performance.now();
    expect(await sendFast(wakeUp, context)).toEqual({ batchItemFailures: [] });
    expect(performance.now() - began).toBeLessThan(4_000);
    await sql`select pg_stat_force_next_flush()`;
    const [after] = await sql`select idx_scan from pg_stat_all_indexes where indexrelname = 'webhook_deliveries_due'`;
    expect(Number(after!["idx_scan"]) - Number(before!["idx_scan"])).toBeLessThan(50);
    expect(receiver.received).toHaveLength(0);
  });

  it("fault 21: only a poison message fails, so that it alone ends in the dead-letter queue", async () => {
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
    "fault 16: %s, and the sweep delivers everything",
    async (how) => {
      const receiver = await aReceiver();
      const endpoint = await anEndpoint(receiver.url);
      withoutQueue();
      const ids = await someEvents(30);
      expect(await subscribe(batchOf(...ids.map((id) => envelope(id))))).toEqual({ batchItemFailures: [] });
      await timePasses();
      await db().$client`update webhook_deliveries set next_attempt_at = now() - interval '10 seconds'`;
      if (how.startsWith("sending"))
        process.env["AWS_ENDPOINT_URL_SQS"] = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`;
      await sweep();
      await sendFast(await messagesInIfAny(), context);
      expect(new Set((await rowsOf(endpoint.id)).map(({ status }) => status))).toEqual(new Set(["delivered"]));
      expect(receiver.received).toHaveLength(30);
    },
  );
  const messagesInIfAny = () => messagesIn().catch(() => batchOf());

  it("fault 17: what SendMessageBatch refuses in part is sent again, and only that", async () => {
    const asked: string[][] = [];
    // A queue that takes every other entry the first time.
    const { createServer } = await import("node:http");
    const server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const { Entries } = JSON.parse(text) as { Entries: { Id: string; MessageBody: string }[] };
      asked.push(Entries.map(({ MessageBody }) => JSON.parse(MessageBody).endpointId));
      const refused = asked.length === 1 ? Entries.filter((_, nth) => nth % 2 === 1) : [];
      response.end(
        JSON.stringify({
          Successful: [],
          Failed: refused.map(({ Id }) => ({ Id, Code: "Throttled", SenderFault: false })),
        }),
      );
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((listening) => server.once("listening", listening));
    for (let nth = 0; nth < 4; nth++) await anEndpoint(`http://127.0.0.1:9/${nth}`);
    const ids = await someEvents(1);
    withoutQueue(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
    expect(await subscribe(batchOf(envelope(ids[0]!)))).toEqual({ batchItemFailures: [] });
    expect(asked.map((batch) => batch.length)).toEqual([4, 2]);
    expect(asked[1]).toEqual(asked[0]!.filter((_, nth) => nth % 2 === 1));
  });

  it("fault 18: killed between the rows and their wake-ups, the subscriber's second try wakes the senders", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    const [id] = await someEvents(1);
    // All that the first one got to do.
    await fanOut([id!]);
    await subscribe(batchOf(envelope(id!)));
    const messages = await messagesIn();
    expect(messages.Records).toHaveLength(1);
    await sendFast(messages, context);
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "delivered", attempts: 1 }]);
  });

  it("fault 19: an event that comes again after its delivery makes no row, no wake-up and no POST", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    const [id] = await someEvents(1);
    await Promise.all([subscribe(batchOf(envelope(id!), envelope(id!))), subscribe(batchOf(envelope(id!)))]);
    await sendFast(await messagesIn(), context);
    await subscribe(batchOf(envelope(id!)));
    expect((await messagesIn()).Records).toEqual([]);
    await sendFast(wakeUp, context);
    expect(await rowsOf(endpoint.id)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  it("fault 20: when the second of three rows cannot be written there are none, and the message comes back", async () => {
    const endpoints = [1, 2, 3].map((nth) => anEndpoint(`http://127.0.0.1:9/${nth}`));
    const [, second] = await Promise.all(endpoints);
    const [bad, good] = await someEvents(2);
    const sql = db().$client;
    await sql.unsafe(
      `alter table webhook_deliveries add constraint broken check (endpoint_id <> '${second!.id}' or event_id <> '${bad}')`,
    );
    onTestFinished(async () => void (await sql`alter table webhook_deliveries drop constraint if exists broken`));
    const answer = await subscribe(batchOf(envelope(bad!), envelope(good!)));
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: "m0" }] });
    const rows = await sql`select event_id from webhook_deliveries`;
    expect(rows.map(({ event_id }) => event_id)).toEqual([good, good, good]);
    await sql`alter table webhook_deliveries drop constraint broken`;
    expect(await subscribe(batchOf(envelope(bad!)))).toEqual({ batchItemFailures: [] });
    expect(await sql`select 1 from webhook_deliveries where event_id = ${bad!}`).toHaveLength(3);
  });

  it("fault 22: a sender that throws gives its whole batch back, and nothing is sent twice", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(3);
    const sql = db().$client;
    await sql`alter table webhook_deliveries rename to elsewhere`;
    const answer = await sendFast(batchOf({}, {}), context);
    await sql`alter table elsewhere rename to webhook_deliveries`;
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: "m0" }, { itemIdentifier: "m1" }]);
    expect(receiver.received).toHaveLength(0);
    await Promise.all([sendFast(wakeUp, context), sendFast(wakeUp, context)]);
    expect(receiver.received).toHaveLength(3);
    expect((await rowsOf(endpoint.id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });

  it("fault 24: with the queues purged, dead letters and all, the sweep's wake-ups deliver in both lanes", async () => {
    const receiver = await aReceiver();
    const [fast, slow] = [await anEndpoint(receiver.url), await anEndpoint(receiver.url)];
    await db().$client`update webhook_endpoints set failures_in_a_row = 50 where id = ${slow.id}`;
    await someDeliveries(3);
    await db().$client`update webhook_deliveries set next_attempt_at = now() - interval '1 hour'`;
    await sweep();
    await sendFast(await messagesIn(), context);
    await sendSlow(await messagesIn("SLOW_DELIVERIES_QUEUE_URL"), context);
    for (const { id } of [fast, slow])
      expect((await rowsOf(id)).map(({ status }) => status)).toEqual(Array(3).fill("delivered"));
  });

  it("fault 25: two sweeps at once wake twice and send once", async () => {
    const receiver = await aReceiver();
    await anEndpoint(receiver.url);
    await someDeliveries(10);
    await db().$client`update webhook_deliveries set next_attempt_at = now() - interval '1 hour'`;
    await Promise.all([sweep(), sweep()]);
    const { Records } = await messagesIn();
    expect(Records).toHaveLength(2);
    await Promise.all(Records.map((record) => sendFast({ Records: [record] }, context)));
    expect(receiver.received).toHaveLength(10);
  });

  it("fault 26: with 300,000 rows due the sweep sends a few wake-ups and its memory stays flat", async () => {
    const endpoint = await anEndpoint("http://127.0.0.1:9/");
    const other = await anEndpoint("http://127.0.0.1:9/");
    await manyDue([endpoint.id, other.id]);
    const before = process.memoryUsage().rss;
    await sweepDeliveries(performance.now() + 30_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(30 * 1024 * 1024);
    expect((await waitingIn("DELIVERIES_QUEUE_URL")) + (await waitingIn("SLOW_DELIVERIES_QUEUE_URL"))).toBe(2);
    await db().$client`truncate webhook_deliveries`;
  }, 120_000);

  it("a wake-up that reaches the wrong senders is handed on to the right ones", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await db().$client`update webhook_endpoints set failures_in_a_row = 50`;
    await someDeliveries(1);
    await sendFast(wakeUp, context);
    expect(receiver.received).toHaveLength(0);
    const messages = await messagesIn("SLOW_DELIVERIES_QUEUE_URL");
    expect(messages.Records).toHaveLength(1);
    await sendSlow(messages, context);
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "delivered" }]);
    // One success, and it is well again.
    const [health] = await db().$client`select lane, failures_in_a_row from webhook_endpoints`;
    expect(health).toMatchObject({ lane: "fast", failures_in_a_row: 0 });
  });
});
