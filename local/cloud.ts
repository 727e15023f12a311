/** Queues and the event bus: embedded in this process, or those of an AWS account or emulator. */
import { buildApp } from "fauxqs";
import { callAws } from "#core/aws";
import { optional } from "#core/environment";
import { eventSource } from "#core/event/bus";
import { type Queue, queues } from "#functions/wiring";
import { startBus } from "./bus.ts";

export interface Cloud {
  readonly urlOf: (queue: Queue) => string;
  readonly stop: () => Promise<void>;
}

const busName = "quartermaster";
const named = (queue: Queue) => `quartermaster-${queue.name}`;
/** SQS keeps a dead letter for 14 days at most. */
const deadLetterSeconds = 14 * 24 * 60 * 60;

/**
 * Makes the queues and the bus, and sets the variables by which the program finds them. Embedded, they are empty at
 * every start: what was in them is found again by the sweeps, for the rows are the truth.
 */
export async function startCloud(): Promise<Cloud> {
  const embedded = optional("AWS_ENDPOINT_URL") === undefined;
  const stopQueues = embedded ? await embedQueues() : async () => {};
  const urls = new Map<Queue, string>();
  for (const queue of queues) urls.set(queue, await makeQueue(queue));
  const urlOf = (queue: Queue) => urls.get(queue) ?? "";
  for (const queue of queues) process.env[queue.variable] = urlOf(queue);

  const listeners = queues.filter(({ fromBus }) => fromBus);
  process.env["EVENT_BUS_NAME"] = busName;
  const stopBus = embedded ? await embedBus(listeners.map(urlOf)) : async () => {};
  if (!embedded) await connectBus(listeners, urlOf);
  return {
    urlOf,
    stop: async () => {
      await stopBus();
      await stopQueues();
    },
  };
}

/** Queues in this process's memory, on this machine only. */
export async function embedQueues(): Promise<() => Promise<void>> {
  const app = buildApp({ logger: false });
  // Its own start would listen to the whole network.
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  Object.assign(process.env, { AWS_ENDPOINT_URL_SQS: url, EMBEDDED_QUEUE_URL: url });
  // Whatever account this shell is signed in to, nothing here is for it.
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local", AWS_REGION: "us-east-1" });
  delete process.env["AWS_SESSION_TOKEN"];
  return async () => {
    await app.close();
  };
}

async function embedBus(queueUrls: readonly string[]): Promise<() => Promise<void>> {
  const { url, stop } = await startBus(queueUrls);
  process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"] = url;
  return stop;
}

/** The queue with its dead-letter queue, as the wiring has it. */
export async function makeQueue(queue: Queue): Promise<string> {
  const deadLetters = await queueUrl(`${named(queue)}-dead`, { MessageRetentionPeriod: String(deadLetterSeconds) });
  return queueUrl(named(queue), {
    VisibilityTimeout: String(queue.visibilitySeconds),
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: await arnOf(deadLetters),
      maxReceiveCount: queue.maxReceiveCount,
    }),
  });
}

/** The queue of that name, made if it is missing and brought up to these attributes if it is not. */
async function queueUrl(QueueName: string, Attributes: Readonly<Record<string, string>>): Promise<string> {
  const { QueueUrl } = (await callAws("sqs", "CreateQueue", { QueueName })) as { QueueUrl: string }; // SQS's documented answer
  await callAws("sqs", "SetQueueAttributes", { QueueUrl, Attributes });
  return QueueUrl;
}

async function arnOf(QueueUrl: string): Promise<string> {
  const answer = await callAws("sqs", "GetQueueAttributes", { QueueUrl, AttributeNames: ["QueueArn"] });
  return (answer as { Attributes: { QueueArn: string } }).Attributes.QueueArn; // SQS's documented answer
}

/** On a real bus or an emulator's: a rule that sends every event of ours to each queue that listens. */
async function connectBus(listeners: readonly Queue[], urlOf: (queue: Queue) => string): Promise<void> {
  await callAws("events", "CreateEventBus", { Name: busName }).catch((error: unknown) => {
    if (!String(error).includes("ResourceAlreadyExists")) throw error;
  });
  for (const queue of listeners) {
    const Arn = await arnOf(urlOf(queue));
    const { RuleArn } = (await callAws("events", "PutRule", {
      Name: named(queue),
      EventBusName: busName,
      EventPattern: JSON.stringify({ source: [eventSource] }),
    })) as { RuleArn: string }; // EventBridge's documented answer
    await callAws("events", "PutTargets", {
      Rule: named(queue),
      EventBusName: busName,
      Targets: [{ Id: queue.name, Arn }],
    });
    const mayEnqueue = {
      Effect: "Allow",
      Principal: { Service: "events.amazonaws.com" },
      Action: "sqs:SendMessage",
      Resource: Arn,
      Condition: { ArnEquals: { "aws:SourceArn": RuleArn } },
    };
    await callAws("sqs", "SetQueueAttributes", {
      QueueUrl: urlOf(queue),
      Attributes: { Policy: JSON.stringify({ Version: "2012-10-17", Statement: [mayEnqueue] }) },
    });
  }
}
