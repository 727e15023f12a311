-- Orders imported from a file, with their identity there.
create table imported_orders (
  order_id text collate "C" primary key references orders,
  -- The job that brought it in; the job goes after a month.
  import_id text collate "C" not null,
  layout text not null,
  -- Its number in the file, even if it gets another one here some day.
  original_number text collate "C" not null,
  -- A digest of the file's data, by which the same order is recognised.
  digest uuid not null,
  imported_at timestamptz(3) not null
);
create index imported_orders_number on imported_orders (original_number);

-- Money handled elsewhere before the order was imported: no gateway can be asked about it.
insert into providers (code, kind, mode, sealed, shown, configured_at, removed_at)
values ('imported', 'gateway', 'live', null, '{}', now(), now());
