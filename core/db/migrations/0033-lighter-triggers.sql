-- Marks a day without converting the whole row to JSON twice or more: an order's edit made two marks.
create or replace function report_goes_stale() returns trigger language plpgsql as $$
declare
  was timestamptz;
  is_now timestamptz;
begin
  case tg_argv[0]
    when 'created_at' then
      if tg_op <> 'INSERT' then was := old.created_at; end if;
      if tg_op <> 'DELETE' then is_now := new.created_at; end if;
    when 'placed_at' then
      if tg_op <> 'INSERT' then was := old.placed_at; end if;
      if tg_op <> 'DELETE' then is_now := new.placed_at; end if;
    when 'at' then
      if tg_op <> 'INSERT' then was := old.at; end if;
      if tg_op <> 'DELETE' then is_now := new.at; end if;
    when 'settled_at' then
      if tg_op <> 'INSERT' then was := old.settled_at; end if;
      if tg_op <> 'DELETE' then is_now := new.settled_at; end if;
  end case;
  if is_now is not null then
    insert into report_stale (at) values (is_now);
  end if;
  if was is not null and was is distinct from is_now then
    insert into report_stale (at) values (was);
  end if;
  return null;
end $$;

-- A new order, a payment or a refund is one simple update of one customer. Only a cancelled order, or one that moves to
-- another customer, needs more queries.
create or replace function keep_customer_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update customers set
      orders = customers.orders + (new.status <> 'cancelled')::integer,
      spent_minor = customers.spent_minor + new.captured_minor - new.refunded_minor,
      last_order_at = case when new.status = 'cancelled' then customers.last_order_at
        else greatest(customers.last_order_at, new.created_at) end
    where id = new.customer_id;
    return null;
  end if;
  if new.customer_id is not distinct from old.customer_id and (new.status = 'cancelled') = (old.status = 'cancelled') then
    update customers set
      spent_minor = customers.spent_minor + (new.captured_minor - new.refunded_minor) - (old.captured_minor - old.refunded_minor)
    where id = new.customer_id;
    return null;
  end if;
  perform from customers where id in (new.customer_id, old.customer_id) order by id for no key update;
  update customers set
    orders = customers.orders + counted.orders,
    spent_minor = customers.spent_minor + counted.spent_minor,
    last_order_at = (
      select max(created_at) from orders where orders.customer_id = customers.id and status <> 'cancelled')
  from (
    select customer_id, sum(orders)::integer as orders, sum(spent_minor)::bigint as spent_minor
    from (values
      (new.customer_id, (new.status <> 'cancelled')::integer, new.captured_minor - new.refunded_minor),
      (old.customer_id, -(old.status <> 'cancelled')::integer, old.refunded_minor - old.captured_minor)
    ) as each (customer_id, orders, spent_minor)
    where customer_id is not null group by customer_id) counted
  where customers.id = counted.customer_id;
  return null;
end $$;
