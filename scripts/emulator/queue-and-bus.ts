import {
  CreateEventBusCommand,
  DeleteEventBusCommand,
  DeleteRuleCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
} from "@aws-sdk/client-eventbridge";
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import { sqs } from "#core/aws/queue-client";
import { eventBridge, putOnBus } from "#core/event/bus";
import { newId } from "#core/id";
import { wakeByQueue } from "#core/webhook/wake-by-queue";

type Check = <T>(promise: string, work: () => Promise<T>) => Promise<T>;

/** Tests our own calls against another implementation's queue and bus, without Lambdas. */
export async function queueAndBus(check: Check): Promise<void> {
  const events = await aQueue("check-events");
  const deliveries = await aQueue("check-deliveries");
  const name = "check-bus";
  Object.assign(process.env, { DELIVERIES_QUEUE_URL: deliveries.url, EVENT_BUS_NAME: name });
  const bus = eventBridge();
  await bus.send(new CreateEventBusCommand({ Name: name }));
  const EventPattern = JSON.stringify({ account: ["000000000000"] });
  await bus.send(new PutRuleCommand({ Name: "all", EventBusName: name, EventPattern }));
  await bus.send(new PutTargetsCommand({ Rule: "all", EventBusName: name, Targets: [{ Id: "1", Arn: events.arn }] }));

  await check("an event arrives on the events queue as it was sent, and one too large without its data", async () => {
    const [small, large] = [anEvent({ total: 1999, name: "Zoë" }), anEvent({ text: "x".repeat(400_000) })];
    const details = await detailsOf(events.url, [small, large]);
    if (JSON.stringify(details.get(small.id)) !== small.body)
      throw new Error(`came as ${JSON.stringify(details.get(small.id))}`);
    if (details.get(large.id)?.["dataOmitted"] !== true) throw new Error("the large one came with its data");
  });
  await check("emoji, every plane of Unicode and what is no character at all arrive unharmed", async () => {
    const planes = Array.from({ length: 17 }, (_, plane) => String.fromCodePoint(plane * 0x1_00_00 + 0x41_41));
    const odd = [
      anEvent({ planes, family: "👩‍👩‍👧" }),
      anEvent({ edges: "\u007f\ud7ff\ue000\ufffd\ufffe\uffff\u2028" }),
    ];
    const details = await detailsOf(events.url, odd);
    for (const { id, body } of odd) {
      if (JSON.stringify(details.get(id)) !== body) throw new Error(`came as ${JSON.stringify(details.get(id))}`);
    }
  });
  await check("two wake-ups arrive, one at once and one when it is due", async () => {
    const began = performance.now();
    const unsent = await wakeByQueue([{ afterSeconds: 2 }, {}]);
    if (unsent > 0) throw new Error(`the queue refused ${unsent}`);
    await received(deliveries.url);
    const soon = performance.now() - began;
    await received(deliveries.url);
    const late = performance.now() - began;
    if (soon >= 2_000 || late < 2_000) throw new Error(`they came after ${soon} and ${late} ms`);
  });

  await bus.send(new RemoveTargetsCommand({ Rule: "all", EventBusName: name, Ids: ["1"] }));
  await bus.send(new DeleteRuleCommand({ Name: "all", EventBusName: name }));
  await bus.send(new DeleteEventBusCommand({ Name: name }));
  for (const { url } of [events, deliveries]) await sqs().send(new DeleteQueueCommand({ QueueUrl: url }));
  for (const variable of ["DELIVERIES_QUEUE_URL", "EVENT_BUS_NAME"]) delete process.env[variable];
}

async function aQueue(QueueName: string): Promise<{ url: string; arn: string }> {
  const { QueueUrl = "" } = await sqs().send(new CreateQueueCommand({ QueueName }));
  const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] });
  const { Attributes = {} } = await sqs().send(asked);
  return { url: QueueUrl, arn: Attributes["QueueArn"] ?? "" };
}

/** Puts events on the bus, and returns what has arrived on the queue, by event id. */
async function detailsOf(QueueUrl: string, sent: readonly ReturnType<typeof anEvent>[]) {
  const { refused, failed } = await putOnBus(sent, 10_000);
  const [notTaken] = [...refused, ...failed];
  if (notTaken) throw new Error(`the bus did not take it: ${notTaken.code} ${notTaken.message}`);
  const details = new Map<string, Record<string, unknown>>();
  for (const _ of sent) {
    const { Body = "" } = await received(QueueUrl);
    const { detail } = JSON.parse(Body);
    details.set(detail.id, detail);
  }
  return details;
}

/** Receives and deletes the next message; fails if none comes within 20 s, SQS's longest wait. */
async function received(QueueUrl: string): Promise<Message> {
  const waiting = new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20, MaxNumberOfMessages: 1 });
  const { Messages: [message] = [] } = await sqs().send(waiting, { abortSignal: AbortSignal.timeout(30_000) });
  if (!message) throw new Error("no message came");
  await sqs().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
  return message;
}

function anEvent(data: Record<string, unknown>) {
  const [id, subject, time] = [newId("event"), newId("order"), new Date().toISOString()];
  const name = "order.paid" as const;
  const body = JSON.stringify({ id, name, version: 1, time, subject: { type: "order", id: subject }, data });
  return { id, name, time, body, attempts: 0 };
}
