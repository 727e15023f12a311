import type { MessageChannel, MessageKind } from "#core/contract/message-kinds";
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
  if (!takesRegisteredOnly(sender) || registered) {
    return { status: "queued", why: null, says: null, registered, sender };
  }
  // It was written for a sender of any text, or for none. The template library is loaded only for this.
  const { fittedBy } = await import("#core/message/template/render");
  const current = around.current(kind, channel);
  const fitted = current ? fittedBy(current.source, body) : null;
  if (fitted && "values" in fitted) return { status: "queued", why: null, says: null, registered: fitted, sender };
  return { status: "skipped", why: "unregistered", says: fitted?.differs ?? null, registered, sender: null };
}
