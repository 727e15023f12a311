-- outside a transaction
-- With a condition, PostgreSQL thought it good for any statement about captured payments: one planned in a store without
-- any read all of them for each order, until the table was analysed.
create index concurrently if not exists payments_by_time on payments (at);
drop index concurrently if exists payments_at;
