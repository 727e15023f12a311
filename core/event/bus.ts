import { callAws } from "#core/aws";
import { required } from "#core/environment";
import { log } from "#core/log";
import type { Outgoing } from "./relay.ts";

/** The name in every event's `source` on the bus. */
export const eventSource = "quartermaster";

/** PutEvents takes ten entries and 256 kB a call; the margin is for the envelope around each entry. */
const entriesMax = 10;
const callBytesMax = 240_000;

interface Entry {
  readonly id: string;
  readonly detail: string;
  readonly bytes: number;
  readonly source: Outgoing;
}

/** Puts events on the bus in calls of ten, side by side, and answers the ids that it did not take. */
export async function putOnBus(events: readonly Outgoing[]): Promise<ReadonlySet<string>> {
  const refused = await Promise.all(callsOf(events.map(entryOf)).map(putEntries));
  return new Set(refused.flat());
}

/** An event too large for the bus goes without its data: our consumers read the body from its row. */
function entryOf(source: Outgoing): Entry {
  const whole = Buffer.byteLength(source.body);
  if (whole <= callBytesMax) return { id: source.id, detail: source.body, bytes: whole, source };
  const { data: _, ...rest } = JSON.parse(source.body);
  const detail = JSON.stringify({ ...rest, dataOmitted: true });
  return { id: source.id, detail, bytes: Buffer.byteLength(detail), source };
}

function callsOf(entries: readonly Entry[]): Entry[][] {
  const calls: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const last = calls.at(-1);
    if (last && last.length < entriesMax && bytes + entry.bytes <= callBytesMax) {
      last.push(entry);
      bytes += entry.bytes;
    } else {
      calls.push([entry]);
      bytes = entry.bytes;
    }
  }
  return calls;
}

async function putEntries(entries: readonly Entry[]): Promise<string[]> {
  try {
    const { Entries = [] } = (await callAws("events", "PutEvents", {
      Entries: entries.map(({ detail, source }) => ({
        EventBusName: required("EVENT_BUS_NAME", "events are put on this bus"),
        Source: eventSource,
        DetailType: source.name,
        Detail: detail,
        Time: Date.parse(source.time) / 1000,
      })),
    })) as { Entries?: { ErrorCode?: string }[] }; // EventBridge's documented answer
    return entries.filter((_, index) => Entries[index]?.ErrorCode !== undefined).map(({ id }) => id);
  } catch (error) {
    log.warn("PutEvents failed", { error });
    return entries.map(({ id }) => id);
  }
}
