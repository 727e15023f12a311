import type { Id } from "#core/contract/kit/fields";
import type { MessageChannel, MessageKind } from "#core/contract/values/message-kinds";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { storable } from "#core/work/storable";
import { recipientBy } from "./recipient.ts";
import { sealedLink } from "./send/sealed-link.ts";
import type { Attachment } from "./senders/sender.ts";

export interface MessageRequest {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly recipient: string;
  /** Identifies the occasion: the same key again writes nothing. */
  readonly cause: string;
  readonly orderId?: Id<"order">;
  /** The current data for the template. */
  readonly given: unknown;
  /** A link that grants access: stored sealed, and removed once it is sent. */
  readonly link?: string;
  /** An attached file. */
  readonly attachment?: Attachment;
}

/**
 * Requests a message within the change that it is about, for changes without an event. The worker writes it once the
 * change has committed, if its kind is enabled.
 */
export async function askForMessage(change: Change, request: MessageRequest): Promise<void> {
  const { kind, channel, recipient, cause, orderId = null, given, link, attachment } = request;
  const id = newId("message");
  const sealed = link === undefined ? null : sealedLink(id, link);
  const whole = sealed ? { given, link: sealed.shown } : { given };
  await change.tx.execute(sql`
    insert into messages (id, kind, channel, cause, recipient, order_id, status, given, sealed_link, attachment, asked_by, due_at, created_at)
    values (${id}, ${kind}, ${channel}, ${cause}, ${recipientBy(channel, recipient)}, ${orderId}, 'asked', ${storable(whole)}::jsonb,
      ${sealed?.sealed ?? null}, ${attachment ? storable(attachment) : null}::jsonb, ${change.by.name}, date_trunc('milliseconds', clock_timestamp()),
      ${change.at.toISOString()}::timestamptz)
    on conflict (cause, channel, recipient) do nothing`);
}
