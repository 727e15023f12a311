import {
  EventBridgeClient,
  EventBridgeServiceException,
  PutEventsCommand,
  type PutEventsRequestEntry,
} from "@aws-sdk/client-eventbridge";
import { asciiJson } from "#core/ascii";
import { clientKept } from "#core/aws/client";
import { required } from "#core/environment";
import type { NotTaken, Outcome, Outgoing, Put } from "./outgoing.ts";

/** EventBridge. Request handlers load this file by `import()`, or every cold start would pay for it. */
export const eventBridge = clientKept("AWS_ENDPOINT_URL_EVENTBRIDGE", (where) => new EventBridgeClient(where));

/** The name in every event's `source` on the bus. */
export const eventSource = "quartermaster";

/** PutEvents takes ten entries and 256 kB per call; the margin is for the envelope around each entry. */
const entriesMax = 10;
const callBytesMax = 240_000;
/** After this many tries without arriving, an event is sent without its data, in case the data is the obstacle. */
const triesWithData = 3;

interface Entry {
  readonly of: Outgoing;
  /** In ASCII, so that its length is its size. */
  readonly detail: string;
}

/** In parallel calls of ten. */
export const putOnBus: Put = async (events, withinMs) => {
  const signal = AbortSignal.timeout(Math.max(1, Math.floor(withinMs)));
  return together(await Promise.all(callsOf(events.map(entryOf)).map((entries) => putEntries(entries, signal))));
};

const together = (outcomes: readonly Outcome[]): Outcome => ({
  refused: outcomes.flatMap(({ refused }) => refused),
  failed: outcomes.flatMap(({ failed }) => failed),
});

/** An event too large for the bus is sent without its data: our consumers read the body from its row. */
function entryOf(of: Outgoing): Entry {
  const whole = asciiJson(of.body);
  if (whole.length <= callBytesMax && of.attempts <= triesWithData) return { of, detail: whole };
  const { data: _, ...rest } = JSON.parse(of.body);
  return { of, detail: asciiJson(JSON.stringify({ ...rest, dataOmitted: true })) };
}

function callsOf(entries: readonly Entry[]): Entry[][] {
  const calls: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const last = calls.at(-1);
    if (last && last.length < entriesMax && bytes + entry.detail.length <= callBytesMax) {
      last.push(entry);
      bytes += entry.detail.length;
    } else {
      calls.push([entry]);
      bytes = entry.detail.length;
    }
  }
  return calls;
}

async function putEntries(entries: readonly Entry[], abortSignal: AbortSignal): Promise<Outcome> {
  try {
    const call = new PutEventsCommand({ Entries: entries.map(asked) });
    const { Entries: answers = [] } = await eventBridge().send(call, { abortSignal });
    const refused = entries.flatMap(({ of: { id } }, nth): NotTaken[] => {
      const { ErrorCode: code, ErrorMessage: message = "" } = answers[nth] ?? {};
      return code === undefined ? [] : [{ id, code, message }];
    });
    return { refused, failed: [] };
  } catch (error) {
    const notTaken = entries.map(({ of: { id } }): NotTaken => ({ id, code: codeOf(error), message: String(error) }));
    if (!isAboutWhatWasSent(error)) return { refused: [], failed: notTaken };
    if (entries.length === 1) return { refused: notTaken, failed: [] };
    // One of them is at fault: sent one by one, the faulty one shows.
    return together(await Promise.all(entries.map((entry) => putEntries([entry], abortSignal))));
  }
}

const asked = ({ of: { name, time }, detail }: Entry): PutEventsRequestEntry => ({
  EventBusName: required("EVENT_BUS_NAME", "events are put on this bus"),
  Source: eventSource,
  DetailType: name,
  Detail: detail,
  Time: new Date(time),
});

/** Whether a call was refused for its content, rather than its credentials, its rate or an unreachable bus. */
const isAboutWhatWasSent = (error: unknown): boolean =>
  error instanceof EventBridgeServiceException &&
  (error.$metadata.httpStatusCode === 413 || /Validation|Serialization|Malformed|TooLarge/.test(error.name));

/** A failed connection has a system code, such as ECONNREFUSED; AWS's exceptions have theirs as their name. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "Unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
