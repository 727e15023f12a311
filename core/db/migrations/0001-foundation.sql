-- What every change writes: its event, its audit entry, and the answer kept for a repeated request.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- The outbox. Written by `emit` within the change; the subscriber sets `fanned_out_at`, the only sign that an event has
-- arrived, the sweep counts its tries, and the retention sweep removes the row.
create table events (
  id text collate "C" primary key,
  name text not null,
  subject_type text not null,
  subject_id text collate "C" not null,
  change_id text collate "C" not null,
  -- The whole event as JSON text: every receiver gets these bytes, at every attempt.
  body text not null,
  time timestamptz(3) not null,
  fanned_out_at timestamptz(3),
  -- How often the sweep has put it on the bus, or the bus has refused it; 0 for events that arrive as they should.
  put_attempts integer not null default 0,
  -- When the sweep puts it again. The change's own process puts it at once, and the subscriber has it within a second.
  next_put_at timestamptz(3) not null default now() + interval '30 seconds',
  -- The bus's own code, if at the last try it refused this event or the whole call.
  refused_code text
);
-- Events on their way, oldest first by their change: ids begin with the time.
create index events_waiting on events (change_id) where fanned_out_at is null;
-- Two queues for the sweep, first tries (0) and later ones (1): events that the bus refuses do not hold up the others.
create index events_due on events (least(put_attempts, 1), next_put_at, id) where fanned_out_at is null;
create index events_subject on events (subject_id, id);
create index events_time on events (time);

-- Who did what. Written by `audit` within the change; never changed, never removed.
create table audit (
  id text collate "C" primary key,
  change_id text collate "C" not null,
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_id text collate "C",
  actor_name text not null,
  actor_role text,
  action text not null,
  subject_type text not null,
  subject_id text collate "C",
  before jsonb,
  after jsonb
);
create index audit_subject on audit (subject_id, id);
create index audit_actor on audit (actor_id, id);
create index audit_action on audit (action, id);
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();

-- The answer to a request that came with an Idempotency-Key. Written by the wrapper within the change.
create table idempotency (
  actor text not null,
  key text not null,
  fingerprint text not null,
  status integer,
  answer text,
  created_at timestamptz(3) not null,
  primary key (actor, key)
);
create index idempotency_created on idempotency (created_at);

-- The store's own settings: one row, written by `store.edit`.
create table store (
  id boolean primary key default true check (id),
  name text not null default 'Quartermaster',
  currency text not null default 'INR' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC',
  taxes_inclusive boolean not null default true,
  unpaid_window_minutes integer not null default 1440 check (unpaid_window_minutes > 0),
  low_stock_threshold integer not null default 5 check (low_stock_threshold >= 0),
  retention_days integer not null default 30 check (retention_days > 0)
);
insert into store default values;
