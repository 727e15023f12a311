-- Price lists: what variants cost for certain customers, channels, times and quantities.

-- Archived, never deleted: order lines refer to the list that gave the price.
create table price_lists (
  id text collate "C" primary key,
  name text not null,
  -- For everyone, known customer or not; otherwise for the groups in price_list_groups.
  for_everyone boolean not null,
  -- Null for every channel, and for orders without one.
  channel_id text collate "C" references channels,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  -- The list with the highest number comes first.
  priority integer not null default 0,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz(3),
  constraint price_lists_window check (ends_at > starts_at)
);
create index price_lists_channel on price_lists (channel_id) where channel_id is not null;
create trigger price_lists_version before update on price_lists for each row execute function bump_version();

create table price_list_groups (
  price_list_id text collate "C" not null references price_lists,
  group_id text collate "C" not null references customer_groups,
  primary key (price_list_id, group_id)
);
create index price_list_groups_group on price_list_groups (group_id);

-- The key begins with the variant: a basket's prices are one range of it for each variant, for any number of lists.
create table price_list_rows (
  variant_id text collate "C" not null references variants on delete cascade,
  price_list_id text collate "C" not null references price_lists,
  min_quantity integer not null constraint price_list_rows_from_one check (min_quantity >= 1),
  amount_minor bigint not null constraint price_list_rows_not_negative check (amount_minor >= 0),
  constraint price_list_rows_pkey primary key (variant_id, price_list_id, min_quantity) include (amount_minor)
);
create index price_list_rows_list on price_list_rows (price_list_id, variant_id, min_quantity);

-- The list that gave a line's price, if any.
alter table order_lines add column price_list_id text collate "C";
