import { randomUUID } from "node:crypto";
import type { Id } from "#core/contract/kit/fields";
import { db } from "#core/db/client";
import { newId } from "#core/id";
import type { Offer } from "#core/work/offer";
import { offerHere } from "./awake-here.ts";
import { hidingSeconds } from "./backoff.ts";
import type { Claimed, QueueName } from "./delivery-lease.ts";
import { perEndpointMax } from "./slots.ts";
import type { WakeUp } from "./wake.ts";

/** Which senders to wake, and which events do not exist. */
export interface FannedOut {
  readonly wakeUps: readonly WakeUp[];
  readonly unknown: readonly Id<"event">[];
  /** Of the events that are part of a trace. */
  readonly traceparents: readonly string[];
}

/** An event, and a delivery of it that is to be sent, if there is one. */
type Row = Pick<Claimed, "eventId" | "eventName" | "traceparent" | "at"> & {
  readonly [Of in "lane" | "endpointId"]: Claimed[Of] | null;
} & {
  /** Only of a delivery that has been claimed: there may be a hundred thousand others. */
  readonly [Of in "id" | "url" | "secret" | "body"]: Claimed[Of] | null;
};

/**
 * Writes a row for every active endpoint whose patterns match, for all endpoints or none, and sends nothing; the events
 * are marked, so that the sweep does not take them for lost. An event that arrives again makes no second row; if its
 * row is still to be sent it wakes the senders again, because the first process may have died before doing so.
 *
 * A sender that is awake in this process gets as many of the rows as it has room for: they are claimed for it as they
 * are written, and not claimed once more.
 *
 * It does not wait for the disk: a power cut that loses the rows loses the marks too, and the sweep finds the events.
 * Events and deliveries are looked up by key only, without conditions that an index of waiting or due rows could
 * answer: that index may have a million entries.
 */
export async function fanOut(eventIds: readonly Id<"event">[]): Promise<FannedOut> {
  const offer = offerHere("fast");
  const claimId = randomUUID();
  let claimed: readonly Claimed[] = [];
  try {
    const rows = await written(eventIds, claimId, offer);
    claimed = rows.flatMap((row) => claimedOf(row, claimId));
    const known = new Set(rows.map(({ eventId }) => eventId));
    return {
      wakeUps: wakeUpsOf(rows.filter(({ id }) => id === null)),
      unknown: eventIds.filter((id) => !known.has(id)),
      traceparents: [...new Set(rows.flatMap(({ traceparent }) => traceparent ?? []))],
    };
  } finally {
    offer?.arrived(claimed);
  }
}

type Room = Pick<Offer<Claimed, QueueName>, "most" | "except">;

/** What it writes into a claimed row, and reads from it, is the same as with the claims of `deliveryLease`. */
function written(eventIds: readonly string[], claimId: string, { most, except }: Room = { most: 0, except: [] }) {
  // Delivery ids begin with the time, as all ids do; the rest is random.
  const stem = newId("delivery").slice(0, "whd_".length + 10);
  return db().$client<Row[]>`
    with known as (
      select id, name, body, traceparent, fanned_out_at is null as is_new from events where id = any(${[...eventIds]}::text[])
    ), matching as (
      select known.id as event_id, known.name, endpoint.id as endpoint_id,
        endpoint.lane = 'fast' and endpoint.id <> all(${except.map(({ endpointId }) => endpointId)}::text[])
          and row_number() over (partition by endpoint.id order by known.id) <= ${perEndpointMax} as is_wanted
      from known join webhook_endpoints endpoint
        on endpoint.active and endpoint.events && array[known.name, split_part(known.name, '.', 1) || '.*', '*']
    ), planned as (
      select *, is_wanted and count(*) filter (where is_wanted) over (order by endpoint_id, event_id) <= ${most} as is_claimed
      from matching
    ), made as (
      insert into webhook_deliveries (id, endpoint_id, event_id, event_name, next_attempt_at, attempts, claim_id, hidden_until)
      select ${stem} || right(replace(gen_random_uuid()::text, '-', ''), 16), endpoint_id, event_id, name, now(),
        is_claimed::integer,
        case when is_claimed then ${claimId}::uuid end,
        case when is_claimed then now() + make_interval(secs => ${hidingSeconds}) end
      from planned order by endpoint_id, event_id
      on conflict (endpoint_id, event_id) do nothing
      returning event_id, endpoint_id, case when claim_id is not null then id end as claimed
    ), marked as (
      update events set fanned_out_at = clock_timestamp() where id = any(array(select id from known where is_new))
    ), to_send as (
      select event_id, endpoint_id, claimed from made
      union all
      select event_id, endpoint_id, null from matching cross join lateral (
        select next_attempt_at from webhook_deliveries delivery
        where delivery.event_id = matching.event_id and delivery.endpoint_id = matching.endpoint_id
        offset 0
      ) as already_there
      where next_attempt_at <= now()
    )
    select known.id as "eventId", traceparent, endpoint.lane, endpoint.id as "endpointId",
      name as "eventName", claimed as id, needed.*,
      to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from (select set_config('synchronous_commit', 'off', true)) as unhurried cross join known
    left join to_send on to_send.event_id = known.id
    left join webhook_endpoints endpoint on endpoint.id = to_send.endpoint_id
    left join lateral (select url, secret, body) as needed on claimed is not null`;
}

const claimedOf = (row: Row, claimId: string): Claimed[] =>
  isClaimed(row) ? [{ ...row, claimId, attempts: 1, turn: "first", part: row.eventId }] : [];

/** A delivery that has been claimed has everything. */
const isClaimed = (row: Row): row is Row & { readonly [Of in keyof Row]: NonNullable<Row[Of]> } => row.id !== null;

/** One for each lane, for any number of endpoints. */
const wakeUpsOf = (rows: readonly Row[]): WakeUp[] =>
  [...Map.groupBy(rows, ({ lane }) => lane)].flatMap(([lane, those]) =>
    lane === null ? [] : { lane, to: [...new Set(those.flatMap(({ endpointId }) => endpointId ?? []))] },
  );
