import { randomUUID } from "node:crypto";
import type { Id } from "#core/contract/fields";
import { db } from "#core/db/client";
import { attemptsMax, hidingSeconds } from "./backoff.ts";
import type { Turn } from "./due.ts";
import type { Lane } from "./webhook.table.ts";

/** How many rows to take from one of an endpoint's queues. */
export interface Take {
  readonly endpointId: Id<"endpoint">;
  readonly turn: Turn;
  readonly most: number;
}

/** A delivery that is this sender's for 60 s, with what it takes to send it. */
export interface Claimed {
  readonly id: Id<"delivery">;
  readonly claimId: string;
  readonly endpointId: Id<"endpoint">;
  readonly turn: Turn;
  /** This one included: it was counted with the claim. */
  readonly attempts: number;
  /** By the database's clock, in ISO 8601. */
  readonly at: string;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  readonly eventId: Id<"event">;
  readonly eventName: string;
  readonly body: string;
  readonly lane: Lane;
}

/**
 * Takes due rows, oldest due first, hides them for 60 s and counts the attempt: one statement, and no two senders get
 * the same row. A row whose twelve attempts are used up, the last by a sender that died, is dead and not sent again.
 */
export async function claim(takes: readonly Take[]): Promise<Claimed[]> {
  const sql = db().$client;
  const claimId = randomUUID();
  // As one value of JSON: of arrays PostgreSQL would count the elements, and plan the statement anew each time.
  const given = takes.map(({ endpointId, turn, most }) => ({
    endpoint_id: endpointId,
    turn: turn === "first" ? 0 : 1,
    most,
  }));
  const rows = await sql<(Omit<Claimed, "claimId" | "turn"> & { again: boolean; status: string })[]>`
    with claimed as (
      update webhook_deliveries set
        status = case when attempts < ${attemptsMax} then 'pending' else 'dead' end,
        next_attempt_at = case when attempts < ${attemptsMax} then now() + make_interval(secs => ${hidingSeconds}) end,
        last_error = case when attempts < ${attemptsMax} then last_error else 'interrupted' end,
        attempts = least(attempts + 1, ${attemptsMax}),
        claim_id = ${claimId}
      where ctid = any(array(
        select due.ctid
        from jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) as take (endpoint_id text, turn int, most int)
        join webhook_endpoints endpoint on endpoint.id = take.endpoint_id and endpoint.active
        cross join lateral (
          select ctid from webhook_deliveries
          where endpoint_id = take.endpoint_id and status = 'pending' and least(attempts, 1) = take.turn
            and next_attempt_at <= now()
          order by next_attempt_at, id limit take.most
          for update skip locked
        ) as due))
      returning id, endpoint_id, event_id, event_name, attempts, status
    )
    select claimed.id, endpoint_id as "endpointId", event_id as "eventId", event_name as "eventName", attempts,
      attempts > 1 as again, claimed.status,
      to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, url, secret, lane, body
    from claimed
    join webhook_endpoints endpoint on endpoint.id = endpoint_id
    join events event on event.id = event_id`;
  return rows.flatMap(({ again, status, ...row }) =>
    status === "pending" ? [{ ...row, claimId, turn: again ? ("again" as const) : ("first" as const) }] : [],
  );
}
