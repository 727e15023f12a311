-- For shoppers: storefront keys, carts, shipping rates, and codes with a limit per customer.

alter table api_keys
  add storefront boolean not null default false,
  -- The channel of its orders.
  add channel_id text collate "C" constraint api_keys_channel_id_fkey references channels;
create index api_keys_channel on api_keys (channel_id) where channel_id is not null;

alter table store add cart_abandoned_hours integer not null default 24
  constraint store_cart_abandoned_hours_positive check (cart_abandoned_hours > 0);

-- Uses by one customer's orders that are not cancelled.
alter table discounts add per_customer_limit integer
  constraint discounts_per_customer_limit_positive check (per_customer_limit > 0);

create table shipping_rates (
  id text collate "C" primary key,
  name text not null,
  -- ISO 3166 alpha-2; null for every country that no other rate names.
  countries text[],
  minimum_minor bigint not null default 0 constraint shipping_rates_minimum_not_negative check (minimum_minor >= 0),
  amount_minor bigint not null constraint shipping_rates_amount_not_negative check (amount_minor >= 0),
  active boolean not null default true,
  created_at timestamptz(3) not null
);

-- What a shopper has chosen. It holds no stock. The token opens it, and is stored as a digest, to find the cart by, and
-- sealed, for the one event that contains it.
create table carts (
  id text collate "C" primary key,
  token_hash text collate "C" not null constraint carts_token unique,
  token_sealed text not null,
  channel_id text collate "C" constraint carts_channel_id_fkey references channels,
  key_id text collate "C" not null,
  -- Each with its price when the cart was last written, as the shopper saw it.
  lines jsonb not null default '[]',
  email text collate "C",
  name text,
  phone text,
  address jsonb,
  discount_code text,
  total_minor bigint not null default 0,
  order_id text collate "C" constraint carts_order unique constraint carts_order_id_fkey references orders,
  abandoned_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index carts_channel on carts (channel_id) where channel_id is not null;
create index carts_open on carts (updated_at) where order_id is null and abandoned_at is null;
create index carts_ordered on carts (id) where order_id is not null;
create index carts_abandoned on carts (id) where order_id is null and abandoned_at is not null;
create index carts_unordered on carts (updated_at, id) where order_id is null;

-- Shoppers' requests per minute. No loss after a crash.
create unlogged table storefront_requests (
  asker text not null,
  minute timestamptz(0) not null,
  requests integer not null,
  primary key (asker, minute)
);
create index storefront_requests_minute on storefront_requests (minute);
