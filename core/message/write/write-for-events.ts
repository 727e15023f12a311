/** Messages caused by events: each is written once, from the event's data, however often the event arrives. */

import type { SkipReason } from "#core/contract/message";
import { isMarketing } from "#core/contract/values/message-kinds";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { newId } from "#core/id";
import { log } from "#core/log";
import { picturesOf } from "#core/message/pictures";
import { takesRegisteredOnly } from "#core/message/senders/index";
import { type Texts, textsOf } from "#core/message/template/render";
import { storable } from "#core/work/storable";
import { twice } from "#core/work/twice";
import {
  erasedAmong,
  erasedByNow,
  type MessageContext,
  messageContext,
  notRemindedOf,
  withheldOf,
} from "./message-context.ts";
import { messageOf, unwritten } from "./message-of.ts";
import { type Event, type ReadEvent, readEvent, type Wanted, wantedBy } from "./wanted.ts";

/**
 * Writes the messages of these events, and marks the events. Existing messages are not written again; an event that
 * cannot be read stays unmarked, and does not hold up others.
 * @returns how many messages are queued.
 */
export async function writeForEvents(eventIds: readonly string[]): Promise<number> {
  const events = await db().execute<Event>(sql`
    select id, name, subject_id as "subjectId", body,
      extract(epoch from clock_timestamp() - time)::float8 * 1000 as "ageMs"
    from events where id = any(${sql.param([...new Set(eventIds)])}::text[]) and unwritten order by id`);
  if (events.length === 0) return 0;
  const around = await messageContext(db());
  const read = events.flatMap(readOrNot);
  const pictures = await picturesOf(
    db(),
    read.flatMap(({ pictured }) => pictured),
  );
  const messages = read.flatMap((one) => wantedBy(one, around.current, around.store, pictures));
  const [erased, withheld, notReminded] = await pipelined(
    erasedAmong(db(), messages),
    withheldOf(db(), messages),
    notRemindedOf(
      db(),
      messages.filter(({ kind }) => isMarketing(kind)),
    ),
  );
  const wanted = messages.map((one): Wanted => {
    // An event may be about a customer who has been erased since.
    if (erased.has(one.subjectId)) return { ...one, recipient: "", skip: "erased" };
    return { ...one, skip: notReminded.get(one.subjectId) ?? one.skip };
  });
  const rendered = textsOfWanted(wanted, around);
  const rows: Row[] = [];
  for (const one of wanted) rows.push(await rowOf(one, around, withheld(one), rendered.get(one)));
  const ids = read.map(({ event }) => event.id);
  return await twice(() => keep(rows, ids));
}

function readOrNot(event: Event): ReadEvent[] {
  try {
    return [readEvent(event)];
  } catch (error) {
    log.error("no message can be written about an event", { eventId: event.id, error });
    return [];
  }
}

/**
 * The texts of messages that are not skipped; undefined for faulty ones, whose faults are found when each is written.
 */
function textsOfWanted(wanted: readonly Wanted[], { current }: MessageContext): ReadonlyMap<Wanted, Texts | undefined> {
  const renderings = wanted.flatMap((one) => {
    const template = one.skip ? undefined : current(one.kind, one.channel);
    return template ? [{ one, source: template.source, scope: one.scope() }] : [];
  });
  const texts = textsOf(renderings);
  return new Map(renderings.map(({ one }, nth) => [one, texts[nth]]));
}

async function rowOf(
  wanted: Wanted,
  { current, senderFor }: MessageContext,
  withheld: SkipReason | undefined,
  texts: Texts | undefined,
) {
  const { cause, kind, channel, recipient, subjectId, orderId, skip } = wanted;
  const template = current(kind, channel);
  if (!template) throw new Error(`there is no template for ${kind} by ${channel}`);
  const sender = senderFor(channel);
  const row = skip
    ? unwritten(skip)
    : await messageOf({
        ...{ current: template, scope: wanted.scope(), texts, sender, withheld },
        takesRegisteredOnly: takesRegisteredOnly(sender),
      });
  return { id: newId("message"), kind, channel, cause, recipient, subject_id: subjectId, order_id: orderId, ...row };
}

type Row = Awaited<ReturnType<typeof rowOf>>;

/** Writes all of them and marks their events, or neither. One whose customer has been erased meanwhile is not written. */
async function keep(rows: readonly Row[], eventIds: readonly string[]): Promise<number> {
  const records = rows.map(({ templateVersion, ...row }) => ({ ...row, template_version: templateVersion }));
  const [made] = await db().execute<{ queued: number }>(sql`
    with marked as (
      update events set unwritten = false where id = any(${sql.param([...eventIds])}::text[]) and unwritten
    ), erased as (${erasedByNow(rows.map((row) => row.subject_id))}
    ), made as (
      insert into messages (id, kind, channel, cause, recipient, order_id, status, why, says, subject, html, body, registered,
        template_version, sender, asked_by, due_at, created_at, settled_at)
      select id, kind, channel, cause, recipient, order_id, status, why, says, subject, html, body, registered,
        template_version, sender, 'event', case when status = 'queued' then date_trunc('milliseconds', now()) end, now(),
        case when status <> 'queued' then now() end
      from jsonb_to_recordset(${storable(records)}::jsonb) as given (id text, kind text, channel text, cause text,
        recipient text, subject_id text, order_id text, status text, why text, says text, subject text, html text, body text,
        registered jsonb, template_version integer, sender text)
      where recipient = '' or subject_id not in (select id from erased)
      on conflict (cause, channel, recipient) do nothing
      returning status
    )
    select count(*) filter (where status = 'queued')::integer as queued from made`);
  return made?.queued ?? 0;
}
