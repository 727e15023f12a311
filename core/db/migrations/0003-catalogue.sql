-- What the store sells and from where. Removed rows that orders or stock refer to are archived instead.

-- Finds parts of texts through an index.
create extension if not exists pg_trgm;

create table categories (
  id text collate "C" primary key,
  parent_id text collate "C" references categories,
  slug text not null unique,
  name text not null,
  position integer not null default 0,
  created_at timestamptz(3) not null,
  check (parent_id <> id)
);
create index categories_parent on categories (parent_id, position, id);

create table tax_rates (
  id text collate "C" primary key,
  name text not null,
  -- Hundredths of a per cent: 1800 is 18 %.
  basis_points integer not null check (basis_points between 0 and 10000),
  is_default boolean not null default false,
  created_at timestamptz(3) not null,
  archived_at timestamptz(3)
);
create unique index tax_rates_default on tax_rates (is_default) where is_default;

create table channels (
  id text collate "C" primary key,
  code text collate "C" not null unique,
  name text not null,
  active boolean not null default true,
  created_at timestamptz(3) not null,
  archived_at timestamptz(3)
);

create table locations (
  id text collate "C" primary key,
  code text not null unique,
  name text not null,
  address jsonb,
  -- Stock is taken from active locations, lowest priority number first.
  priority integer not null default 100,
  active boolean not null default true,
  is_default boolean not null default false,
  created_at timestamptz(3) not null,
  archived_at timestamptz(3),
  check (active or not is_default)
);
-- At most one here; the verbs ensure at least one, under a lock on the row that has it.
create unique index locations_default on locations (is_default) where is_default;

create table products (
  id text collate "C" primary key,
  slug text not null unique,
  title text not null,
  description text not null default '',
  status text not null default 'draft' check (status in ('draft', 'active', 'archived')),
  vendor_id text collate "C" references vendors,
  category_id text collate "C" references categories,
  tags text[] not null default '{}',
  images jsonb not null default '[]',
  -- The names of what its variants differ in: ["Size", "Colour"].
  options text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index products_vendor on products (vendor_id, id);
create index products_category on products (category_id, id);
create index products_status on products (status, id);
create index products_title on products (lower(title) collate "C", id);
create index products_updated on products (updated_at, id);
create index products_tags on products using gin (tags);
create index products_title_part on products using gin (title gin_trgm_ops);
create index products_slug_part on products using gin (slug gin_trgm_ops);
create trigger products_version before update on products for each row execute function bump_version();

create table variants (
  id text collate "C" primary key,
  product_id text collate "C" not null references products,
  sku text collate "C" not null unique,
  -- Values for the product's options, in their order: ["M", "Blue"].
  options text[] not null default '{}',
  price_minor bigint not null check (price_minor >= 0),
  compare_at_minor bigint check (compare_at_minor >= 0),
  cost_minor bigint check (cost_minor >= 0),
  weight_grams integer check (weight_grams >= 0),
  barcode text,
  track_stock boolean not null default true,
  continue_selling boolean not null default false,
  low_stock_threshold integer check (low_stock_threshold >= 0),
  tax_rate_id text collate "C" references tax_rates,
  position integer not null default 0,
  created_at timestamptz(3) not null,
  archived_at timestamptz(3)
);
create index variants_product on variants (product_id, position, id);
create unique index variants_options on variants (product_id, options) where archived_at is null;
create index variants_barcode on variants (barcode) where barcode is not null;
create index variants_tax_rate on variants (tax_rate_id) where tax_rate_id is not null;
create index variants_sku_part on variants using gin (sku gin_trgm_ops);

create table collections (
  id text collate "C" primary key,
  slug text not null unique,
  title text not null,
  description text not null default '',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index collections_title on collections (lower(title) collate "C", id);

create table collection_products (
  collection_id text collate "C" not null references collections on delete cascade,
  product_id text collate "C" not null references products on delete cascade,
  position integer not null,
  primary key (collection_id, product_id)
);
create index collection_products_product on collection_products (product_id);

create table discounts (
  id text collate "C" primary key,
  code text not null,
  kind text not null check (kind in ('percentage', 'fixed', 'freeShipping')),
  -- Basis points for a percentage, minor units for a fixed amount, null for free shipping.
  value bigint check (value > 0),
  minimum_minor bigint not null default 0 check (minimum_minor >= 0),
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  usage_limit integer check (usage_limit > 0),
  used integer not null default 0 check (used >= 0),
  active boolean not null default true,
  created_at timestamptz(3) not null,
  archived_at timestamptz(3),
  check ((kind = 'freeShipping') = (value is null)),
  -- Two orders racing for the last use: the guarded update and this check let one through.
  check (usage_limit is null or used <= usage_limit)
);
create unique index discounts_code on discounts (upper(code)) where archived_at is null;
