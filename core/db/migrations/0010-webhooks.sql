-- Where events are sent, and the outcome of each delivery.

create table webhook_endpoints (
  id text collate "C" primary key,
  url text not null,
  events text[] not null,
  active boolean not null,
  -- Encrypted for this row's id; lists read `secret_last4` and never decrypt.
  secret text not null,
  secret_last4 text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Health: written by the senders, at most about once a second each, and read by everyone.
  last_success_at timestamptz(3),
  failures_in_a_row integer not null default 0,
  -- The share of recent attempts that took over 2 s, the latest ones weighing most.
  slow_share real not null default 0,
  -- Above 5 % the 95th percentile is over 2 s. Such endpoints, and those that only fail, have separate senders.
  lane text not null generated always as (
    case when failures_in_a_row >= 5 or slow_share > 0.05 then 'slow' else 'fast' end
  ) stored
) with (fillfactor = 50);
create index webhook_endpoints_events on webhook_endpoints using gin (events) where active;

-- One row for each (endpoint, event), and the truth about it. Written by the subscriber, claimed and settled by the
-- senders, revived by `webhook.retryDelivery`, removed with its endpoint or when old and delivered. The body stays with the event.
create table webhook_deliveries (
  id text collate "C" primary key,
  endpoint_id text collate "C" not null references webhook_endpoints on delete cascade,
  event_id text collate "C" not null,
  event_name text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0,
  -- When it may be claimed. One column for the wait after a failure and for hiding claimed rows.
  next_attempt_at timestamptz(3),
  -- The last claim: only its outcome counts.
  claim_id uuid,
  last_status integer,
  last_error text,
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- The last attempts: [{ "at", "status", "error", "ms" }].
  history jsonb not null default '[]',
  -- In this order it also lists an endpoint's rows, newest event first. Every index is written three times for each row,
  -- so what is asked rarely (an event's rows) looks into it once for each endpoint instead of having one of its own.
  unique (endpoint_id, event_id),
  check ((status = 'pending') = (next_attempt_at is not null))
) with (
  fillfactor = 80,
  -- Every row is written three times within moments: dead versions must be removed soon, or claims wade through them.
  autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_cost_delay = 0,
  autovacuum_vacuum_insert_scale_factor = 0.1
);
-- The heads of the queues: each endpoint has one of first attempts (0) and one of later ones (1), oldest due first.
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, least(attempts, 1), next_attempt_at, id)
  where status = 'pending';
create index webhook_deliveries_dead on webhook_deliveries (endpoint_id, event_id) where status = 'dead';
