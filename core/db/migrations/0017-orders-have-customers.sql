-- outside a transaction
-- Every order gets its customer: batch by batch, each in its own transaction, while the store keeps running.
create index concurrently if not exists orders_customerless on orders (id) where customer_id is null;
create index concurrently if not exists orders_customer on orders (customer_id, created_at desc, id desc) where customer_id is not null;
call give_customers_to_orders();
alter table orders validate constraint orders_customer_id_fkey;
drop index concurrently if exists orders_customerless;
