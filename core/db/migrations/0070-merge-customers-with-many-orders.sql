-- Only an order that was the customer's newest has another looked for: merging a customer with thousands of orders, or
-- with cancelled ones, looked through them all for each.
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
    last_order_at = case
      when counted.came_at is not null then greatest(customers.last_order_at, counted.came_at)
      when counted.left_at >= customers.last_order_at then (
        select max(created_at) from orders where orders.customer_id = customers.id and status <> 'cancelled')
      else customers.last_order_at end
  from (
    select customer_id, sum(orders)::integer as orders, sum(spent_minor)::bigint as spent_minor,
      max(came_at) as came_at, max(left_at) as left_at
    from (values
      (new.customer_id, (new.status <> 'cancelled')::integer, new.captured_minor - new.refunded_minor,
        case when new.status <> 'cancelled' then new.created_at end, null::timestamptz),
      (old.customer_id, -(old.status <> 'cancelled')::integer, old.refunded_minor - old.captured_minor,
        null, case when old.status <> 'cancelled' then old.created_at end)
    ) as each (customer_id, orders, spent_minor, came_at, left_at)
    where customer_id is not null group by customer_id) counted
  where customers.id = counted.customer_id;
  return null;
end $$;
