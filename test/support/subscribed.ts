/** Events as the subscriber gets them, and what a sender gets. */
import type { SQSEvent } from "aws-lambda";
import { handler as subscribe } from "#functions/worker/fan-out-event";
import { handler as sendFast } from "#functions/worker/send-deliveries";
import { anEndpoint, someEvents } from "./given/webhooks.ts";
import { invocation } from "./invocation.ts";
import { answer, aReceiver } from "./receiver.ts";

export const wakeUp = { Records: [{ messageId: "m", body: "{}" }] } as SQSEvent;

/** This many new events, one message each. */
export async function fannedOut(count: number): Promise<void> {
  for (const id of await someEvents(count)) {
    const body = JSON.stringify({ "detail-type": "order.paid", detail: { id } });
    await subscribe({ Records: [{ messageId: id, body }] } as SQSEvent);
  }
}

/** A sender whose ten slots for an endpoint wait for answers that do not come, until `letGo`. */
export async function aFullSender(): Promise<{ readonly letGo: () => Promise<unknown> }> {
  const receiver = await aReceiver(() => {});
  await anEndpoint(receiver.url);
  await fannedOut(20);
  const ended = sendFast(wakeUp, { ...invocation, getRemainingTimeInMillis: () => 20_000 });
  await receiver.has(10);
  return {
    letGo: () => {
      for (const socket of receiver.sockets()) socket.destroy();
      receiver.behave = answer(200);
      return ended;
    },
  };
}
