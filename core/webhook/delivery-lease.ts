/** Deliveries as work: which may be claimed, by endpoint and turn, and what an attempt writes into its row. */
import type { Id } from "#core/contract/kit/fields";
import type { Claim } from "#core/work/kind";
import { leaseOf } from "#core/work/lease";
import { attemptsMax, hidingSeconds, waitSeconds } from "./backoff.ts";
import type { Failure } from "./failure.ts";
import type { Lane } from "./webhook.table.ts";

/** First attempts and later ones wait in two queues, so that a backlog of failures does not hold up new deliveries. */
export type Turn = "first" | "again";

/** One of an endpoint's two queues. */
export interface QueueName {
  readonly endpointId: Id<"endpoint">;
  readonly turn: Turn;
}

/** An endpoint's queue with something due. */
export interface Due extends QueueName {
  readonly lane: Lane;
}

/** A delivery claimed by this sender for 60 s, with everything needed to send it. */
export interface Claimed extends Claim, QueueName {
  readonly id: Id<"delivery">;
  /** The event's id. */
  readonly part: string;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  readonly eventId: Id<"event">;
  readonly eventName: string;
  readonly body: string;
  readonly lane: Lane;
  /** The event's. */
  readonly traceparent: string | null;
}

/** The outcome of one attempt. */
export interface Outcome {
  readonly of: Pick<Claimed, "id" | "part" | "claimId" | "endpointId" | "attempts" | "at" | "lane">;
  /** The HTTP status, if there was one. */
  readonly status: number | null;
  /** Null if it was delivered. */
  readonly error: Failure | null;
  readonly ms: number;
}

/** How many attempts a row keeps: twelve, and those before a retry. */
const historyMax = 24;

export const deliveryLease = leaseOf<Claimed, Outcome, QueueName, Due>({
  table: "webhook_deliveries",
  key: "id",
  laidOutBy: "event_id",
  dueAt: "next_attempt_at",
  hiddenUntil: "hidden_until",
  pending: "row.status = 'pending'",
  queues: {
    names: { endpointId: "text", turn: "text" },
    all: `
      select endpoint.id as "endpointId", turn, endpoint.lane
      from webhook_endpoints endpoint cross join (values ('first'), ('again')) as turns (turn)
      where endpoint.active`,
    rows: `
      row.endpoint_id = queue."endpointId"
      and row.again = (queue.turn = 'again')`,
  },
  hideSeconds: hidingSeconds,
  claimsUnhurried: true,
  limit: { attempts: attemptsMax, interrupted: { status: "'dead'", last_status: "null", last_error: "'interrupted'" } },
  waitSeconds,
  // The fan-out writes claims as well, and reads the same.
  reads: `
    endpoint.id as "endpointId", case when row.again then 'again' else 'first' end as turn,
    row.event_id as "eventId", row.event_name as "eventName", url, secret, lane, body, traceparent`,
  joins: `
    join webhook_endpoints endpoint on endpoint.id = row.endpoint_id
    cross join lateral (select body, traceparent from events where id = row.event_id offset 0) as event`,
  again: ({ error }) => error !== null,
  given: {
    status: ["integer", ({ status }) => status],
    error: ["text", ({ error }) => error],
    entry: ["jsonb", ({ of, status, error, ms }) => ({ at: of.at, status, error, ms })],
  },
  sets: {
    again: "true",
    status: "case given.came when 'done' then 'delivered' when 'again' then 'pending' else 'dead' end",
    delivered_at: "case given.came when 'done' then clock_timestamp() end",
    last_status: "given.status",
    last_error: "given.error",
    history: `case when jsonb_array_length(row.history) < ${historyMax} then row.history else row.history - 0 end || given.entry`,
  },
});
