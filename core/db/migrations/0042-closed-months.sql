-- Old months of the stock ledger are closed: nothing can be added to them, and their sums are carried forward, so that
-- the doctor adds up only the open months. No movement is removed: all are read, exported and added up as before.

-- How long a month stays open, in whole months after its end.
alter table store add column ledger_open_months integer not null default 12 check (ledger_open_months > 0);

-- How far the ledger is closed, and how far it is added up: one row. Written by `closeMonths` and `carryForward`, read
-- by the doctor and by every write of a movement; never set back.
create table ledger_closing (
  id boolean primary key default true check (id),
  -- The first open moment.
  closed_until timestamptz,
  -- Closed movements have ids below this: ids begin with the time.
  closed_below text collate "C" not null default '',
  -- The last movement that is in `carried_levels`.
  carried_to text collate "C" not null default ''
);
insert into ledger_closing default values;

-- The sum of each stock level's movements, as far as carried forward. Written by `carryForward`, read by the doctor.
create table carried_levels (
  variant_id text collate "C" not null,
  location_id text collate "C" not null,
  on_hand integer not null,
  reserved integer not null,
  committed integer not null,
  primary key (variant_id, location_id)
);

create function refuse_closed_month() returns trigger language plpgsql as $$
begin
  if exists (
    select from written, ledger_closing where written.id < closed_below or written.at < closed_until
  ) then
    raise exception 'the month of this movement is closed' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger movements_closed after insert on movements referencing new table as written
for each statement execute function refuse_closed_month();

-- Closes everything before that moment. It waits for writers of the ledger to finish, so that nothing in a closed month
-- can still become visible; and gives up soon, because others queue behind it. Runs as the tables' owner, because the
-- program may not lock tables.
create function close_ledger(until timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
begin
  lock table movements in share row exclusive mode;
  update ledger_closing set closed_until = until, closed_below = id_from('mov', until)
  where closed_until is null or closed_until < until;
end $$;
revoke execute on function close_ledger(timestamptz) from public;
