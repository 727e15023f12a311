/**
 * Simulates Lambda's queues and pollers in this process, and counts every billed request. The handlers are the real
 * ones. A poller requests ten messages and waits up to 20 s for the first, passes them to a handler, and deletes the
 * batch; it starts with five, and while all are busy more are added, up to the queue's concurrency.
 */
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { handOver } from "#core/aws/client";
import { type Queue, queues, usualMemoryMb } from "#functions/wiring";

type Handler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** The usage of one queue and its worker. */
export interface Used {
  sqsRequests: number;
  messages: number;
  invocations: number;
  billedMs: number;
  /** Billed time multiplied by memory. */
  gbSeconds: number;
  /** The most messages that waited at once, without delayed ones. */
  mostWaiting: number;
}

interface Message {
  readonly messageId: string;
  readonly body: string;
  readonly dueAt: number;
}

export interface Simulated {
  /** Puts a message on a queue, as the bus does: one request. */
  readonly put: (name: string, body: string) => void;
  readonly used: (name: string) => Used;
  /** Messages that may be received now. */
  readonly waiting: (name: string) => number;
  /** Stops the pollers once their current work is done. */
  readonly stop: () => Promise<void>;
}

let simulations = 0;
const receiveMax = 10;
const longPollMs = 20_000;
const pollersAtFirst = 5;

/** Starts the pollers of these queues; from now on the process uses these queues. */
export function simulateLambda(handlers: Readonly<Record<string, Handler>>): Simulated {
  // A new address for each simulation, because AWS's client caches the one it was given.
  const address = `http://simulated-${++simulations}.invalid`;
  process.env["AWS_ENDPOINT_URL_SQS"] = address;
  const made = new Map(
    queues.map((queue) => {
      process.env[queue.variable] = `${address}/${queue.name}`;
      return [queue.name, queueOf(queue, handlers[queue.name])];
    }),
  );
  handOver(address, async (_, input) => {
    const { QueueUrl, Entries } = input as { QueueUrl: string; Entries: readonly Entry[] };
    const queue = made.get(QueueUrl.slice(address.length + 1));
    if (queue) queue.send(Entries.map(({ MessageBody, DelaySeconds = 0 }) => ({ body: MessageBody, DelaySeconds })));
    return { Successful: Entries.map(acknowledged), Failed: [] };
  });
  const named = (name: string) => {
    const queue = made.get(name);
    if (!queue) throw new Error(`there is no queue ${name}`);
    return queue;
  };
  return {
    put: (name, body) => named(name).send([{ body, DelaySeconds: 0 }]),
    used: (name) => named(name).used,
    waiting: (name) => named(name).waiting(),
    stop: async () => void (await Promise.all([...made.values()].map((queue) => queue.stop()))),
  };
}

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
  readonly DelaySeconds?: number;
}

const acknowledged = ({ Id, MessageBody }: Entry) => ({
  ...{ Id, MessageId: randomUUID() },
  MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
});

function queueOf(
  { batchSize, concurrency, timeoutSeconds, memoryMb = usualMemoryMb }: Queue,
  handler: Handler | undefined,
) {
  const used: Used = { sqsRequests: 0, messages: 0, invocations: 0, billedMs: 0, gbSeconds: 0, mostWaiting: 0 };
  let messages: Message[] = [];
  let busy = 0;
  let stopping = false;
  const pollers: Promise<void>[] = [];

  const due = () => messages.filter(({ dueAt }) => dueAt <= performance.now());
  const receive = async (most: number): Promise<readonly Message[]> => {
    used.sqsRequests++;
    const giveUpAt = performance.now() + longPollMs;
    for (;;) {
      const taken = new Set(due().slice(0, most));
      if (taken.size > 0) {
        messages = messages.filter((message) => !taken.has(message));
        return [...taken];
      }
      if (stopping || performance.now() > giveUpAt) return [];
      await pause(5);
    }
  };
  const invoke = async (work: Handler, batch: readonly Message[]) => {
    const began = performance.now();
    const left = () => timeoutSeconds * 1_000 - (performance.now() - began);
    const Records = batch.map(({ messageId, body }) => ({ messageId, body }));
    // Our handlers read nothing else of either.
    const context = { getRemainingTimeInMillis: left, functionName: "simulated", awsRequestId: "simulated" } as Context;
    const { batchItemFailures } = await work({ Records } as SQSEvent, context);
    used.invocations++;
    const billedMs = Math.ceil(performance.now() - began);
    used.billedMs += billedMs;
    used.gbSeconds += (billedMs / 1_000) * (memoryMb / 1_024);
    if (batchItemFailures.length > 0) throw new Error("a handler has failed messages");
  };
  const poll = async (work: Handler) => {
    while (!stopping) {
      const batch = await receive(Math.min(batchSize, receiveMax));
      if (batch.length === 0) continue;
      busy++;
      if (busy === pollers.length && pollers.length < concurrency) pollers.push(poll(work));
      await invoke(work, batch);
      busy--;
      used.sqsRequests++;
    }
  };
  if (handler) for (let nth = 0; nth < Math.min(pollersAtFirst, concurrency); nth++) pollers.push(poll(handler));
  return {
    used,
    waiting: () => due().length,
    send: (entries: readonly { body: string; DelaySeconds: number }[]) => {
      used.sqsRequests++;
      used.messages += entries.length;
      const now = performance.now();
      for (const { body, DelaySeconds } of entries)
        messages.push({ messageId: randomUUID(), body, dueAt: now + DelaySeconds * 1_000 });
      used.mostWaiting = Math.max(used.mostWaiting, due().length);
    },
    stop: async () => {
      stopping = true;
      await Promise.all(pollers);
    },
  };
}
