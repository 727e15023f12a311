-- The table of deliveries becomes the first range of a table partitioned by weeks of the event's time. No row is moved
-- or read: a constraint guarantees their range.
lock table webhook_endpoints in share row exclusive mode;
alter table webhook_deliveries rename to webhook_deliveries_first;
alter index webhook_deliveries_pkey rename to webhook_deliveries_first_pkey;
alter index webhook_deliveries_endpoint_id_event_id_key rename to webhook_deliveries_first_event;
alter index webhook_deliveries_heads rename to webhook_deliveries_first_heads;
alter index webhook_deliveries_dead rename to webhook_deliveries_first_dead;

-- One row for each (endpoint, event), and the truth about it. Written by the subscriber, claimed and settled by the senders,
-- revived by `webhook.retryDelivery`, removed with its endpoint or, when old and delivered, with its week. The body stays with the event.
create table webhook_deliveries (
  -- Each week has its own primary key on it.
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_name text not null,
  status text not null default 'pending' constraint webhook_deliveries_status_check check (status in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  -- The last claim: only its outcome counts.
  claim_id uuid,
  last_status integer,
  last_error text,
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- The last attempts: [{ "at", "status", "error", "ms" }].
  history jsonb not null default '[]',
  -- Set while a sender is working on it. It is in no index, so a claim updates none.
  hidden_until timestamptz(3),
  -- Whether an attempt has failed: such rows wait in a separate queue.
  again boolean not null default false,
  constraint webhook_deliveries_check check ((status = 'pending') = (next_attempt_at is not null)),
  constraint webhook_deliveries_event unique (endpoint_id, event_id),
  constraint webhook_deliveries_endpoint foreign key (endpoint_id) references webhook_endpoints on delete cascade
) partition by range (event_id);
create index webhook_deliveries_heads on webhook_deliveries (endpoint_id, again, next_attempt_at, id) where status = 'pending';
create index webhook_deliveries_dead on webhook_deliveries (endpoint_id, event_id) where status = 'dead';

-- For rows without a week: empty as long as weeks are made ahead. Each new week gets its settings.
create table webhook_deliveries_default partition of webhook_deliveries (primary key (id)) default with (
  fillfactor = 50,
  -- It keeps the pages it has: see `lengthen`.
  vacuum_truncate = off,
  autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_cost_delay = 0,
  autovacuum_vacuum_insert_scale_factor = 0.1
);

do $$
declare
  ends constant text := (
    select substring(pg_get_constraintdef(oid) from '''([^'']+)''') from pg_constraint
    where conname = 'webhook_deliveries_first' and conrelid = 'webhook_deliveries_first'::regclass);
  granted record;
begin
  execute format('alter table webhook_deliveries attach partition webhook_deliveries_first for values from (minvalue) to (%L)', ends);
  -- The running program gets the same rights to this table as to the other.
  for granted in
    select privilege_type, case when grantee = 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as grantee
    from pg_class cross join lateral aclexplode(relacl) where pg_class.oid = 'webhook_deliveries_first'::regclass
  loop
    execute format('grant %s on webhook_deliveries to %s', granted.privilege_type, granted.grantee);
  end loop;
end $$;
alter table webhook_deliveries_first drop constraint webhook_deliveries_first;
select lengthen('webhook_deliveries_default', 'x');
select make_partitions('webhook_deliveries', 'evt', interval '14 days');
