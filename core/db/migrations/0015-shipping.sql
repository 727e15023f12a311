-- Shipping through carriers: boxes, labels that are booked and voided, and where parcels are.

-- Lengths are what a carrier is told; the weight is that of the empty box.
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

-- What customs ask of goods that cross a border.
alter table variants
  add column hs_code text,
  add column origin_country text;

-- Whom a carrier rings, and the name under which each carrier knows the place.
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
  -- The carrier's id of the label; null for a parcel that was recorded by hand.
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
  -- What the carrier said last: why nobody knows, or why it would not void.
  add column says text,
  -- The oldest first, by the carrier's own clock.
  add column tracking jsonb not null default '[]',
  add column track_status text,
  -- When the carrier is asked next; null when there is nothing more to ask.
  add column track_due_at timestamptz(3),
  -- Somebody has seen that it comes back.
  add column seen_at timestamptz(3),
  add constraint parcels_cost check ((cost_minor is null) = (cost_currency is null)),
  add constraint parcels_label check ((label_key is null) = (label_format is null));
create index parcels_under_way on parcels (order_id) where status in ('booking', 'voiding');
create index parcels_not_left on parcels (id) where shipped_at is null;
create index parcels_track_due on parcels (track_due_at, id) where track_due_at is not null;
create index parcels_booking on parcels (carrier, booking_id) where booking_id is not null;
create index parcels_coming_back on parcels (id) where track_status = 'returned' and seen_at is null;

-- How far the store's own series of numbers is used, for carriers that want parcels numbered by the sender.
create table carrier_numbers (
  carrier text collate "C" not null references providers,
  -- Another series counts anew.
  series text not null,
  used integer not null,
  primary key (carrier, series)
);

-- What carriers would take for a parcel, asked side by side: a row for each carrier. Removed after a day.
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

-- Why a call was refused, in a word of ours; the provider's own stand in `says`.
alter table calls add column refusal text;
-- Questions that change nothing: nobody reads them for long.
create index calls_questions on calls (settled_at) where does in ('rates', 'track') and settled_at is not null;

-- What providers lend for a while, such as access tokens: fetched once for all processes.
create table provider_tokens (
  -- A digest of the provider, its settings and what it is for.
  name text collate "C" primary key,
  provider text collate "C" not null references providers,
  -- Null while nobody has it.
  sealed text,
  until timestamptz(3),
  -- Whoever fetches one has until then; everybody else waits for it.
  fetched_until timestamptz(3)
);
