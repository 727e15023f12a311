import type { Id } from "#core/contract/fields";
import { db } from "#core/db/client";
import { newId } from "#core/id";
import type { WakeUp } from "./wake.ts";
import type { Lane } from "./webhook.table.ts";

/** Which senders to wake, and which events do not exist. */
export interface FannedOut {
  readonly wakeUps: readonly WakeUp[];
  readonly unknown: readonly Id<"event">[];
  /** Of the events that are part of a trace. */
  readonly traceparents: readonly string[];
}

interface Row {
  readonly eventId: Id<"event">;
  readonly traceparent: string | null;
  readonly lane: Lane | null;
  readonly endpointId: Id<"endpoint"> | null;
}

/**
 * Writes a row for every active endpoint whose patterns match, for all endpoints or none, and sends nothing; the events
 * are marked, so that the sweep does not take them for lost. An event that arrives again makes no second row; if its
 * row is still to be sent it wakes the senders again, because the first process may have died before doing so.
 *
 * It does not wait for the disk: a power cut that loses the rows loses the marks too, and the sweep finds the events.
 * Events and deliveries are looked up by key only, without conditions that an index of waiting or due rows could
 * answer: that index may have a million entries.
 */
export async function fanOut(eventIds: readonly Id<"event">[]): Promise<FannedOut> {
  const sql = db().$client;
  // Delivery ids begin with the time, as all ids do; the rest is random.
  const stem = newId("delivery").slice(0, "whd_".length + 10);
  const rows = await sql<Row[]>`
    with known as (
      select id, name, traceparent, fanned_out_at is null as is_new from events where id = any(${[...eventIds]}::text[])
    ), matching as (
      select known.id as event_id, known.name, endpoint.id as endpoint_id
      from known join webhook_endpoints endpoint
        on endpoint.active and endpoint.events && array[known.name, split_part(known.name, '.', 1) || '.*', '*']
    ), made as (
      insert into webhook_deliveries (id, endpoint_id, event_id, event_name, next_attempt_at)
      select ${stem} || right(replace(gen_random_uuid()::text, '-', ''), 16), endpoint_id, event_id, name, now()
      from matching order by endpoint_id, event_id
      on conflict (endpoint_id, event_id) do nothing
      returning event_id, endpoint_id
    ), marked as (
      update events set fanned_out_at = clock_timestamp() where id = any(array(select id from known where is_new))
    ), to_send as (
      select event_id, endpoint_id from made
      union
      select event_id, endpoint_id from matching cross join lateral (
        select next_attempt_at from webhook_deliveries delivery
        where delivery.event_id = matching.event_id and delivery.endpoint_id = matching.endpoint_id
        offset 0
      ) as already_there
      where next_attempt_at <= now()
    )
    select known.id as "eventId", traceparent, endpoint.lane, endpoint.id as "endpointId"
    from (select set_config('synchronous_commit', 'off', true)) as unhurried cross join known
    left join to_send on to_send.event_id = known.id
    left join webhook_endpoints endpoint on endpoint.id = to_send.endpoint_id`;
  const known = new Set(rows.map(({ eventId }) => eventId));
  return {
    wakeUps: wakeUpsOf(rows),
    unknown: eventIds.filter((id) => !known.has(id)),
    traceparents: [...new Set(rows.flatMap(({ traceparent }) => traceparent ?? []))],
  };
}

/** One for each lane, for any number of endpoints. */
const wakeUpsOf = (rows: readonly Row[]): WakeUp[] =>
  [...Map.groupBy(rows, ({ lane }) => lane)].flatMap(([lane, those]) =>
    lane === null ? [] : { lane, to: [...new Set(those.flatMap(({ endpointId }) => endpointId ?? []))] },
  );
