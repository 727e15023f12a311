import * as z from "zod";
import type { Actor } from "#core/actor";
import { valueIn } from "#core/audit/personal";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { decodeCursor, pageFrom, placeInTime, rowsFor } from "#core/db/page";
import { wireMoney, wireTime } from "#core/db/wire";
import { Refusal } from "#core/refusal";

type Wire = z.input<typeof order.TimelineEntry>;

/** One list of everything that happened to an order, oldest first. */
export async function readTimeline(
  { rights }: Actor,
  { id, cursor, limit }: InputOf<typeof order.timeline>,
): Promise<OutputOf<typeof order.timeline>> {
  const [at, last] = cursor === undefined ? ["-infinity", ""] : decodeCursor(cursor, placeInTime);
  const rows = await db().execute<{ wire: Wire | null }>(sql`
    select entry.wire from orders left join lateral (
      select * from (
        select at, id, ${change} as wire from audit
          where subject_id = orders.id and action <> ${order.addNote.name}
        union all select time, id, ${event} from events where subject_id = orders.id
        union all select at, id, ${note} from order_notes where order_id = orders.id
        union all select at, id, ${payment} from payments where order_id = orders.id
        union all select at, id, ${refund} from refunds where order_id = orders.id
        union all select opened_at, id, ${dispute} from disputes where order_id = orders.id
        union all select created_at, id, ${message} from messages
          where order_id = orders.id and ${rights.has("messages.read")}
      ) as entries
      where (at, id) > (${at}::timestamptz, ${last}) order by at, id limit ${rowsFor(limit)}) as entry on true
    where orders.id = ${id}`);
  if (rows.length === 0) throw new Refusal("order.unknown");
  return pageFrom(
    rows.flatMap(({ wire }) => wire ?? []),
    limit,
    (wire) => [wire.at, wire.id],
    (wire) => z.decode(order.TimelineEntry, wire),
  );
}

const change = sql`json_build_object('type', 'change', 'id', id, 'at', ${wireTime("at")}, 'changeId', change_id,
  'by', json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name, 'role', actor_role),
  'action', action, 'before', ${valueIn("before")}, 'after', ${valueIn("after")})`;

/** The deliveries belong to the webhooks module; they are only read here. */
const event = sql`json_build_object('type', 'event', 'id', id, 'at', ${wireTime("time")}, 'changeId', change_id,
  'name', name, 'fannedOutAt', ${wireTime("fanned_out_at")}, 'deliveries', (
    select json_build_object('pending', count(*) filter (where d.status = 'pending'),
      'delivered', count(*) filter (where d.status = 'delivered'), 'dead', count(*) filter (where d.status = 'dead'))
    -- Once for each endpoint: the index on (endpoint, event) begins with it.
    from webhook_endpoints e join webhook_deliveries d on d.endpoint_id = e.id and d.event_id = events.id
    where e.removed_at is null))`;

const note = sql`json_build_object('type', 'note', 'id', id, 'at', ${wireTime("at")}, 'by', actor_name, 'text', text)`;

const payment = sql`json_build_object('type', 'payment', 'id', id, 'at', ${wireTime("at")}, 'by', actor_name,
  'kind', kind, 'method', method, 'amount', ${wireMoney("amount_minor", "orders.currency")},
  'reference', reference, 'reason', reason, 'reversedAt', ${wireTime("reversed_at")})`;

/** In its current state; its history is in the changes next to it. */
const refund = sql`json_build_object('type', 'refund', 'id', id, 'at', ${wireTime("at")}, 'by', actor_name,
  'gateway', gateway, 'amount', ${wireMoney("amount_minor", "currency")}, 'status', status, 'reason', reason, 'says', says,
  'madeElsewhere', made_elsewhere)`;

const dispute = sql`json_build_object('type', 'dispute', 'id', id, 'at', ${wireTime("opened_at")}, 'gateway', gateway,
  'amount', ${wireMoney("amount_minor", "currency")}, 'reason', reason, 'status', status, 'moneyTaken', money_taken)`;

/** A requested message is written within moments, so it is shown as queued. */
const message = sql`json_build_object('type', 'message', 'id', id, 'at', ${wireTime("created_at")}, 'kind', kind,
  'channel', channel, 'recipient', nullif(recipient, ''), 'status', case status when 'asked' then 'queued' else status end)`;
