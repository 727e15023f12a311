-- Brings a store of 21 November 2026 to the state of the earlier files, which were edited after that day. In a newer
-- store there is nothing to do.
do $$
declare
  named record;
begin
  if to_regclass('balances') is null then
    return;
  end if;

  -- The outbox counts its tries; what was sent and has not arrived, and what was not sent, waits for the sweep.
  drop index events_unsent, events_on_the_way;
  alter table events
    drop column claimed_until,
    drop column sent_at,
    add column put_attempts integer not null default 0,
    add column next_put_at timestamptz(3) not null default now() + interval '30 seconds',
    add column refused_code text;
  create index events_waiting on events (change_id) where fanned_out_at is null;
  create index events_due on events (least(put_attempts, 1), next_put_at, id) where fanned_out_at is null;

  alter table balances rename to stock_levels;
  alter table demands rename to stock_requests;
  alter table stock_requests rename column waiting to backordered;
  alter table stock_levels rename constraint balances_promised_is_there to stock_levels_allocated_within_on_hand;
  for named in
    select conrelid::regclass as of, conname as was,
      replace(regexp_replace(regexp_replace(conname, '^balances_', 'stock_levels_'), '^demands_', 'stock_requests_'),
        '_waiting_', '_backordered_') as name
    from pg_constraint where conname ~ '^(balances|demands)_'
  loop
    execute format('alter table %s rename constraint %I to %I', named.of, named.was, named.name);
  end loop;
  alter index balances_location rename to stock_levels_location;
  alter index demands_order rename to stock_requests_order;
  alter index demands_waiting_orders rename to stock_requests_backordered_orders;
  drop index demands_waiting;
  alter table stock_requests alter column kind type text collate "C";
  create index stock_requests_backordered on stock_requests (variant_id, kind, placed_at, line_id) where backordered > 0;

  alter table orders
    add column due_minor bigint not null generated always as
      (case status when 'cancelled' then 0 else total_minor end - captured_minor + refunded_minor) stored,
    add column returned text not null default 'none' check (returned in ('none', 'some', 'all'));
  update orders set returned = lines.returned
  from (
    select order_id, case when sum(returned_quantity) = sum(shipped_quantity) then 'all' else 'some' end as returned
    from order_lines group by order_id having sum(returned_quantity) > 0
  ) lines
  where orders.id = lines.order_id;
  drop index orders_phone, orders_search;
  create index orders_customer_owes on orders (payment_status, status, created_at desc, id desc) where due_minor > 0;
  create index orders_store_owes on orders (payment_status, status, created_at desc, id desc) where due_minor < 0;
  create index orders_returned on orders (returned, created_at desc, id desc) where returned <> 'none';
  create index orders_contact on orders using gin (lower(' ' || name || ' ' || email || ' ' || coalesce(phone, '')) gin_trgm_ops);
  create index order_lines_title on order_lines using gin (lower(' ' || translate(title, '-/(["', '     ')) gin_trgm_ops);
  create index payments_reference on payments (upper(reference) collate "C") where reference is not null;
  create table order_tags (
    order_id text collate "C" not null references orders,
    tag text not null,
    placed_at timestamptz(3) not null,
    primary key (order_id, tag)
  );
  create index order_tags_tag on order_tags (lower(tag) collate "C", placed_at desc, order_id desc);
  create index parcels_tracking_number on parcels (upper(tracking_number) collate "C") where tracking_number is not null;
end $$;
