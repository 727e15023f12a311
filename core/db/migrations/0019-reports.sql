-- Figures of past days, so that a report on ten years reads days rather than a million orders.
-- `core/report/keep-figures.ts` computes them from the orders, payments and refunds, and can do so again at any time:
-- they are derived data.

-- A day by the store's time zone then: `time_zone`. If the store's time zone changes, its days are computed again.
create table report_days (
  day date primary key,
  time_zone text not null,
  -- Placed on that day, and not cancelled since.
  orders integer not null,
  units bigint not null,
  gross_minor bigint not null,
  discount_minor bigint not null,
  shipping_minor bigint not null,
  tax_minor bigint not null,
  -- Orders in another currency than the store's: sums that include them would be wrong.
  foreign_orders integer not null,
  kept_at timestamptz(3) not null default clock_timestamp()
);

-- What was collected and refunded on that day, by payment method. A reversed payment counts nowhere.
create table report_money (
  day date not null references report_days on delete cascade,
  method text collate "C" not null,
  mode text not null check (mode in ('live', 'test')),
  payments integer not null,
  collected_minor bigint not null,
  refunds integer not null,
  refunded_minor bigint not null,
  primary key (day, method, mode)
);

-- Taxes on that day's orders, by rate.
create table report_taxes (
  day date not null references report_days on delete cascade,
  basis_points integer not null,
  taxed_minor bigint not null,
  tax_minor bigint not null,
  primary key (day, basis_points)
);

-- Sales of each variant, by whole months: by day there would be as many rows as order lines.
create table report_months (
  month date primary key check (month = date_trunc('month', month::timestamp)::date),
  time_zone text not null
);
create table report_products (
  month date not null references report_months on delete cascade,
  variant_id text collate "C" not null,
  units bigint not null,
  revenue_minor bigint not null,
  primary key (month, variant_id)
);

-- A time whose day must be computed again. Written by the triggers below within every change to a past day's figures,
-- so that no code can forget it; rows are only added, so that no change waits for another. Until the day is stored
-- again, reports compute it themselves.
create table report_stale (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null
);

-- Changes to an order within its first day cost nothing: such a recent day is not stored yet (`youngest` in
-- keep-figures.ts).
create function report_goes_stale() returns trigger language plpgsql as $$
declare
  moment_column constant text := tg_argv[0];
begin
  if tg_op <> 'DELETE' then
    insert into report_stale (at) select (to_jsonb(new) ->> moment_column)::timestamptz where to_jsonb(new) ->> moment_column is not null;
  end if;
  if tg_op <> 'INSERT' then
    insert into report_stale (at) select (to_jsonb(old) ->> moment_column)::timestamptz
      where to_jsonb(old) ->> moment_column is not null
        and (tg_op = 'DELETE' or to_jsonb(old) ->> moment_column is distinct from to_jsonb(new) ->> moment_column);
  end if;
  return null;
end $$;

create trigger orders_report_insert after insert on orders for each row
  when (new.created_at < now() - interval '1 day') execute function report_goes_stale('created_at');
create trigger orders_report_update after update on orders for each row
  when (least(old.created_at, new.created_at) < now() - interval '1 day'
    and (old.created_at, old.status = 'cancelled', old.total_minor, old.discount_minor, old.shipping_minor, old.tax_minor, old.currency)
      is distinct from
      (new.created_at, new.status = 'cancelled', new.total_minor, new.discount_minor, new.shipping_minor, new.tax_minor, new.currency))
  execute function report_goes_stale('created_at');
create trigger order_lines_report_insert after insert on order_lines for each row
  when (new.placed_at < now() - interval '1 day') execute function report_goes_stale('placed_at');
create trigger order_lines_report_update after update of quantity, tax_minor, total_minor, tax_basis_points, placed_at on order_lines for each row
  when (least(old.placed_at, new.placed_at) < now() - interval '1 day'
    and (old.placed_at, old.quantity, old.tax_minor, old.total_minor, old.tax_basis_points)
      is distinct from (new.placed_at, new.quantity, new.tax_minor, new.total_minor, new.tax_basis_points))
  execute function report_goes_stale('placed_at');
create trigger order_lines_report_delete after delete on order_lines for each row
  when (old.placed_at < now() - interval '1 day') execute function report_goes_stale('placed_at');
create trigger payments_report_insert after insert on payments for each row
  when (new.kind = 'captured' and new.at < now() - interval '1 day') execute function report_goes_stale('at');
create trigger payments_report_update after update on payments for each row
  when (old.kind = 'captured' and least(old.at, new.at) < now() - interval '1 day') execute function report_goes_stale('at');
create trigger refunds_report_insert after insert on refunds for each row
  when (new.status = 'succeeded' and new.settled_at < now() - interval '1 day') execute function report_goes_stale('settled_at');
-- A refund that the bank sends back no longer counts on the day it was made.
create trigger refunds_report_update after update on refunds for each row
  when (least(old.settled_at, new.settled_at) < now() - interval '1 day') execute function report_goes_stale('settled_at');
