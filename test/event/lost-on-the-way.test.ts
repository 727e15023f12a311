import type { SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "#core/db/client";
import { handler as sweepOutbox } from "#functions/schedule/sweep-outbox";
import { queues } from "#functions/wiring";
import { handler as subscribe } from "#functions/worker/fan-out-event";
import { type Cloud, startCloud } from "#local/cloud/cloud";
import { anEndpoint, rowsOf, someEvents } from "../support/given/webhooks.ts";
import { invocation } from "../support/invocation.ts";
import { purge, receiveFrom } from "../support/queues.ts";

let cloud: Cloud;
let QueueUrl: string;
beforeAll(async () => {
  cloud = await startCloud();
  QueueUrl = cloud.urlOf(queues.find(({ fromBus }) => fromBus)!);
});
afterAll(() => cloud.stop());
beforeEach(async () => {
  await db().$client`delete from webhook_endpoints`;
  await db().$client`delete from events`;
});

/** The subscriber's messages, taken from its queue. */
async function onTheWay(): Promise<SQSEvent> {
  const messages = await receiveFrom(QueueUrl);
  return { Records: messages.map(({ MessageId, Body }) => ({ messageId: MessageId, body: Body })) } as SQSEvent;
}
const timePasses = () => db().$client`update events set next_put_at = now() - interval '1 second'`;
const sweep = () => sweepOutbox({}, invocation);

// A queue in memory dies with its process, and a dead-letter queue gets purged: the bus's acceptance proves nothing.
it("an event that the bus accepted and its queue lost is sent again by the sweep, and fanned out", async () => {
  const endpoint = await anEndpoint("http://127.0.0.1:9/");
  const ids = await someEvents(3);
  await timePasses();
  await sweep();
  expect((await onTheWay()).Records).toHaveLength(3);
  await purge(QueueUrl);
  await sweep();
  expect((await onTheWay()).Records).toEqual([]);

  await timePasses();
  await sweep();

  expect(await subscribe(await onTheWay())).toEqual({ batchItemFailures: [] });
  expect((await rowsOf(endpoint.id)).map(({ eventId }) => eventId).toSorted()).toEqual(ids);
  await timePasses();
  await sweep();
  expect((await onTheWay()).Records).toEqual([]);
});

it("an event without subscribers is not considered lost", async () => {
  await someEvents(2);
  await timePasses();
  await sweep();
  await subscribe(await onTheWay());
  await timePasses();
  await sweep();
  expect((await onTheWay()).Records).toEqual([]);
});

// A subscriber that is far behind gets some events twice, which must do no harm.
it("an event that was sent again while it was being fanned out has one row at each endpoint", async () => {
  const endpoint = await anEndpoint("http://127.0.0.1:9/");
  await someEvents(10);
  await timePasses();
  await sweep();
  const first = await onTheWay();
  await timePasses();
  const answers = await Promise.all([subscribe(first), sweep(), subscribe(first), subscribe(first)]);
  expect(answers.filter((answer) => answer)).toEqual(Array(3).fill({ batchItemFailures: [] }));
  await subscribe(await onTheWay());
  expect(await rowsOf(endpoint.id)).toHaveLength(10);
  expect(await db().$client`select 1 from events where fanned_out_at is null`).toHaveLength(0);
});

// One emoji in a customer's name, and the queue behind the bus refused its event forever.
it("text in any script, emoji, and invalid characters arrive as they were written", async () => {
  const endpoint = await anEndpoint("http://127.0.0.1:9/");
  const data = {
    planes: Array.from({ length: 17 }, (_, plane) => String.fromCodePoint(plane * 0x1_00_00 + 0x41_41)).join(""),
    name: "Zoë 👩‍👩‍👧",
    edges: "\u007f\u0080\ud7ff\ue000\ufffd\ufffe\uffff\u2028",
  };
  const [id] = await someEvents(1, "order.paid", data);
  await timePasses();
  await sweep();
  const messages = await onTheWay();
  expect(messages.Records.map(({ body }) => JSON.parse(body).detail.data)).toEqual([data]);
  await subscribe(messages);
  expect(await rowsOf(endpoint.id)).toMatchObject([{ eventId: id }]);
});
