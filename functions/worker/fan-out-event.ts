import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { type Id, id } from "#core/contract/kit/fields";
import { log } from "#core/log";
import { tracedSince } from "#core/trace/trace";
import { wakeSleeping } from "#core/webhook/awake";
import { fanOut } from "#core/webhook/fan-out";
import { comeBack } from "#functions/worker";

/** The bus's envelope of an event. Only the id is trusted; the rest is read from the event's own row. */
const Envelope = z.looseObject({ detail: z.looseObject({ id: id("event") }) });

/** Subscribes to all events: writes the delivery rows and wakes the senders. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const failed: string[] = [];
  const readable = event.Records.flatMap((record) => {
    const eventId = eventIdIn(record);
    if (eventId === null) failed.push(record.messageId);
    return eventId === null ? [] : [{ messageId: record.messageId, eventId }];
  });
  const unsent = await failuresOf(readable);
  if (unsent.length > 0) {
    // One that fails must not hold up the others: each is tried separately.
    for (const one of readable) failed.push(...(await failuresOf([one])));
  }
  return comeBack(event, failed);
}

/** Fans out all messages together, and returns those that failed: all of them or none. */
async function failuresOf(messages: readonly { messageId: string; eventId: Id<"event"> }[]) {
  if (messages.length === 0) return [];
  try {
    const startedAt = new Date();
    const { wakeUps, unknown, traceparents } = await fanOut([...new Set(messages.map(({ eventId }) => eventId))]);
    for (const eventId of unknown) log.warn("event is not on record", { eventId });
    await wakeSleeping(wakeUps);
    await tracedSince(
      startedAt,
      traceparents.map((parent) => ({ name: "fan out events", kind: "consumer", parent })),
    );
    return [];
  } catch (error) {
    log.error("fan-out failed", { count: messages.length, error });
    return messages.map(({ messageId }) => messageId);
  }
}

function eventIdIn({ body, messageId }: SQSRecord) {
  try {
    return Envelope.parse(JSON.parse(body)).detail.id;
  } catch {
    log.error("message is not an event", { messageId });
    return null;
  }
}
