import { setTimeout as pause } from "node:timers/promises";
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type DeleteMessageBatchRequest,
  type Message,
  ReceiveMessageCommand,
  type ReceiveMessageRequest,
  type ReceiveMessageResult,
} from "@aws-sdk/client-sqs";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { sqs } from "#core/aws/queue-client";
import { log } from "#core/log";
import type { Queue } from "#functions/wiring";
import { callEmbedded, hasEmbeddedQueues } from "./embedded-queues.ts";
import { contextOf, type Handler } from "./functions.ts";

/** A queue that is being consumed. */
export interface Poller {
  /** Stops receiving, and resolves when the messages already received are done. */
  readonly stop: () => Promise<void>;
}

/** How long a receive waits for a message: the maximum of SQS, and the cheapest. */
const waitSeconds = 20;
/**
 * The same for external queues. There an aborted receive continues on the server, and its messages would be hidden from
 * all consumers for minutes: so a stop waits for it, and gives back what it returns.
 */
const waitOutsideSeconds = 5;
/** How many more receives run in parallel to the waiting one while a queue is long. */
const helpersMax = 3;
/** Workers share this process and its cores, and each is concurrent in itself: more of them would gain nothing. */
const workersMax = 2;
/** How many messages SQS receives or deletes per call. */
const callMax = 10;
/** A queue that takes longer to answer is considered down. */
const callMs = 3_000;

/**
 * Does for a queue what Lambda's event source mapping does: waits for messages, calls the worker with a batch of them,
 * at most `concurrency` at a time, and deletes those that it did not report as failed. The others come back after their
 * visibility timeout, and go to the dead-letter queue after `maxReceiveCount` attempts. One receive waits at a time;
 * when it returns a full batch, more receives run in parallel, without waiting.
 */
export function pollQueue(queue: Queue, url: string, worker: Handler): Poller {
  const stopping = new AbortController();
  const done = deleter(url);
  const loops = new Set<Promise<void>>();
  const batches = new Set<Promise<void>>();
  /** Receives and batches in progress: each occupies one of the worker's slots. */
  let taken = 0;
  let helpers = 0;
  let freed = () => {};
  const free = () => {
    taken--;
    freed();
  };

  const work = async (records: SQSRecord[]) => {
    const failed = await failuresOf(queue, worker, records, stopping.signal);
    free();
    await done(records.filter(({ messageId }) => !failed.has(messageId)).map(({ receiptHandle }) => receiptHandle));
  };
  /** Receives a batch, hands it to a worker, and returns its number of messages. A slot must be free. */
  const take = async (seconds: number): Promise<number> => {
    taken++;
    const messages = await receiveBatch(queue, url, seconds, stopping.signal);
    if (stopping.signal.aborted) await giveBack(url, messages);
    if (messages.length === 0 || stopping.signal.aborted) {
      free();
      return 0;
    }
    const batch = work(messages.map((message) => recordOf(queue, message))).finally(() => batches.delete(batch));
    batches.add(batch);
    if (isFull(queue, messages)) help();
    return messages.length;
  };
  const mayTake = () => !stopping.signal.aborted && taken < Math.min(queue.concurrency, workersMax);

  const poll = async () => {
    while (!stopping.signal.aborted) {
      if (mayTake()) await take(hasEmbeddedQueues() ? waitSeconds : waitOutsideSeconds);
      else await new Promise<void>((resume) => (freed = resume));
    }
  };
  const help = () => {
    if (helpers >= helpersMax || !mayTake()) return;
    helpers++;
    start(async () => {
      while (mayTake() && (await take(0)) >= sizeOf(queue));
      helpers--;
    });
  };
  const start = (run: () => Promise<void>) => {
    const loop = run().finally(() => loops.delete(loop));
    loops.add(loop);
  };

  start(poll);
  return {
    stop: async () => {
      stopping.abort();
      freed();
      await Promise.all(loops);
      await Promise.all(batches);
    },
  };
}

const sizeOf = ({ batchSize }: Queue): number => Math.min(batchSize, callMax);

/** Whether there may be more. */
const isFull = (queue: Queue, messages: readonly Message[]): boolean => messages.length >= sizeOf(queue);

/** In as many calls as are needed. */
async function receiveBatch(
  queue: Queue,
  url: string,
  seconds: number,
  signal: AbortSignal,
): Promise<readonly Message[]> {
  const messages: Message[] = [];
  for (;;) {
    const more = await receive(queue, url, messages.length === 0 ? seconds : 0, signal);
    messages.push(...more);
    if (!isFull(queue, more) || messages.length + sizeOf(queue) > queue.batchSize || signal.aborted) return messages;
  }
}

async function receive(
  queue: Queue,
  QueueUrl: string,
  seconds: number,
  signal: AbortSignal,
): Promise<readonly Message[]> {
  try {
    const asked: ReceiveMessageRequest = {
      QueueUrl,
      MaxNumberOfMessages: sizeOf(queue),
      WaitTimeSeconds: seconds,
      // Two names for one list: newer services read the second, older emulators the first.
      AttributeNames: ["All"],
      MessageSystemAttributeNames: ["All"],
    };
    const { Messages = [] } = hasEmbeddedQueues()
      ? ((await callEmbedded("ReceiveMessage", asked, signal)) as ReceiveMessageResult) // as SQS documents it
      : await sqs().send(new ReceiveMessageCommand(asked), {
          abortSignal: AbortSignal.timeout((seconds + 10) * 1000),
        });
    return Messages;
  } catch (error) {
    if (signal.aborted) return [];
    log.warn("queue does not answer", { queue: queue.name, error });
    await pause(1_000, undefined, { signal }).catch(() => {});
    return [];
  }
}

/** Makes the messages visible again at once. */
async function giveBack(QueueUrl: string, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const Entries = messages.map(({ ReceiptHandle }, nth) => ({ Id: String(nth), ReceiptHandle, VisibilityTimeout: 0 }));
  const asked = new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries });
  await sqs()
    .send(asked, { abortSignal: AbortSignal.timeout(callMs) })
    .catch((error: unknown) => log.warn("messages not released", { error }));
}

/** The ids of the messages that must come back: none, those that the worker reports, or all if it throws. */
async function failuresOf(queue: Queue, worker: Handler, Records: SQSRecord[], stopping: AbortSignal) {
  const all = new Set(Records.map(({ messageId }) => messageId));
  try {
    const event: SQSEvent = { Records };
    const context = contextOf(queue.worker, queue.timeoutSeconds, stopping);
    const answer = (await worker(event, context)) as SQSBatchResponse | undefined; // what Lambda documents for SQS
    const failed = new Set((answer?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier));
    // As in Lambda: a worker that reports a message it was not given has failed as a whole.
    return failed.isSubsetOf(all) ? failed : all;
  } catch (error) {
    log.error("worker failed", { worker: queue.worker, error });
    return all;
  }
}

/** Deleting is not urgent, as messages stay hidden for minutes: those done within this time are deleted in one call. */
const deleteGatherMs = 25;

/** Deletes messages ten per call, including those that are done in the meantime. */
function deleter(QueueUrl: string): (handles: readonly string[]) => Promise<void> {
  const waiting: string[] = [];
  let sending: Promise<void> | undefined;
  const send = async () => {
    await pause(deleteGatherMs);
    while (waiting.length > 0) {
      const Entries = waiting.splice(0, callMax).map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle }));
      // A message that is not deleted is processed twice, which every worker allows for.
      await deleteBatch({ QueueUrl, Entries }).catch((error: unknown) => log.warn("messages not deleted", { error }));
    }
    sending = undefined;
  };
  return async (handles) => {
    if (handles.length === 0) return;
    waiting.push(...handles);
    sending ??= send();
    await sending;
  };
}

const deleteBatch = (asked: DeleteMessageBatchRequest): Promise<unknown> =>
  hasEmbeddedQueues() ? callEmbedded("DeleteMessageBatch", asked) : sqs().send(new DeleteMessageBatchCommand(asked));

const recordOf = (queue: Queue, message: Message): SQSRecord => ({
  messageId: message.MessageId ?? "",
  receiptHandle: message.ReceiptHandle ?? "",
  body: message.Body ?? "",
  attributes: {
    ApproximateReceiveCount: "1",
    SentTimestamp: "0",
    SenderId: "local",
    ApproximateFirstReceiveTimestamp: "0",
    ...message.Attributes,
  },
  messageAttributes: {},
  md5OfBody: message.MD5OfBody ?? "",
  eventSource: "aws:sqs",
  eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queue.name}`,
  awsRegion: "us-east-1",
});
