-- outside a transaction
-- An order has few of each: their ids in the index, which kept its entries from being shared, took more than the rest.
create index concurrently if not exists movements_of_order on movements (order_id) where order_id is not null;
drop index concurrently if exists movements_order;
create index concurrently if not exists stock_requests_of_order on stock_requests (order_id);
drop index concurrently if exists stock_requests_order;
create index concurrently if not exists parcels_of_order on parcels (order_id);
drop index concurrently if exists parcels_order;
create index concurrently if not exists payments_of_order on payments (order_id);
drop index concurrently if exists payments_order;
