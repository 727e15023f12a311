-- Orders that came in from a file, with what they were there.
create table imported_orders (
  order_id text collate "C" primary key references orders,
  -- The job that brought it in; the job goes after a month.
  import_id text collate "C" not null,
  layout text not null,
  -- Its number in the file, also if it is given another here one day.
  original_number text collate "C" not null,
  -- Of what the file said: the same order again is known by it.
  digest uuid not null,
  imported_at timestamptz(3) not null
);
create index imported_orders_number on imported_orders (original_number);

-- Money that went through somebody else's hands before an order came in: nothing can be asked about it.
insert into providers (code, kind, mode, sealed, shown, configured_at, removed_at)
values ('imported', 'gateway', 'live', null, '{}', now(), now());
