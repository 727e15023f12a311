import type { EventName } from "#core/contract/events";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { traceparent } from "#core/trace";
import type { EventBody } from "./emit.ts";

export interface Emitted {
  readonly name: EventName;
  readonly subjectId: string;
  /** As `emit` takes it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Emits many events in one statement. */
export async function emitEach(change: Change, emitted: readonly Emitted[]): Promise<void> {
  if (emitted.length === 0) return;
  const rows = emitted.map(({ name, subjectId, data }) => {
    const type = name.split(".")[0] ?? name;
    const time = change.at.toISOString();
    const body: EventBody = { id: newId("event"), name, version: 1, time, subject: { type, id: subjectId }, data };
    return { id: body.id, name, type, subject: subjectId, body: JSON.stringify(body) };
  });
  await change.tx.execute(sql`
    insert into events (id, name, subject_type, subject_id, change_id, body, time, traceparent)
    select id, name, type, subject, ${change.id}, body, ${change.at.toISOString()}::timestamptz, ${traceparent()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as said(id text, name text, type text, subject text, body text)`);
}
