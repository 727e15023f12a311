-- E-mails and SMS: recipients, templates, texts and outcomes.

-- In which language messages write amounts and dates, and the picture above them.
alter table store
  add column language text not null default 'en-IN',
  add column logo_url text;

-- Whether an event's messages are still to be written; not for events older than this table.
alter table events add column unwritten boolean not null default false;
alter table events alter column unwritten set default true;
create index events_unwritten on events (id)
  where unwritten and (name like 'order.%' or name = 'cart.abandoned');

-- One row for each (cause, channel, recipient), written by the worker `write-messages` or, where no event tells of it, by the
-- change that asks for it; claimed and settled by `send-messages`; settled further by receipts. No row is removed.
create table messages (
  id text collate "C" primary key,
  -- Its kind, which also names its template: order.shipped.
  kind text not null,
  channel text not null check (channel in ('email', 'sms')),
  -- An event's id, or another unique name of its cause: a message about it is written once.
  cause text collate "C" not null,
  -- Empty once the person is erased.
  recipient text not null,
  order_id text collate "C" references orders,
  -- The message that this one repeats on request.
  resend_of text collate "C" references messages,
  -- asked: not written yet. queued: to be sent. The others are outcomes.
  status text not null check (status in
    ('asked', 'queued', 'sent', 'delivered', 'bounced', 'rejected', 'failed', 'unknown', 'skipped')),
  -- Why it was skipped, or what the sender says.
  why text,
  says text,
  -- Before it is written, what it is written from.
  given jsonb,
  -- A secret link; the texts have a placeholder for it. Removed once it is sent.
  sealed_link text,
  subject text,
  html text,
  body text,
  -- For senders that send registered texts only: the text's id there, and the values of its variables.
  registered jsonb,
  -- Null: the store's own.
  template_version integer,
  sender text collate "C" references providers,
  -- The sender's id for it.
  sent_id text collate "C",
  asked_by text not null,
  attempts integer not null default 0,
  harmless integer not null default 0,
  claim_id uuid,
  due_at timestamptz(3),
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  settled_at timestamptz(3),
  erased_at timestamptz(3),
  unique (cause, channel, recipient),
  check (status <> 'queued' or sender is not null),
  check (status not in ('asked', 'queued') or due_at is not null),
  check (status in ('asked', 'queued', 'unknown') or due_at is null)
) with (fillfactor = 80);
create index messages_asked on messages (due_at, id) where status = 'asked';
create index messages_due on messages (sender, due_at, id) where status in ('queued', 'unknown');
create index messages_order on messages (order_id, id) where order_id is not null;
create index messages_status on messages (status, id) where status not in ('sent', 'delivered');
create index messages_kind on messages (kind, id);
create index messages_recipient on messages (lower(recipient) text_pattern_ops);
-- A receipt names the sender's id; two messages never have the same.
create unique index messages_sent on messages (sender, sent_id) where sent_id is not null;

-- The store's own texts in place of the built-in ones; the newest version counts. Never changed.
create table template_versions (
  kind text not null,
  channel text not null check (channel in ('email', 'sms')),
  version integer not null check (version > 0),
  -- Null: back to the built-in text.
  source jsonb,
  actor_id text collate "C",
  actor_name text not null,
  at timestamptz(3) not null,
  primary key (kind, channel, version)
);

-- Messages the store has turned on or off; for the others the built-in default applies.
create table message_switches (
  kind text not null,
  channel text not null check (channel in ('email', 'sms')),
  is_on boolean not null,
  primary key (kind, channel)
);

-- Addresses and numbers that nothing is sent to. Written from senders' receipts, removed by people.
create table suppressions (
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  why text not null check (why in ('bounced', 'complained', 'optedOut', 'address')),
  says text,
  message_id text collate "C" references messages,
  at timestamptz(3) not null,
  primary key (channel, recipient)
);
create index suppressions_at on suppressions (at desc, recipient);
