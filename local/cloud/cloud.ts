/** The queues and the event bus: each embedded in this process, or on AWS, an emulator or a compatible service. */
import {
  CreateEventBusCommand,
  PutRuleCommand,
  PutTargetsCommand,
  ResourceAlreadyExistsException,
} from "@aws-sdk/client-eventbridge";
import { CreateQueueCommand, GetQueueAttributesCommand, SetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { sqs } from "#core/aws/queue-client";
import { eventBridge, eventSource } from "#core/event/bus";
import { type Queue, queues } from "#functions/wiring";
import { isOutside } from "../role.ts";
import { type Listener, startBus } from "./bus.ts";
import { embedQueues } from "./embedded-queues.ts";

export interface Cloud {
  readonly urlOf: (queue: Queue) => string;
  readonly stop: () => Promise<void>;
}

const busName = "quartermaster";
const named = (queue: Queue) => `quartermaster-${queue.name}`;
/** 14 days: the longest that SQS keeps a dead letter. */
const deadLetterSeconds = 14 * 24 * 60 * 60;

const nothing = async () => {};

/**
 * Creates the queues and the bus, and sets the environment variables by which the program finds them. Embedded queues
 * are empty at every start: the sweeps find what was in them, because the rows are the truth. An embedded bus stores
 * nothing: it puts events on the queues, wherever they are, so a service that has queues but no bus is enough.
 * @throws a sentence if an external bus would have to reach embedded queues.
 */
export async function startCloud(): Promise<Cloud> {
  const outside = { queues: isOutside("SQS"), bus: isOutside("EVENTBRIDGE") };
  if (outside.bus && !outside.queues) {
    throw new Error(
      "An external bus cannot reach embedded queues: set AWS_ENDPOINT_URL_SQS with AWS_ENDPOINT_URL_EVENTBRIDGE.",
    );
  }
  const stopQueues = outside.queues ? nothing : await embedQueues();
  const urls = new Map<Queue, string>();
  for (const queue of queues) urls.set(queue, await makeQueue(queue));
  const urlOf = (queue: Queue) => urls.get(queue) ?? "";
  for (const queue of queues) process.env[queue.variable] = urlOf(queue);

  const listeners = queues.filter(({ fromBus }) => fromBus);
  process.env["EVENT_BUS_NAME"] = busName;
  const stopBus = outside.bus
    ? nothing
    : await embedBus(listeners.map((queue) => ({ url: urlOf(queue), names: queue.fromBus ?? [] })));
  if (outside.bus) await connectBus(listeners, urlOf);
  return {
    urlOf,
    stop: async () => {
      await stopBus();
      await stopQueues();
    },
  };
}

async function embedBus(listeners: readonly Listener[]): Promise<() => Promise<void>> {
  const { url, stop } = await startBus(listeners);
  process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"] = url;
  return async () => {
    delete process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"];
    await stop();
  };
}

/** The queue and its dead-letter queue, as the wiring declares them. */
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

/** The queue with that name, created if it is missing; its attributes are updated if they differ. */
async function queueUrl(QueueName: string, Attributes: Record<string, string>): Promise<string> {
  const { QueueUrl = "" } = await sqs().send(new CreateQueueCommand({ QueueName }));
  await sqs().send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
  return QueueUrl;
}

async function arnOf(QueueUrl: string): Promise<string> {
  const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] });
  const { Attributes = {} } = await sqs().send(asked);
  return Attributes["QueueArn"] ?? "";
}

/** On a real or emulated bus: a rule for each queue that sends it the events it wants. */
async function connectBus(listeners: readonly Queue[], urlOf: (queue: Queue) => string): Promise<void> {
  const bus = eventBridge();
  await bus.send(new CreateEventBusCommand({ Name: busName })).catch((error: unknown) => {
    if (!(error instanceof ResourceAlreadyExistsException)) throw error;
  });
  for (const queue of listeners) {
    const { fromBus = [] } = queue;
    const names = fromBus === "all" ? {} : { "detail-type": fromBus.map((prefix) => ({ prefix })) };
    const rule = { EventBusName: busName, EventPattern: JSON.stringify({ source: [eventSource], ...names }) };
    const Arn = await arnOf(urlOf(queue));
    const { RuleArn } = await bus.send(new PutRuleCommand({ Name: named(queue), ...rule }));
    const target = { Rule: named(queue), EventBusName: busName, Targets: [{ Id: queue.name, Arn }] };
    await bus.send(new PutTargetsCommand(target));
    const mayEnqueue = {
      Effect: "Allow",
      Principal: { Service: "events.amazonaws.com" },
      Action: "sqs:SendMessage",
      Resource: Arn,
      Condition: { ArnEquals: { "aws:SourceArn": RuleArn } },
    };
    const Policy = JSON.stringify({ Version: "2012-10-17", Statement: [mayEnqueue] });
    await sqs().send(new SetQueueAttributesCommand({ QueueUrl: urlOf(queue), Attributes: { Policy } }));
  }
}
