/** Endpoints, events and deliveries for tests, made by the program's own verbs. */
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { EventName } from "#core/contract/values/events";
import * as webhook from "#core/contract/webhook";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { emit } from "#core/event/emit";
import { newId } from "#core/id";
import { within } from "#core/time-left";
import { fanOut } from "#core/webhook/fan-out";
import { type Sender, sendDue } from "#core/webhook/send-due";
import type { WakeUp } from "#core/webhook/wake";
import { call } from "../call.ts";

export async function anEndpoint(url: string, { events = ["order.*"], active = true } = {}) {
  const { body } = await call(webhook.createEndpoint, { url, events, active });
  return body;
}

/** Events in the outbox, as a change leaves them. */
export async function someEvents(count: number, name: EventName = "order.paid", data: Record<string, unknown> = {}) {
  const ids: Id<"event">[] = [];
  await inChange(system("test"), async (change) => {
    for (let nth = 0; nth < count; nth++) emit(change, name, newId("order"), data);
  });
  const rows = await db().$client`select id from events order by id desc limit ${count}`;
  for (const { id } of rows) ids.push(id);
  return ids.reverse();
}

/** Events, and the rows that the subscriber makes from them. */
export async function someDeliveries(
  count: number,
  name: EventName = "order.paid",
  data: Record<string, unknown> = {},
) {
  const ids = await someEvents(count, name, data);
  await fanOut(ids);
  return ids;
}

/** Runs the claim loop until nothing is due, and returns the wake-ups it sent. */
export async function send(how: Partial<Sender> = {}) {
  const wakeUps: WakeUp[] = [];
  const sent = await sendDue({
    lane: "fast",
    slots: 100,
    timeLeft: within(80_000),
    wake: async (given) => {
      wakeUps.push(...given);
      return 0;
    },
    ...how,
  });
  return { ...sent, wakeUps };
}

/** The rows in the database, oldest first. */
export async function rowsOf(endpointId: string) {
  return db().$client<Row[]>`
    select id, event_id as "eventId", status, attempts, last_status as "lastStatus", last_error as "lastError", claim_id as "claimId",
      extract(epoch from greatest(next_attempt_at, hidden_until) - now())::float as "dueInSeconds", history
    from webhook_deliveries where endpoint_id = ${endpointId} order by id`;
}

interface Row {
  readonly id: Id<"delivery">;
  readonly eventId: Id<"event">;
  readonly status: string;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly claimId: string | null;
  readonly dueInSeconds: number | null;
  readonly history: { at: string; status: number | null; error: string | null; ms: number }[];
}

/** As if every wait and visibility timeout had passed. */
export async function timePasses(endpointId?: string): Promise<void> {
  await db().$client`
    update webhook_deliveries set next_attempt_at = now() - interval '1 second', hidden_until = null
    where status = 'pending' and (endpoint_id = ${endpointId ?? null} or ${endpointId === undefined})`;
}

/** Rows that have been due for an hour, spread over these endpoints; every other one has been tried before. */
export async function manyDue(endpointIds: readonly string[], rows = 300_000): Promise<void> {
  await db().$client.begin(async (tx) => {
    // With foreign key triggers this takes a minute.
    await tx`set local session_replication_role = replica`;
    await tx`set local statement_timeout = 0`;
    await tx`
      insert into events (id, name, subject_type, subject_id, change_id, body, time, fanned_out_at)
      values ('evt_00000000000000000000000000', 'order.paid', 'order', 'ord_x', 'chg_x', '{}', now(), now())
      on conflict do nothing`;
    await tx`
      insert into webhook_deliveries (id, endpoint_id, event_id, event_name, next_attempt_at, attempts, again)
      select 'whd_' || lpad(n::text, 26, '0'), (${[...endpointIds]}::text[])[1 + n % ${endpointIds.length}::int],
        'evt_' || lpad(n::text, 26, '0'), 'order.paid', now() - interval '1 hour', n / ${endpointIds.length}::int % 2,
        n / ${endpointIds.length}::int % 2 = 1
      from generate_series(1, ${rows}::int) n`;
    // A test that emptied the table before has removed the pages for the coming weeks.
    await tx`select lengthen(part::text, coalesce(since, 'x')) from partitions_of('webhook_deliveries') where since is not null or until is null`;
    await tx`analyze webhook_deliveries`;
  });
}
