-- Gateways, carriers and senders: their settings, what is asked of them, and what they tell.

-- A removed one keeps its settings until nothing that it began is open, so that it can be settled.
create table providers (
  code text collate "C" primary key,
  kind text not null check (kind in ('gateway', 'carrier', 'sender')),
  mode text not null check (mode in ('live', 'test')),
  -- All settings, sealed; null once they are gone.
  sealed text,
  -- The same for people: of a secret the last four characters.
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

-- What is asked of a provider. Written within the change that wants it; the worker makes the request afterwards, outside
-- of any transaction, and records the outcome with what follows from it in one change.
create table calls (
  id text collate "C" primary key,
  provider text collate "C" not null references providers,
  does text not null,
  -- The row that it is for: its id is what the provider knows it by.
  subject_id text collate "C" not null,
  order_id text collate "C" references orders,
  change_id text collate "C" not null,
  -- Everything that the request is made from, so that a repetition is the same request.
  asked jsonb not null,
  status text not null check (status in ('asked', 'unknown', 'done', 'refused')),
  says text,
  -- Attempts after which it was certain that nothing had been done.
  harmless integer not null default 0,
  attempts integer not null default 0,
  claim_id uuid,
  -- Null when it is settled, or when only a person can say what happened.
  due_at timestamptz(3),
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  check ((status in ('done', 'refused')) = (settled_at is not null)),
  check (status <> 'asked' or due_at is not null)
);
-- Two clicks are one request.
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

-- What providers send by themselves: kept first, worked on afterwards, so that nothing is lost and nobody is kept waiting.
create table inbox (
  id text collate "C" primary key,
  provider text collate "C" not null references providers,
  -- The provider's own id of it, or a digest of the body: the same event is taken once.
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
