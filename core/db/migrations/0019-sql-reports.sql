-- Reports that people write in SQL: what they may read, the reports themselves, and every run.

-- What a report may read. The views belong to the tables' owner, so reading a view needs no right to a table.
-- They contain no secrets, and no personal data unless a comment says so; the editor shows the comments.
create schema reporting;
comment on schema reporting is 'What reports in SQL may read. Amounts are in minor units of the store''s currency; times are with time zone.';

create view reporting.orders as
  select orders.id, number, status, payment_status, payment_method, currency, channels.code as channel, subtotal_minor, discount_code,
    discount_minor, shipping_minor, tax_minor, total_minor, captured_minor, refunded_minor, due_minor, returned,
    address ->> 'country' as country, orders.created_at, orders.cancelled_at
  from public.orders left join public.channels on channels.id = channel_id;
comment on view reporting.orders is 'One row for each order. Who placed it is not in it, but for the country.';
comment on column reporting.orders.status is 'pending, confirmed, partiallyShipped, shipped, delivered or cancelled';
comment on column reporting.orders.payment_status is 'unpaid, failed, paid, partiallyRefunded or refunded';
comment on column reporting.orders.channel is 'The channel''s code; null without one';
comment on column reporting.orders.total_minor is 'Subtotal less discount, with shipping, and with the taxes where prices do not hold them';
comment on column reporting.orders.due_minor is 'The balance: above zero the customer owes, below it the store';
comment on column reporting.orders.returned is 'How much of what has shipped came back: none, some or all';
comment on column reporting.orders.country is 'Personal data: where the order is sent, as a code of ISO 3166-1';

create view reporting.order_lines as
  select order_lines.id, order_id, position, variant_id, product_id, order_lines.vendor_id, sku, title, quantity, unit_price_minor,
    tax_basis_points, order_lines.discount_minor, order_lines.tax_minor, order_lines.total_minor, shipped_quantity,
    returned_quantity, orders.status as order_status, placed_at
  from public.order_lines join public.orders on orders.id = order_id;
comment on view reporting.order_lines is 'What was bought: one row for each line of an order, those of cancelled orders too';
comment on column reporting.order_lines.title is 'What the product was called then';
comment on column reporting.order_lines.tax_basis_points is 'Hundredths of a per cent: 1800 is 18 %';
comment on column reporting.order_lines.total_minor is 'After discounts, as the customer pays it';
comment on column reporting.order_lines.order_status is 'The status of its order, to leave out cancelled ones';
comment on column reporting.order_lines.placed_at is 'When its order was placed';

create view reporting.payments as
  select id, order_id, kind, method, mode, by_hand, amount_minor, at, reversed_at from public.payments;
comment on view reporting.payments is 'The ledger of what came in, or did not. What counts: kind = ''captured'' and reversed_at is null';
comment on column reporting.payments.kind is 'captured or failed';
comment on column reporting.payments.method is 'cash, bankTransfer or the gateway''s code';
comment on column reporting.payments.mode is 'live or test: money of a gateway in test mode is none';
comment on column reporting.payments.reversed_at is 'When it was taken back as a mistake';

create view reporting.refunds as
  select id, order_id, payment_id, gateway, mode, amount_minor, currency, status, made_elsewhere, at, settled_at from public.refunds;
comment on view reporting.refunds is 'What went back. What counts: status = ''succeeded'', on the day of settled_at';
comment on column reporting.refunds.order_id is 'Null for a payment that belonged to no order';
comment on column reporting.refunds.made_elsewhere is 'In the gateway''s own dashboard';

create view reporting.returns as
  select returns.id, returns.order_id, reason, recorded_at, line_id, order_lines.variant_id, order_lines.product_id,
    return_lines.quantity, restock, location_id
  from public.returns join public.return_lines on return_id = returns.id join public.order_lines on order_lines.id = line_id;
comment on view reporting.returns is 'What came back: one row for each line of a return';
comment on column reporting.returns.reason is 'Of the store''s list, or in the staff''s own words';
comment on column reporting.returns.restock is 'Whether it went back in stock, at location_id';

create view reporting.parcels as
  select id, order_id, carrier, service, status, location_id, shipped_at, delivered_at from public.parcels;
comment on view reporting.parcels is 'What has left, one row for each parcel';

create view reporting.products as
  select products.id, products.slug, title, status, vendor_id, categories.name as category, tags, products.created_at
  from public.products left join public.categories on categories.id = category_id;
comment on view reporting.products is 'The catalogue';
comment on column reporting.products.status is 'draft, active or archived';

create view reporting.variants as
  select id, product_id, sku, options, price_minor, cost_minor, weight_grams, track_stock, archived_at from public.variants;
comment on view reporting.variants is 'What is sold of a product; prices and costs as they are now';

create view reporting.stock_levels as
  select variant_id, location_id, on_hand, reserved, committed, on_hand - reserved - committed as available from public.stock_levels;
comment on view reporting.stock_levels is 'What is where now: one row for each variant at each location';
comment on column reporting.stock_levels.reserved is 'Allocated to orders that wait for their payment';
comment on column reporting.stock_levels.committed is 'Allocated to orders that are confirmed';

create view reporting.movements as
  select id, at, variant_id, location_id, kind, on_hand_change, reserved_change, committed_change, order_id, reason from public.movements;
comment on view reporting.movements is 'The ledger of stock: each step of each stock level';

create view reporting.backorders as
  select line_id, order_id, order_number, variant_id, placed_at, backordered from public.stock_requests where backordered > 0;
comment on view reporting.backorders is 'What waits for goods';

create view reporting.locations as select id, code, name, active from public.locations;
comment on view reporting.locations is 'Where stock lies';

create view reporting.vendors as select id, name, active from public.vendors;
comment on view reporting.vendors is 'Whose products the store sells beside its own';

create view reporting.days as
  select day, orders, units, gross_minor, discount_minor, shipping_minor, tax_minor from public.report_days;
comment on view reporting.days is 'Figures of days that are over, without cancelled orders. Today and yesterday are not in it yet';

-- Reports that people have written. The row of a report that has run is never removed: its runs are on record.
create table report_queries (
  id text collate "C" primary key,
  name text not null,
  description text not null default '',
  statement text not null,
  -- [{ "name", "label", "type", "default" }]
  parameters jsonb not null default '[]',
  -- { "kind", "x", "y" }: the result's chart; null without one.
  chart jsonb,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  removed_at timestamptz(3)
);
create unique index report_queries_name on report_queries (lower(name)) where removed_at is null;
create trigger report_queries_version before update on report_queries for each row execute function bump_version();

-- Each run, with the statement that ran. Its id is its connection's name, by which it can be cancelled.
create table report_runs (
  id text collate "C" primary key,
  query_id text collate "C" references report_queries,
  statement text not null,
  parameters jsonb not null,
  actor_id text collate "C",
  actor_name text not null,
  status text not null check (status in ('running', 'done', 'failed', 'cancelled', 'timedOut')),
  rows integer,
  cut boolean,
  says text,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  check ((status = 'running') = (ended_at is null))
);
create index report_runs_query on report_runs (query_id, id) where query_id is not null;

-- The login that reports run as, with its sealed password. Without a row the database has none, and reports in SQL stay
-- off.
create table report_login (
  id boolean primary key default true check (id),
  username text not null,
  sealed text not null
);
