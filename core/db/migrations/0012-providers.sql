-- Gateways, carriers and senders: their settings, calls to them, and the events they send.

-- A removed provider keeps its settings until everything it began is settled.
create table providers (
  code text collate "C" primary key,
  kind text not null check (kind in ('gateway', 'carrier', 'sender')),
  mode text not null check (mode in ('live', 'test')),
  -- All settings, sealed; null once they are gone.
  sealed text,
  -- The same for people: secrets only with their last four characters.
  shown jsonb not null,
  configured_at timestamptz(3) not null,
  removed_at timestamptz(3),
  -- It asked for fewer requests.
  paused_until timestamptz(3),
  -- Since its last success.
  failed_at timestamptz(3),
  failure text,
  check (sealed is not null or removed_at is not null)
);

-- Calls to providers. Written within the change that needs one; the worker makes the request afterwards, outside any
-- transaction, and records the outcome and its consequences in one change.
create table calls (
  id text collate "C" primary key,
  provider text collate "C" not null references providers,
  does text not null,
  -- The row that it is for: the provider is given this id.
  subject_id text collate "C" not null,
  order_id text collate "C" references orders,
  change_id text collate "C" not null,
  -- Everything the request is built from, so that a repeat is the same request.
  asked jsonb not null,
  status text not null check (status in ('asked', 'unknown', 'done', 'refused')),
  says text,
  -- Attempts known to have done nothing.
  harmless integer not null default 0,
  attempts integer not null default 0,
  claim_id uuid,
  -- Null if it is settled, or if only a person can find out what happened.
  due_at timestamptz(3),
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  check ((status in ('done', 'refused')) = (settled_at is not null)),
  check (status <> 'asked' or due_at is not null)
);
-- Two clicks make one call.
create unique index calls_open on calls (subject_id, does) where status in ('asked', 'unknown');
create index calls_due on calls (provider, due_at, id) where status in ('asked', 'unknown');
create index calls_provider on calls (provider, id);
create index calls_change on calls (change_id);
create index calls_order on calls (order_id, id) where order_id is not null;
create index calls_stuck on calls (id) where status = 'unknown' and due_at is null;

-- Each request that was sent, without secrets. Removed after 30 days.
create table call_attempts (
  id bigint generated always as identity primary key,
  call_id text collate "C" not null references calls,
  at timestamptz(3) not null,
  milliseconds integer not null,
  method text not null,
  url text not null,
  status integer,
  failure text,
  request text not null,
  answer text not null
);
create index call_attempts_call on call_attempts (call_id, id);
create index call_attempts_at on call_attempts (at);

-- Events that providers send: stored first, processed afterwards, so that nothing is lost and providers do not wait.
create table inbox (
  id text collate "C" primary key,
  provider text collate "C" not null references providers,
  -- The provider's own id for it, or a digest of the body: the same event is taken once.
  event_id text not null,
  headers jsonb not null,
  body bytea not null check (length(body) <= 262144),
  status text not null check (status in ('new', 'settled', 'ignored', 'stuck')),
  says text,
  attempts integer not null default 0,
  claim_id uuid,
  due_at timestamptz(3),
  received_at timestamptz(3) not null,
  settled_at timestamptz(3),
  unique (provider, event_id)
);
create index inbox_due on inbox (provider, due_at, id) where status = 'new';
create index inbox_stuck on inbox (id) where status = 'stuck';
create index inbox_received on inbox (received_at);
