-- Shipping through carriers: boxes, labels that are booked and voided, and where parcels are.

-- Lengths are sent to carriers; the weight is that of the empty box.
create table boxes (
  id text collate "C" primary key,
  name text not null,
  length_mm integer not null check (length_mm > 0),
  width_mm integer not null check (width_mm > 0),
  height_mm integer not null check (height_mm > 0),
  weight_grams integer not null check (weight_grams >= 0),
  is_default boolean not null default false,
  created_at timestamptz(3) not null
);
create unique index boxes_name on boxes (lower(name));
create unique index boxes_default on boxes (is_default) where is_default;

-- What customs need to know about goods.
alter table variants
  add column hs_code text,
  add column origin_country text;

-- The number a carrier calls, and each carrier's own name for the place.
alter table locations
  add column phone text,
  add column pickup_places jsonb not null default '{}';

-- A parcel is `booking` while its label is asked for and `voiding` while that is to be cancelled. Its units have left stock
-- from `shipped_at` on; before that they are held: still allocated to the order, and no other parcel takes them.
alter table parcels drop constraint parcels_status_check;
alter table parcels alter column shipped_at drop not null;
alter table parcels
  add constraint parcels_status check (status in ('booking', 'shipped', 'voiding', 'delivered')),
  add constraint parcels_left check (case status when 'booking' then shipped_at is null when 'voiding' then true
    else shipped_at is not null end),
  -- The carrier's id for the label; null for a parcel recorded by hand.
  add column booking_id text collate "C",
  add column courier text,
  add column mode text check (mode in ('live', 'test')),
  add column cost_minor bigint,
  add column cost_currency text,
  add column weight_grams integer check (weight_grams > 0),
  -- As it was when the parcel was packed.
  add column box jsonb,
  add column collect_minor bigint check (collect_minor > 0),
  add column label_key text,
  add column label_format text check (label_format in ('pdf', 'png', 'zpl')),
  -- The carrier's last words: why the outcome is unknown, or why it would not void.
  add column says text,
  -- The oldest first, by the carrier's own clock.
  add column tracking jsonb not null default '[]',
  add column track_status text,
  -- When the carrier is asked next; null if there is nothing more to ask.
  add column track_due_at timestamptz(3),
  -- When staff marked the returned parcel as dealt with.
  add column seen_at timestamptz(3),
  add constraint parcels_cost check ((cost_minor is null) = (cost_currency is null)),
  add constraint parcels_label check ((label_key is null) = (label_format is null));
create index parcels_under_way on parcels (order_id) where status in ('booking', 'voiding');
create index parcels_not_left on parcels (id) where shipped_at is null;
create index parcels_track_due on parcels (track_due_at, id) where track_due_at is not null;
create index parcels_booking on parcels (carrier, booking_id) where booking_id is not null;
create index parcels_coming_back on parcels (id) where track_status = 'returned' and seen_at is null;

-- How far the store's own number series is used, for carriers whose parcels the sender numbers.
create table carrier_numbers (
  carrier text collate "C" not null references providers,
  -- Another series starts again.
  series text not null,
  used integer not null,
  primary key (carrier, series)
);

-- Carriers' prices for a parcel, requested in parallel: a row for each carrier. Removed after a day.
create table parcel_rates (
  id text collate "C" primary key,
  request_id text collate "C" not null,
  order_id text collate "C" not null references orders,
  carrier text collate "C" not null references providers,
  status text not null check (status in ('asked', 'done', 'refused')),
  says text,
  rates jsonb not null default '[]',
  asked_at timestamptz(3) not null
);
create index parcel_rates_request on parcel_rates (request_id, carrier);
create index parcel_rates_asked on parcel_rates (asked_at);

-- Why a call was refused, as a code of ours; the provider's own words are in `says`.
alter table calls add column refusal text;
-- Calls that change nothing: soon of no interest.
create index calls_questions on calls (settled_at) where does in ('rates', 'track') and settled_at is not null;

-- Temporary credentials from providers, such as access tokens: fetched once for all processes.
create table provider_tokens (
  -- A digest of the provider, its settings and the purpose.
  name text collate "C" primary key,
  provider text collate "C" not null references providers,
  -- Null until it is fetched.
  sealed text,
  until timestamptz(3),
  -- The fetching process has until then; all others wait for it.
  fetched_until timestamptz(3)
);
