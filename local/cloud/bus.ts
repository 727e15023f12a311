import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text as textOf } from "node:stream/consumers";
import type { PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import {
  SendMessageBatchCommand,
  type SendMessageBatchRequest,
  type SendMessageBatchResult,
} from "@aws-sdk/client-sqs";
import { asciiJson } from "#core/ascii";
import { handOver } from "#core/aws/client";
import { sqs } from "#core/aws/queue-client";
import { type Listening, listen } from "../http/listen.ts";
import { isByPage } from "./by-a-page.ts";
import { callEmbedded, hasEmbeddedQueues } from "./embedded-queues.ts";

/** An entry of PutEvents, as EventBridge documents it. */
interface Entry {
  readonly Source?: string | undefined;
  readonly DetailType?: string | undefined;
  readonly Detail?: string | undefined;
  /** In seconds. */
  readonly Time?: number | undefined;
}

/** EventBridge's limits per call: ten entries, 256 kB of content. */
const entriesMax = 10;
const callBytesMax = 256 * 1024;

/** A queue that receives events: all, or those whose names start with a prefix. */
export interface Listener {
  readonly url: string;
  readonly names: "all" | readonly string[];
}

/**
 * A minimal event bus: it accepts `PutEvents` as EventBridge does and puts each event, in EventBridge's envelope, on
 * every given queue. It stores nothing: an event that a queue did not accept is reported as failed, and the outbox
 * still has it. Other processes reach it over HTTP; requests of this process are passed on directly.
 */
export async function startBus(listeners: readonly Listener[]): Promise<Listening> {
  const bus = await listen(
    createServer(async (request, response) => {
      if (isByPage(request.headers)) return void response.writeHead(403).end();
      const { status, headers, body } = await answer(request.headers, await textOf(request), listeners);
      response.writeHead(status, headers).end(body);
    }),
  );
  handOver(bus.url, async (command, { Entries = [] }: { readonly Entries?: readonly PutEventsRequestEntry[] }) => {
    const entries = Entries.map(({ Time, ...entry }) => ({ ...entry, Time: Time && Time.getTime() / 1000 }));
    // What fails here is sent, so that it fails with an error of AWS's library.
    if (command !== "PutEventsCommand" || refusalOf(entries)) return;
    return puttingOn(listeners, entries).catch(() => undefined);
  });
  return bus;
}

async function answer(
  { "x-amz-target": target }: IncomingHttpHeaders,
  text: string,
  listeners: readonly Listener[],
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const saying = (status: number, body: object) => ({
    status,
    headers: { "content-type": "application/x-amz-json-1.1" },
    body: JSON.stringify(body),
  });
  try {
    if (target !== "AWSEvents.PutEvents") {
      return saying(400, {
        __type: "UnknownOperationException",
        message: "This bus knows PutEvents and nothing else.",
      });
    }
    const { Entries = [] }: { Entries?: Entry[] } = JSON.parse(text);
    const refusal = refusalOf(Entries);
    if (refusal) return saying(...refusal);
    return saying(200, await puttingOn(listeners, Entries));
  } catch (error) {
    return saying(500, { __type: "InternalException", message: String(error) });
  }
}

function refusalOf(entries: readonly Entry[]): [status: number, body: object] | undefined {
  if (entries.length === 0 || entries.length > entriesMax) {
    return [400, { __type: "ValidationException", message: `1 to ${entriesMax} entries, not ${entries.length}.` }];
  }
  if (entries.reduce((bytes, entry) => bytes + bytesOf(entry), 0) > callBytesMax) {
    return [413, { __type: "RequestEntityTooLarge", message: `A call holds ${callBytesMax} bytes at most.` }];
  }
  return;
}

/** As EventBridge counts: the size of the fields' contents, not of the JSON within JSON. */
const bytesOf = ({ Source = "", DetailType = "", Detail = "", Time }: Entry): number =>
  (Time === undefined ? 0 : 14) + [Source, DetailType, Detail].reduce((sum, text) => sum + Buffer.byteLength(text), 0);

type Result = { EventId: string } | { ErrorCode: string; ErrorMessage: string };

/** Puts them on the queues; the answer is that of `PutEvents`. */
async function puttingOn(listeners: readonly Listener[], entries: readonly Entry[]) {
  const results = entries.map(resultOf);
  const Batch = entries.flatMap((entry, index) => {
    const result = results[index];
    return result && "EventId" in result ? [{ Id: String(index), MessageBody: envelope(entry, result.EventId) }] : [];
  });
  await Promise.all(
    listeners.map(async ({ url: QueueUrl, names }) => {
      const wanted = Batch.filter(({ Id }) => isWanted(names, entries[Number(Id)]?.DetailType));
      if (wanted.length === 0) return;
      const { Failed = [] } = await sendBatch({ QueueUrl, Entries: wanted });
      for (const { Id, Message } of Failed) {
        results[Number(Id)] = { ErrorCode: "InternalFailure", ErrorMessage: Message ?? "The queue did not take it." };
      }
    }),
  );
  return { FailedEntryCount: results.filter((result) => "ErrorCode" in result).length, Entries: results };
}

const isWanted = (names: Listener["names"], name = ""): boolean =>
  names === "all" || names.some((beginning) => name.startsWith(beginning));

/** A queue that takes longer is considered down: the event is still in the outbox. */
const sendMs = 5_000;

const sendBatch = async (asked: SendMessageBatchRequest): Promise<Partial<SendMessageBatchResult>> =>
  hasEmbeddedQueues()
    ? ((await callEmbedded("SendMessageBatch", asked)) as SendMessageBatchResult) // SQS's documented answer
    : sqs().send(new SendMessageBatchCommand(asked), { abortSignal: AbortSignal.timeout(sendMs) });

function resultOf({ Source, DetailType, Detail }: Entry): Result {
  if (!Source || !DetailType || !Detail) return { ErrorCode: "InvalidArgument", ErrorMessage: "A field is missing." };
  try {
    JSON.parse(Detail);
    return { EventId: randomUUID() };
  } catch {
    return { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
  }
}

/** `Detail` is JSON, and is put into the envelope's as it stands: reading and writing it again takes longer than the rest. */
function envelope({ Source, DetailType, Detail, Time }: Entry, id: string): string {
  const head = JSON.stringify({
    version: "0",
    id,
    "detail-type": DetailType,
    source: Source,
    account: "000000000000",
    time: new Date(Time === undefined ? Date.now() : Time * 1000).toISOString().replace(/\.\d+Z$/, "Z"),
    region: "us-east-1",
    resources: [],
  });
  return asciiJson(`${head.slice(0, -1)},"detail":${Detail}}`);
}
