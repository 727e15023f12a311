import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { asciiJson } from "#core/ascii";
import { callEmbedded } from "./embedded-queues.ts";
import { type Listening, listen } from "./listen.ts";

/** An entry of PutEvents, as EventBridge documents it. */
interface Entry {
  readonly Source?: string;
  readonly DetailType?: string;
  readonly Detail?: string;
  readonly Time?: number;
}

/** EventBridge takes ten entries a call, and 256 kB of what is in them. */
const entriesMax = 10;
const callBytesMax = 256 * 1024;

/**
 * The smallest event bus there is: it takes `PutEvents` as EventBridge does and puts each event, in EventBridge's
 * envelope, on every embedded queue given. It keeps nothing: what no queue took is answered as not taken, for the outbox
 * still has it.
 */
export function startBus(queueUrls: readonly string[]): Promise<Listening> {
  return listen(
    createServer((request, response) => {
      void answer(request, response, queueUrls);
    }),
  );
}

async function answer(request: IncomingMessage, response: ServerResponse, queueUrls: readonly string[]): Promise<void> {
  const end = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(body));
  try {
    if (request.headers["x-amz-target"] !== "AWSEvents.PutEvents") {
      end(400, { __type: "UnknownOperationException", message: "This bus knows PutEvents and nothing else." });
      return;
    }
    const { Entries = [] }: { Entries?: Entry[] } = JSON.parse(await textOf(request));
    if (Entries.length === 0 || Entries.length > entriesMax) {
      end(400, { __type: "ValidationException", message: `1 to ${entriesMax} entries, not ${Entries.length}.` });
      return;
    }
    if (Entries.reduce((bytes, entry) => bytes + bytesOf(entry), 0) > callBytesMax) {
      end(413, { __type: "RequestEntityTooLarge", message: `A call holds ${callBytesMax} bytes at most.` });
      return;
    }
    const results = await put(Entries, queueUrls);
    end(200, { FailedEntryCount: results.filter((result) => "ErrorCode" in result).length, Entries: results });
  } catch (error) {
    end(500, { __type: "InternalException", message: String(error) });
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** As EventBridge counts: what the fields hold, not what it takes to write them as JSON within JSON. */
const bytesOf = ({ Source = "", DetailType = "", Detail = "", Time }: Entry): number =>
  (Time === undefined ? 0 : 14) + [Source, DetailType, Detail].reduce((sum, text) => sum + Buffer.byteLength(text), 0);

type Result = { EventId: string } | { ErrorCode: string; ErrorMessage: string };

async function put(entries: readonly Entry[], queueUrls: readonly string[]): Promise<Result[]> {
  const results = entries.map(resultOf);
  const Batch = entries.flatMap((entry, index) => {
    const result = results[index];
    return result && "EventId" in result
      ? [{ Id: String(index), MessageBody: asciiJson(JSON.stringify(envelope(entry, result.EventId))) }]
      : [];
  });
  if (Batch.length === 0) return results;
  await Promise.all(
    queueUrls.map(async (QueueUrl) => {
      const { Failed = [] } = (await callEmbedded("SendMessageBatch", { QueueUrl, Entries: Batch })) as {
        Failed?: { Id: string; Message?: string }[];
      }; // SQS's documented answer
      for (const { Id, Message } of Failed) {
        results[Number(Id)] = { ErrorCode: "InternalFailure", ErrorMessage: Message ?? "The queue did not take it." };
      }
    }),
  );
  return results;
}

function resultOf({ Source, DetailType, Detail }: Entry): Result {
  if (!Source || !DetailType || !Detail) return { ErrorCode: "InvalidArgument", ErrorMessage: "A field is missing." };
  try {
    JSON.parse(Detail);
    return { EventId: randomUUID() };
  } catch {
    return { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
  }
}

const envelope = ({ Source, DetailType, Detail = "{}", Time }: Entry, id: string) => ({
  version: "0",
  id,
  "detail-type": DetailType,
  source: Source,
  account: "000000000000",
  time: new Date(Time === undefined ? Date.now() : Time * 1000).toISOString().replace(/\.\d+Z$/, "Z"),
  region: "us-east-1",
  resources: [],
  detail: JSON.parse(Detail),
});
