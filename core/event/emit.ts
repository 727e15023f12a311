import type { EventName } from "#core/contract/values/events";
import { type Change, writeLast } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { traceparent } from "#core/trace/trace";

/** What has happened, to what. `data` is in wire form, as receivers get it: times as text, only contract fields. */
export interface Said {
  readonly name: EventName;
  readonly subjectId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The body that every receiver gets. `version` is that of `data`'s shape. */
export interface EventBody {
  readonly id: string;
  readonly name: EventName;
  readonly version: 1;
  readonly time: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly data: unknown;
}

/** Puts an event into the outbox, within the change: it is sent if and only if the change commits. */
export function emit(change: Change, name: EventName, subjectId: string, data: Said["data"]): void {
  const { id, subjectType, body, time } = written(change, { name, subjectId, data });
  const row = sql`
    insert into events (id, name, subject_type, subject_id, change_id, body, time, traceparent)
    values (${id}, ${name}, ${subjectType}, ${subjectId}, ${change.id}, ${body}, ${time}::timestamptz, ${traceparent()})`;
  writeLast(change, row);
}

/** Like `emit`, for many in one statement. */
export function emitEach(change: Change, said: readonly Said[]): void {
  if (said.length === 0) return;
  const rows = said.map((one) => written(change, one));
  const inserted = sql`
    insert into events (id, name, subject_type, subject_id, change_id, body, time, traceparent)
    select id, name, "subjectType", "subjectId", ${change.id}, body, time, ${traceparent()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as written (id text, name text, "subjectType" text, "subjectId" text, body text, time timestamptz)`;
  writeLast(change, inserted);
}

/** An event's row; the change keeps the event, to be published. */
function written(change: Change, { name, subjectId, data }: Said) {
  const id = newId("event");
  const time = change.at.toISOString();
  const subjectType = name.split(".")[0] ?? name;
  const body: EventBody = { id, name, version: 1, time, subject: { type: subjectType, id: subjectId }, data };
  const event = { id, name, body: JSON.stringify(body), time };
  change.emitted.push({ ...event, attempts: 0 });
  return { ...event, subjectType, subjectId };
}
