/** Events as the subscriber gets them, and what a sender gets. */
import type { SQSEvent } from "aws-lambda";
import { handler as subscribe } from "#functions/worker/fan-out-event";
import { someEvents } from "./given/webhooks.ts";

export const wakeUp = { Records: [{ messageId: "m", body: "{}" }] } as SQSEvent;

/** So many new events, one message each. */
export async function fannedOut(count: number): Promise<void> {
  for (const id of await someEvents(count)) {
    const body = JSON.stringify({ "detail-type": "order.paid", detail: { id } });
    await subscribe({ Records: [{ messageId: id, body }] } as SQSEvent);
  }
}
