import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { id } from "#core/contract/kit/fields";
import { log } from "#core/log";
import { writeForEvents } from "#core/message/write/write-for-events";
import { writeRequested } from "#core/message/write/write-requested";
import { writeWaiting } from "#core/message/write/write-waiting";
import { wakeWorker } from "#core/provider/wake-workers";
import { timeLeftIn } from "#functions/time-left";
import { comeBack } from "#functions/worker";

/** The bus's envelope of an event. Only the id is trusted; the rest is read from the event's own row. */
const Envelope = z.looseObject({ detail: z.looseObject({ id: id("event") }) });

/** Writes the messages for events. Any other queue message is a wake-up: everything waiting is written. */
export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const failed: string[] = [];
  let toSend = 0;
  const records = event.Records.map((record) => ({ messageId: record.messageId, eventId: eventIdIn(record) }));
  const events = records.flatMap(({ messageId, eventId }) => (eventId ? [{ messageId, eventId }] : []));
  const wakeUps = records.filter(({ eventId }) => eventId === null);
  failed.push(
    ...(await failuresOf(events, async () => {
      toSend += await writeForEvents(events.map(({ eventId }) => eventId));
    })),
  );
  const timeLeft = timeLeftIn(context);
  failed.push(
    ...(await failuresOf(wakeUps, async () => {
      toSend += await writeRequested(timeLeft);
      toSend += await writeWaiting(timeLeft);
    })),
  );
  // A failed run may have left messages to be sent too.
  if (toSend + failed.length > 0) await wakeWorker("outgoing");
  return comeBack(event, failed);
}

async function failuresOf(
  messages: readonly { readonly messageId: string }[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  if (messages.length === 0) return [];
  try {
    await work();
    return [];
  } catch (error) {
    log.error("messages not written", { count: messages.length, error });
    return messages.map(({ messageId }) => messageId);
  }
}

function eventIdIn({ body }: SQSRecord) {
  try {
    return Envelope.parse(JSON.parse(body)).detail.id;
  } catch {
    return null;
  }
}
