-- Customers, and the groups that they are in. Orders without a customer get theirs by the next file.

-- An id like those made in the program: a prefix, 48 bits of milliseconds and 80 random bits, in Crockford's base 32.
create function new_id(prefix text, made_at timestamptz) returns text language plpgsql volatile as $$
declare
  letters constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  ms bigint := floor(extract(epoch from made_at) * 1000);
  random bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  written text := '';
begin
  for nth in 0..9 loop
    written := substr(letters, (ms & 31)::integer + 1, 1) || written;
    ms := ms >> 5;
  end loop;
  for nth in 0..15 loop
    -- Bytes 6 and 8 of a UUID say what version it is, and are not random.
    written := written || substr(letters, (get_byte(random, case when nth < 6 then nth else nth + 10 end) & 31) + 1, 1);
  end loop;
  return prefix || '_' || written;
end $$;

create table customers (
  id text collate "C" primary key,
  -- In lower case. A merged customer keeps it, and it leads to the remaining one; an erased customer has none.
  email text collate "C" constraint customers_email unique,
  name text not null,
  phone text,
  -- Each as an order has it, with `isDefault`.
  addresses jsonb not null default '[]',
  note text,
  tags text[] not null default '{}',
  accepts_marketing boolean not null default false,
  -- When they last said yes or no.
  marketing_at timestamptz(3),
  -- Kept by the trigger on orders, below. Cancelled orders do not count, but their money does.
  orders integer not null default 0,
  spent_minor bigint not null default 0,
  last_order_at timestamptz(3),
  merged_into text collate "C" references customers,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  erased_at timestamptz(3),
  constraint customers_email_unless_erased check ((email is null) = (erased_at is not null)),
  constraint customers_merged_into_another check (merged_into <> id)
);
-- For the list, without merged customers.
create index customers_newest on customers (id desc) where merged_into is null;
create index customers_spent on customers (spent_minor desc, id desc) where merged_into is null;
create index customers_last_order on customers (last_order_at desc, id desc) where merged_into is null and last_order_at is not null;
create index customers_tags on customers using gin (tags);
create index customers_merged_into on customers (merged_into) where merged_into is not null;
-- Parts of names, e-mail addresses and phone numbers. The space before it makes the first word begin like the others.
create index customers_contact on customers using gin
  (lower(' ' || name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')) gin_trgm_ops) where merged_into is null;

create table customer_groups (
  id text collate "C" primary key,
  name text not null,
  description text,
  created_at timestamptz(3) not null
);
create unique index customer_groups_name on customer_groups (lower(name));

create table customer_group_members (
  customer_id text collate "C" not null references customers,
  group_id text collate "C" not null references customer_groups,
  primary key (customer_id, group_id)
);
create index customer_group_members_group on customer_group_members (group_id, customer_id desc);

-- The order's customer: null only until the next file has set it.
alter table orders add customer_id text collate "C";
alter table orders add constraint orders_customer_id_fkey foreign key (customer_id) references customers not valid;

-- Setting an order's customer is not an edit by people, so it makes no new version.
drop trigger orders_version on orders;
create trigger orders_version before update on orders for each row
  when (old.customer_id is not distinct from new.customer_id) execute function bump_version();

-- Customers' figures, in the same transaction that changes their orders: at its end, so that a customer's row is locked
-- last, and no longer than the commit takes.
create function keep_customer_figures() returns trigger language plpgsql as $$
begin
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
create constraint trigger orders_customer_placed after insert on orders deferrable initially deferred
  for each row when (new.customer_id is not null) execute function keep_customer_figures();
create constraint trigger orders_customer_changed after update on orders deferrable initially deferred
  for each row when (
    (old.customer_id, old.status = 'cancelled', old.captured_minor - old.refunded_minor)
      is distinct from (new.customer_id, new.status = 'cancelled', new.captured_minor - new.refunded_minor))
  execute function keep_customer_figures();

-- Older orders without a customer get theirs, five thousand at a time, alongside other work.
create procedure give_customers_to_orders() language plpgsql as $$
declare
  given integer;
begin
  loop
    create temporary table batch on commit drop as
      select id, lower(trim(email)) as email, name, phone, address, created_at from orders
      where customer_id is null order by id limit 5000 for update;
    get diagnostics given = row_count;
    insert into customers (id, email, name, phone, addresses, created_at, updated_at)
      select distinct on (email) new_id('cus', created_at), email, name, phone,
        jsonb_build_array(address || '{"isDefault": true}'), created_at, created_at
      from batch order by email, created_at
      on conflict on constraint customers_email do nothing;
    update orders set customer_id = coalesce(customers.merged_into, customers.id)
      from batch join customers on customers.email = batch.email where orders.id = batch.id;
    commit;
    exit when given = 0;
  end loop;
end $$;
