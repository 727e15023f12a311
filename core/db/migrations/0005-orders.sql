-- Orders and what happens to them: lines, payments, notes, parcels, returns.
create extension if not exists pg_trgm;

-- Two orders placed at once never get the same number; a refused order leaves a gap, which is harmless.
create sequence order_numbers start 100001;

-- Every writer locks the row first; the trigger bumps `version` on every update, so no write path can forget it.
create table orders (
  id text collate "C" primary key,
  number text collate "C" not null unique,
  status text not null check (status in ('pending', 'confirmed', 'partiallyShipped', 'shipped', 'delivered', 'cancelled')),
  payment_status text not null check (payment_status in ('unpaid', 'failed', 'paid', 'partiallyRefunded', 'refunded')),
  email text not null,
  name text not null,
  phone text,
  address jsonb not null,
  channel_id text collate "C" references channels,
  payment_method text not null,
  currency text not null,
  taxes_inclusive boolean not null,
  -- The terms when the order was placed: an edit recomputes its totals from these.
  discount_id text collate "C" references discounts,
  discount_code text,
  discount_kind text,
  discount_value bigint,
  discount_minimum_minor bigint,
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  discount_minor bigint not null check (discount_minor >= 0),
  -- Before a free-shipping code, which counts as discount.
  shipping_minor bigint not null check (shipping_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor >= 0),
  -- Sums of the ledger below, kept by the verbs that write it.
  captured_minor bigint not null default 0 check (captured_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  -- The balance: above zero the customer owes, below zero the store. For lists only; the program computes it itself.
  due_minor bigint not null generated always as
    (case status when 'cancelled' then 0 else total_minor end - captured_minor + refunded_minor) stored,
  -- How much of what has shipped came back, by the lines' counts; written by the verbs that count.
  returned text not null default 'none' check (returned in ('none', 'some', 'all')),
  -- When it last became unpaid; null while it is paid.
  unpaid_since timestamptz(3),
  cancelled_at timestamptz(3),
  cancel_reason text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (refunded_minor <= captured_minor),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  check ((unpaid_since is null) = (payment_status not in ('unpaid', 'failed')))
);
create trigger orders_version before update on orders for each row execute function bump_version();
create index orders_created on orders (created_at desc, id desc);
create index orders_total on orders (total_minor desc, id desc);
create index orders_status on orders (status, created_at desc, id desc);
create index orders_payment_status on orders (payment_status, created_at desc, id desc);
-- Both together, which few orders may match: shipped but not paid.
create index orders_payment_and_status on orders (payment_status, status, created_at desc, id desc);
-- Balances by state: the many settled orders have no entry.
create index orders_customer_owes on orders (payment_status, status, created_at desc, id desc) where due_minor > 0;
create index orders_store_owes on orders (payment_status, status, created_at desc, id desc) where due_minor < 0;
create index orders_returned on orders (returned, created_at desc, id desc) where returned <> 'none';
create index orders_channel on orders (channel_id, created_at desc, id desc) where channel_id is not null;
create index orders_discount on orders (discount_id) where discount_id is not null;
create index orders_email on orders (email, created_at desc, id desc);
-- Parts of names, e-mail addresses and phone numbers. The leading space lets the first word match like the others.
create index orders_contact on orders using gin (lower(' ' || name || ' ' || email || ' ' || coalesce(phone, '')) gin_trgm_ops);
-- For the unpaid sweep.
create index orders_unpaid on orders (unpaid_since) where status = 'pending' and unpaid_since is not null;

-- What was bought, with titles and prices of that time. Deleted only by a line edit.
create table order_lines (
  id text collate "C" primary key,
  order_id text collate "C" not null references orders,
  position integer not null,
  variant_id text collate "C" not null references variants,
  product_id text collate "C" not null references products,
  vendor_id text collate "C" references vendors,
  sku text not null,
  title text not null,
  quantity integer not null check (quantity > 0),
  unit_price_minor bigint not null check (unit_price_minor >= 0),
  tax_basis_points integer not null,
  discount_minor bigint not null check (discount_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null check (total_minor >= 0),
  -- Whether stock was allocated to it: an untracked variant moves nothing.
  tracked boolean not null,
  shipped_quantity integer not null default 0 check (shipped_quantity >= 0),
  returned_quantity integer not null default 0 check (returned_quantity >= 0),
  -- The order's own `created_at`, so that lists by SKU and by vendor page along one index.
  placed_at timestamptz(3) not null,
  check (shipped_quantity <= quantity),
  check (returned_quantity <= shipped_quantity)
);
create unique index order_lines_order on order_lines (order_id, position);
create index order_lines_variant on order_lines (variant_id);
create index order_lines_product on order_lines (product_id);
create index order_lines_sku on order_lines (upper(sku) collate "C", placed_at desc, order_id desc);
-- Beginnings of a title's words; characters that join two words also separate them.
create index order_lines_title on order_lines using gin (lower(' ' || translate(title, '-/(["', '     ')) gin_trgm_ops);
create index order_lines_vendor on order_lines (vendor_id, placed_at desc, order_id desc) where vendor_id is not null;

-- Payments, successful or not. A capture recorded by mistake is reversed, never removed.
create table payments (
  id text collate "C" primary key,
  order_id text collate "C" not null references orders,
  kind text not null check (kind in ('captured', 'failed')),
  -- 'cash' and 'bankTransfer' by hand; a gateway's code otherwise.
  method text check (method is not null or kind = 'failed'),
  by_hand boolean not null,
  amount_minor bigint not null check (amount_minor >= 0),
  reference text,
  reason text,
  actor_id text collate "C",
  actor_name text not null,
  at timestamptz(3) not null,
  reversed_at timestamptz(3),
  check (kind = 'captured' or reversed_at is null)
);
create index payments_order on payments (order_id, id);
create index payments_reference on payments (upper(reference) collate "C") where reference is not null;

-- Tags chosen by staff, a row for each.
create table order_tags (
  order_id text collate "C" not null references orders,
  tag text not null,
  -- The order's own `created_at`, so that the list by a tag pages along one index.
  placed_at timestamptz(3) not null,
  primary key (order_id, tag)
);
create index order_tags_tag on order_tags (lower(tag) collate "C", placed_at desc, order_id desc);

-- For staff only: never part of an event.
create table order_notes (
  id text collate "C" primary key,
  order_id text collate "C" not null references orders,
  text text not null,
  actor_id text collate "C",
  actor_name text not null,
  at timestamptz(3) not null
);
create index order_notes_order on order_notes (order_id, id);

-- Parcels that have left. An unship removes the row; the audit keeps its content.
create table parcels (
  id text collate "C" primary key,
  order_id text collate "C" not null references orders,
  carrier text not null,
  service text,
  tracking_number text,
  tracking_url text,
  label_url text,
  status text not null check (status in ('shipped', 'delivered')),
  location_id text collate "C" not null references locations,
  shipped_at timestamptz(3) not null,
  delivered_at timestamptz(3),
  check ((status = 'delivered') = (delivered_at is not null))
);
create index parcels_order on parcels (order_id, id);
create index parcels_location on parcels (location_id);
create index parcels_tracking_number on parcels (upper(tracking_number) collate "C") where tracking_number is not null;

create table parcel_lines (
  parcel_id text collate "C" not null references parcels on delete cascade,
  line_id text collate "C" not null references order_lines,
  quantity integer not null check (quantity > 0),
  primary key (parcel_id, line_id)
);
create index parcel_lines_line on parcel_lines (line_id);

-- Returned goods. A withdrawal removes the row; the audit keeps its content.
create table returns (
  id text collate "C" primary key,
  order_id text collate "C" not null references orders,
  reason text,
  recorded_at timestamptz(3) not null
);
create index returns_order on returns (order_id, id);

create table return_lines (
  return_id text collate "C" not null references returns on delete cascade,
  line_id text collate "C" not null references order_lines,
  quantity integer not null check (quantity > 0),
  restock boolean not null,
  -- Where it went back in stock; null if it did not.
  location_id text collate "C" references locations,
  primary key (return_id, line_id),
  check (restock = (location_id is not null))
);
create index return_lines_line on return_lines (line_id);
create index return_lines_location on return_lines (location_id) where location_id is not null;
