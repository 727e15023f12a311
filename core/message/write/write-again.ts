import type { MessageChannel, MessageKind } from "#core/contract/values/message-kinds";
import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { picturesOf } from "#core/message/pictures";
import { takesRegisteredOnly } from "#core/message/senders/index";
import { productIdsIn, scopeOfRequest } from "#core/message/template/scope-of-request";
import { Refusal } from "#core/refusal";
import type { MessageContext } from "./message-context.ts";
import { messageOf, type Row } from "./message-of.ts";
import { type Event, readEvent } from "./wanted.ts";

interface Unwritten {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  /** The event's id, for a message that an event caused. */
  readonly cause: string;
  /** The data that was given for it, for a message that a change requested. */
  readonly given: { readonly given: unknown } | null;
}

/**
 * A message that could not be written, with the current template and the data of its time.
 * @throws Refusal `message.faulty` if the template cannot be used now either
 */
export async function writtenAgain(tx: Db, message: Unwritten, around: MessageContext): Promise<Row> {
  const { kind, channel } = message;
  const current = around.current(kind, channel);
  const scope = await scopeOf(tx, message, around);
  if (!current || !scope) throw new Refusal("message.empty");
  const sender = around.senderFor(channel);
  const row = await messageOf({
    ...{ current, scope, sender },
    takesRegisteredOnly: takesRegisteredOnly(sender),
  });
  if (row.status === "failed") throw new Refusal("message.faulty", { says: row.says });
  return row;
}

async function scopeOf(tx: Db, { kind, cause, given }: Unwritten, { store }: MessageContext) {
  if (given) {
    const pictures = await picturesOf(tx, productIdsIn(kind, given.given));
    return scopeOfRequest(kind, given.given, undefined, store, pictures);
  }
  const [event] = await tx.execute<Event>(sql`
    select id, name, subject_id as "subjectId", body, 0 as "ageMs" from events where id = ${cause}`);
  if (!event) return undefined;
  const read = readEvent(event);
  return read.scope(store, await picturesOf(tx, read.pictured));
}
