/** The database goes away in the middle of sending: its server is really stopped, and really started again. */
import { ChangeMessageVisibilityCommand } from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { sqs } from "#core/aws/queue-client";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { wakeByQueue } from "#core/webhook/wake-by-queue";
import { queues } from "#functions/wiring";
import { handler as sendFast } from "#functions/worker/send-deliveries";
import { makeQueue } from "#local/cloud/cloud";
import { embedQueues } from "#local/cloud/embedded-queues";
import { pollQueue } from "#local/cloud/poll";
import { anEndpoint, rowsOf, send, someDeliveries, timePasses } from "../support/given/webhooks.ts";
import { invocation } from "../support/invocation.ts";
import { hasFewConnections, inAServerOfItsOwn, outcomeRefused, takesAllConnections } from "../support/own-server.ts";
import { countIn } from "../support/queues.ts";
import { answer, aReceiver } from "../support/receiver.ts";

const server = inAServerOfItsOwn();
beforeEach(async () => {
  await db().$client`delete from webhook_endpoints`;
});
const idsAt = (receiver: { received: { headers: Readonly<Record<string, string>> }[] }) =>
  receiver.received.map(({ headers }) => headers["x-service-delivery"]);

/** Something has been POSTed, the database is stopped, and then the receiver answers 200. */
async function goneAfterThePost() {
  const receiver = await aReceiver(() => {});
  const endpoint = await anEndpoint(receiver.url);
  await someDeliveries(1);
  const sending = send();
  // The test handles its failure later.
  sending.catch(() => {});
  await receiver.has(1);
  await server.stop();
  answer(200)(receiver.sockets()[0]!, receiver.received[0]!, 1);
  return { receiver, endpoint, sending };
}

describe("a database that goes away", { timeout: 60_000 }, () => {
  it("before the claim: nothing is sent and no attempt is counted", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    await server.stop();
    await expect(send()).rejects.toThrow();
    await server.start();
    expect(receiver.received).toHaveLength(0);
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "pending", attempts: 0 }]);
    expect(await send()).toMatchObject({ delivered: 1 });
  });

  it("briefly between POST and recording: the outcome is recorded later", async () => {
    const { endpoint, sending } = await goneAfterThePost();
    await server.start();
    expect(await sending).toMatchObject({ delivered: 1 });
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "delivered", attempts: 1 }]);
  });

  it("for longer than the sender can wait: the event is sent again and not lost", async () => {
    const { receiver, endpoint, sending } = await goneAfterThePost();
    await expect(sending).rejects.toThrow();
    await server.start();
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "pending", attempts: 1, history: [] }]);
    receiver.behave = answer(200);
    expect(await send()).toMatchObject({ delivered: 0 });
    await timePasses();
    expect(await send()).toMatchObject({ delivered: 1 });
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "delivered", attempts: 2 }]);
    const [first, second] = idsAt(receiver);
    expect(second).toBe(first);
  });
});

describe("a database that has no connection left", { timeout: 60_000 }, () => {
  beforeAll(() => hasFewConnections(server));

  it("before the claim: nothing is sent and no attempt is counted", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    const free = await takesAllConnections();
    await expect(send()).rejects.toThrow();
    await free();
    expect(receiver.received).toHaveLength(0);
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "pending", attempts: 0 }]);
    expect(await send()).toMatchObject({ delivered: 1 });
  });

  it("between POST and recording: the outcome is recorded once one is free, and nothing is sent twice", async () => {
    const receiver = await aReceiver(() => {});
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    const sending = send();
    await receiver.has(1);
    const free = await takesAllConnections();
    const refused = outcomeRefused();
    answer(200)(receiver.sockets()[0]!, receiver.received[0]!, 1);
    await refused;
    await free();
    await Promise.allSettled([sending]);
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "delivered", attempts: 1 }]);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("a process whose own connections are all in use", { timeout: 60_000 }, () => {
  it("records an outcome once one is free, and sends nothing twice", async () => {
    const receiver = await aReceiver(() => {});
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    const sending = send();
    await receiver.has(1);
    const others = Array.from({ length: db().$client.options.max }, () =>
      db().transaction((tx) => tx.execute(sql`select pg_sleep(1)`)),
    );
    answer(200)(receiver.sockets()[0]!, receiver.received[0]!, 1);
    expect(await sending).toMatchObject({ delivered: 1 });
    await Promise.all(others);
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "delivered", attempts: 1 }]);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("a worker whose database goes away", { timeout: 60_000 }, () => {
  let stopQueues: () => Promise<void>;
  const queue = queues.find(({ name }) => name === "deliveries")!;
  beforeAll(async () => {
    stopQueues = await embedQueues();
    process.env[queue.variable] = await makeQueue(queue);
  });
  afterAll(() => stopQueues());

  // The message returns automatically; what it was about must not be done again.
  it("fails after some POSTs, its message returns to the queue, and nothing is sent twice", async () => {
    const [quick, slow] = [await aReceiver(), await aReceiver(() => {})];
    const [recorded, unrecorded] = [await anEndpoint(`${quick.url}`), await anEndpoint(slow.url)];
    await someDeliveries(3);
    await wakeByQueue([{}]);

    const answers: { failed: number; handle: string }[] = [];
    const poller = pollQueue(queue, process.env[queue.variable]!, async (event) => {
      const { Records } = event as SQSEvent;
      // It throws: all of them come back.
      const failed = await sendFast({ Records }, invocation).then(
        () => 0,
        () => Records.length,
      );
      answers.push({ failed, handle: Records[0]!.receiptHandle });
      return { batchItemFailures: Records.slice(0, failed).map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });
    onTestFinished(poller.stop);
    await Promise.all([quick.has(3), slow.has(3)]);
    await expect
      .poll(async () => (await rowsOf(recorded.id)).map(({ status }) => status))
      .toEqual(Array(3).fill("delivered"));
    await server.stop();
    for (const [nth, socket] of slow.sockets().entries()) answer(200)(socket, slow.received[nth]!, nth);
    const patient = { timeout: 40_000 };
    await expect.poll(() => answers, patient).toMatchObject([{ failed: 1 }]);
    await server.start();
    // Its visibility timeout in the queue is over.
    const QueueUrl = process.env[queue.variable]!;
    const again = { QueueUrl, ReceiptHandle: answers[0]!.handle, VisibilityTimeout: 0 };
    await sqs().send(new ChangeMessageVisibilityCommand(again));
    await expect.poll(() => answers, patient).toMatchObject([{ failed: 1 }, { failed: 0 }]);

    expect(new Set(idsAt(quick)).size).toBe(3);
    expect(quick.received).toHaveLength(3);
    // Their outcomes could not be recorded: they are hidden for 60 s, and only then sent again.
    expect(slow.received).toHaveLength(3);
    for (const row of await rowsOf(unrecorded.id)) expect(row).toMatchObject({ status: "pending", attempts: 1 });
    await expect.poll(() => messagesIn(QueueUrl)).toBe(0);
  });
});

const messagesIn = (url: string) => countIn(url, "", "NotVisible");
