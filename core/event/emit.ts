import type { EventName } from "#core/contract/events";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { traceparent } from "#core/trace";

/** The body every receiver gets. `version` is the version of `data`'s shape. */
export interface EventBody {
  readonly id: string;
  readonly name: EventName;
  readonly version: 1;
  readonly time: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly data: unknown;
}

/**
 * Puts an event into the outbox, within the change: it is sent if and only if the change commits.
 * `data` is what receivers see, already in its wire form (times as text, nothing the contract does not name).
 */
export async function emit(
  change: Change,
  name: EventName,
  subjectId: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const id = newId("event");
  const subjectType = name.split(".")[0] ?? name;
  const body: EventBody = {
    id,
    name,
    version: 1,
    time: change.at.toISOString(),
    subject: { type: subjectType, id: subjectId },
    data,
  };
  await change.tx.execute(sql`
    insert into events (id, name, subject_type, subject_id, change_id, body, time, traceparent)
    values (${id}, ${name}, ${subjectType}, ${subjectId}, ${change.id}, ${JSON.stringify(body)},
      ${body.time}::timestamptz, ${traceparent()})`);
}
