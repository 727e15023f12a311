import { callAws } from "#core/aws";
import { putOnBus } from "#core/event/bus";
import { poke } from "#core/event/poke";
import { newId } from "#core/id";
import { wakeByQueue } from "#core/webhook/wake-by-queue";

type Check = <T>(promise: string, work: () => Promise<T>) => Promise<T>;

interface Message {
  readonly Body: string;
  readonly ReceiptHandle: string;
}

/** What our own calls do on a queue and a bus of somebody else's making, without any Lambda. */
export async function queueAndBus(check: Check): Promise<void> {
  const relay = await aQueue("check-relay");
  const events = await aQueue("check-events");
  const deliveries = await aQueue("check-deliveries");
  const bus = "check-bus";
  Object.assign(process.env, {
    RELAY_QUEUE_URL: relay.url,
    DELIVERIES_QUEUE_URL: deliveries.url,
    EVENT_BUS_NAME: bus,
  });
  await callAws("events", "CreateEventBus", { Name: bus });
  const pattern = JSON.stringify({ account: ["000000000000"] });
  await callAws("events", "PutRule", { Name: "all", EventBusName: bus, EventPattern: pattern });
  await callAws("events", "PutTargets", { Rule: "all", EventBusName: bus, Targets: [{ Id: "1", Arn: events.arn }] });

  await check("a poke arrives on the relay's queue", async () => {
    await poke();
    await received(relay.url);
  });
  await check("an event arrives on the events queue as it was sent, and one too large without its data", async () => {
    const [small, large] = [anEvent({ total: 1999, name: "Zoë" }), anEvent({ text: "x".repeat(400_000) })];
    const refused = await putOnBus([small, large]);
    if (refused.size > 0) throw new Error(`the bus refused ${refused.size}`);
    const details = [await received(events.url), await received(events.url)].map(({ Body }) => JSON.parse(Body).detail);
    const arrived = (id: string) => details.find((detail) => detail.id === id);
    if (JSON.stringify(arrived(small.id)) !== small.body)
      throw new Error(`came as ${JSON.stringify(arrived(small.id))}`);
    if (arrived(large.id)?.dataOmitted !== true) throw new Error("the large one came with its data");
  });
  await check("wake-ups of two endpoints arrive, the one that is to wait last", async () => {
    const [late, soon] = [newId("endpoint"), newId("endpoint")];
    const unsent = await wakeByQueue([{ endpointId: late, afterSeconds: 2 }, { endpointId: soon }]);
    if (unsent > 0) throw new Error(`the queue refused ${unsent}`);
    const order = [await received(deliveries.url), await received(deliveries.url)];
    const ids = order.map(({ Body }) => JSON.parse(Body).endpointId);
    if (ids.join() !== [soon, late].join()) throw new Error(`came as ${ids.join()}`);
  });

  await callAws("events", "RemoveTargets", { Rule: "all", EventBusName: bus, Ids: ["1"] });
  await callAws("events", "DeleteRule", { Name: "all", EventBusName: bus });
  await callAws("events", "DeleteEventBus", { Name: bus });
  for (const { url } of [relay, events, deliveries]) await callAws("sqs", "DeleteQueue", { QueueUrl: url });
  for (const name of ["RELAY_QUEUE_URL", "DELIVERIES_QUEUE_URL", "EVENT_BUS_NAME"]) delete process.env[name];
}

async function aQueue(QueueName: string): Promise<{ url: string; arn: string }> {
  const { QueueUrl } = (await callAws("sqs", "CreateQueue", { QueueName })) as { QueueUrl: string }; // SQS's own answer
  const asked = await callAws("sqs", "GetQueueAttributes", { QueueUrl, AttributeNames: ["QueueArn"] });
  const { Attributes } = asked as { Attributes: { QueueArn: string } }; // SQS's own answer
  return { url: QueueUrl, arn: Attributes.QueueArn };
}

/** The next message, taken off its queue; fails when none comes within 20 s, the longest that SQS lets one wait. */
async function received(QueueUrl: string): Promise<Message> {
  const waiting = { QueueUrl, WaitTimeSeconds: 20, MaxNumberOfMessages: 1 };
  const answer = await callAws("sqs", "ReceiveMessage", waiting, { timeoutMs: 30_000 });
  const { Messages: [message] = [] } = answer as { Messages?: Message[] }; // SQS's own answer
  if (!message) throw new Error("no message came");
  await callAws("sqs", "DeleteMessage", { QueueUrl, ReceiptHandle: message.ReceiptHandle });
  return message;
}

function anEvent(data: Record<string, unknown>) {
  const [id, subject, time] = [newId("event"), newId("order"), new Date().toISOString()];
  const name = "order.paid" as const;
  const body = JSON.stringify({ id, name, version: 1, time, subject: { type: "order", id: subject }, data });
  return { id, name, time, body };
}
