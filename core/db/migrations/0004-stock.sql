-- Stock levels, their allocations, and the ledger of every change.

-- One row for each place: a variant at a location. Written together with the ledger.
create table stock_levels (
  variant_id text collate "C" not null references variants,
  location_id text collate "C" not null references locations,
  -- Units at the location.
  on_hand integer not null default 0 check (on_hand between 0 and 1000000000),
  -- Allocated to unpaid orders.
  reserved integer not null default 0 check (reserved >= 0),
  -- Allocated to paid orders, not yet shipped.
  committed integer not null default 0 check (committed >= 0),
  primary key (variant_id, location_id),
  -- This makes overselling impossible: no code can allocate what is not there.
  constraint stock_levels_allocated_within_on_hand check (reserved + committed <= on_hand)
);
create index stock_levels_location on stock_levels (location_id, variant_id);

-- The ledger: each row is one step of one stock level, with the resulting values. The level is the sum of its rows.
create table movements (
  id text collate "C" primary key,
  change_id text collate "C" not null,
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_id text collate "C",
  actor_name text not null,
  variant_id text collate "C" not null,
  location_id text collate "C" not null,
  kind text not null check (kind in
    ('opening', 'receive', 'adjust', 'count', 'import', 'transfer', 'reserve', 'commit', 'release', 'ship', 'restock')),
  -- The record behind it: a transfer, a return, a parcel, an import.
  source text collate "C",
  on_hand_change integer not null,
  reserved_change integer not null,
  committed_change integer not null,
  on_hand integer not null,
  reserved integer not null,
  committed integer not null,
  order_id text collate "C",
  -- The other end of a transfer.
  counterpart_id text collate "C",
  reason text,
  -- A count shows that someone looked, even if nothing changes. All other kinds must move something.
  check (kind = 'count' or on_hand_change <> 0 or reserved_change <> 0 or committed_change <> 0),
  check ((kind = 'transfer') = (counterpart_id is not null))
);
-- The ledger grows for ever: it is indexed only for the ways staff read it, newest first.
create index movements_variant on movements (variant_id, id);
create index movements_location on movements (location_id, id);
create index movements_order on movements (order_id, id) where order_id is not null;
-- The kinds that orders do not write routinely: a small part of the ledger, in which a rare kind is found.
create index movements_rare on movements (id, kind)
  where kind in ('opening', 'receive', 'adjust', 'count', 'import', 'transfer', 'restock');
create trigger movements_append_only before update or delete on movements for each row execute function refuse_change();
create trigger movements_no_truncate before truncate on movements for each statement execute function refuse_change();

-- An order line's request for stock. A line whose variant is not tracked has no row; a line that has shipped keeps its
-- row, because its parcel may come back.
create table stock_requests (
  line_id text collate "C" primary key,
  order_id text collate "C" not null,
  -- For picking sheets and lists of backorders, so that no order need be looked up.
  order_number text not null,
  -- No reference: an index of all stock requests for it would cost every order, and none would let the removal of a variant read
  -- them all. While the line is there, `order_lines` keeps its variant; what is left after it asks for nothing.
  variant_id text collate "C" not null,
  -- When the order was placed: within a kind the oldest is served first, and the newest loses units first.
  placed_at timestamptz(3) not null,
  -- For a confirmed order (committed) or one awaiting payment (reserved). By name, committed sorts and is served first.
  kind text collate "C" not null check (kind in ('reserved', 'committed')),
  -- Units that no location can supply yet.
  backordered integer not null default 0 check (backordered >= 0)
);
create index stock_requests_order on stock_requests (order_id, line_id);
-- In serving order.
create index stock_requests_backordered on stock_requests (variant_id, kind, placed_at, line_id) where backordered > 0;
create index stock_requests_backordered_orders on stock_requests (order_id) where backordered > 0;

-- Units of a stock level allocated to a line and not shipped. They add up to the level's reserved and committed.
create table allocations (
  line_id text collate "C" not null references stock_requests,
  location_id text collate "C" not null,
  variant_id text collate "C" not null,
  quantity integer not null check (quantity > 0),
  primary key (line_id, location_id),
  foreign key (variant_id, location_id) references stock_levels
);
create index allocations_place on allocations (variant_id, location_id);

create table transfers (
  id text collate "C" primary key,
  from_location_id text collate "C" not null references locations,
  to_location_id text collate "C" not null references locations,
  reason text,
  created_at timestamptz(3) not null,
  created_by text not null,
  check (from_location_id <> to_location_id)
);
create index transfers_from on transfers (from_location_id, id);
create index transfers_to on transfers (to_location_id, id);

create table transfer_lines (
  transfer_id text collate "C" not null references transfers,
  -- No reference, for the same reason: `stock_levels` has a row for what was moved, and keeps its variant.
  variant_id text collate "C" not null,
  quantity integer not null check (quantity > 0),
  primary key (transfer_id, variant_id)
);
