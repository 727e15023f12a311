import type { SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { callAws } from "#core/aws";
import { db } from "#core/db/client";
import { putOnBus } from "#core/event/bus";
import { putBackLost } from "#core/event/put-back-lost";
import { relayOutbox } from "#core/event/relay";
import { handler as sweepOutbox } from "#functions/schedule/sweep-outbox";
import { queues } from "#functions/wiring";
import { handler as subscribe } from "#functions/worker/fan-out-event";
import { type Cloud, startCloud } from "#local/cloud";
import { invocation } from "../support/invocation.ts";
import { rowsReadOf } from "../support/plans.ts";
import { anEndpoint, rowsOf, someEvents } from "../support/webhooks.ts";

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
  const { Messages = [] } = (await callAws("sqs", "ReceiveMessage", { QueueUrl, MaxNumberOfMessages: 10 })) as {
    Messages?: { MessageId: string; Body: string }[];
  };
  return { Records: Messages.map(({ MessageId, Body }) => ({ messageId: MessageId, body: Body })) } as SQSEvent;
}
const minutesPass = () => db().$client`update events set sent_at = sent_at - interval '2 minutes'`;
const relay = () => relayOutbox(putOnBus, () => 20_000);

// A queue in memory dies with its process, and a dead-letter queue gets purged: the stamp alone says nothing of that.
it("an event that the bus took and its queue lost is sent again by the sweep, and fanned out", async () => {
  const endpoint = await anEndpoint("http://127.0.0.1:9/");
  const ids = await someEvents(3);
  expect(await relay()).toBe(3);
  await callAws("sqs", "PurgeQueue", { QueueUrl });
  await sweepOutbox({}, invocation);
  expect((await onTheWay()).Records).toEqual([]);

  await minutesPass();
  await sweepOutbox({}, invocation);

  expect(await subscribe(await onTheWay())).toEqual({ batchItemFailures: [] });
  expect((await rowsOf(endpoint.id)).map(({ eventId }) => eventId).toSorted()).toEqual(ids);
  await minutesPass();
  await sweepOutbox({}, invocation);
  expect((await onTheWay()).Records).toEqual([]);
});

it("an event that nobody asked for is not taken for lost", async () => {
  await someEvents(2);
  await relay();
  await subscribe(await onTheWay());
  await minutesPass();
  expect(await putBackLost()).toBe(0);
});

// Far behind, the subscriber gets some events twice: that must cost it nothing.
it("an event that was sent again while it was being fanned out has one row at each endpoint", async () => {
  const endpoint = await anEndpoint("http://127.0.0.1:9/");
  await someEvents(10);
  await relay();
  const first = await onTheWay();
  await minutesPass();
  const answers = await Promise.all([
    subscribe(first),
    sweepOutbox({}, invocation),
    subscribe(first),
    subscribe(first),
  ]);
  expect(answers.filter((answer) => answer)).toEqual(Array(3).fill({ batchItemFailures: [] }));
  await relay();
  await subscribe(await onTheWay());
  expect(await rowsOf(endpoint.id)).toHaveLength(10);
  const left = await db().$client`select 1 from events where sent_at is null or fanned_out_at is null`;
  expect(left).toHaveLength(0);
});

it("the sweep finds what is lost by its index, whatever else the outbox holds", async () => {
  const sql = db().$client;
  await sql`
    insert into events (id, name, subject_type, subject_id, change_id, body, time, sent_at, fanned_out_at)
    select 'evt_' || lpad(n::text, 26, '0'), 'order.paid', 'order', 'ord_x', 'chg_x', '{}', now(), now() - interval '1 hour', now()
    from generate_series(1, 20000) n`;
  await sql`analyze events`;
  const [lost] = await someEvents(1);
  await sql`update events set sent_at = now() - interval '1 hour' where id = ${lost!}`;
  expect(await rowsReadOf("events", async () => expect(await putBackLost()).toBe(1))).toBeLessThan(100);
});
