-- First, in the order in which prices are set and read. Up to this version, it is not known when a price has changed.
alter table price_lists add column prices_version integer not null default 0;
alter table price_lists disable trigger price_lists_version;
update price_lists set prices_version = version;
alter table price_lists enable trigger price_lists_version;

-- The version that a price list got when a price was last set, or removed: a file knows which version it has seen.
alter table price_list_rows add column version integer;
create table removed_prices (
  variant_id text collate "C" not null references variants on delete cascade,
  price_list_id text collate "C" not null references price_lists,
  min_quantity integer not null,
  version integer not null,
  primary key (variant_id, price_list_id, min_quantity)
);
create index removed_prices_list on removed_prices (price_list_id);
