-- outside a transaction
-- Payments that a gateway has taken back, which are few.
create index concurrently if not exists payments_reversed on payments (order_id) where reversed_at is not null and not by_hand;
