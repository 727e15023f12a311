import type { MessageChannel, MessageKind } from "#core/contract/values/message-kinds";
import { takesRegisteredOnly } from "#core/message/senders/index";
import type { MessageContext } from "./message-context.ts";
import type { Row } from "./message-of.ts";

interface Text {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly body: string;
  readonly registered: unknown;
}

/** How a message that was written before, perhaps for another sender or for none, is sent now. */
export async function forSenderNow(
  { kind, channel, body, registered }: Text,
  around: MessageContext,
): Promise<Pick<Row, "status" | "why" | "says" | "registered" | "sender">> {
  const sender = around.senderFor(channel);
  if (sender === undefined) return { status: "skipped", why: "noProvider", says: null, registered, sender: null };
  const queued = { status: "queued", why: null, says: null, sender } as const;
  if (!takesRegisteredOnly(sender)) return { ...queued, registered };
  // It may have been written for a sender of any text, or with a wrong id. The template library is loaded only for this.
  const { fittedBy } = await import("#core/message/template/render");
  const current = around.current(kind, channel);
  const fitted = current ? fittedBy(current.source, body) : null;
  if (fitted && "values" in fitted) return { ...queued, registered: fitted };
  // The template has other words by now; those of the message are registered all the same.
  if (registered) return { ...queued, registered };
  return { status: "skipped", why: "unregistered", says: fitted?.differs ?? null, registered, sender: null };
}
