-- outside a transaction
-- A claim changes no column that an index has: PostgreSQL then writes the row anew beside the old one, and no index at all. So the
-- hiding of what is claimed has a column of its own, and a row says itself whether it has failed before, in place of its attempts.
alter table webhook_deliveries add column if not exists hidden_until timestamptz(3);
alter table webhook_deliveries add column if not exists again boolean not null default false;
-- Half of each page is for the claims of what lies in it.
alter table webhook_deliveries set (fillfactor = 50);
update webhook_deliveries set again = true where status = 'pending' and attempts > 0 and not again;
-- The heads of the queues: each endpoint has one of first attempts and one of later ones, oldest due first.
create index concurrently if not exists webhook_deliveries_heads on webhook_deliveries (endpoint_id, again, next_attempt_at, id) where status = 'pending';
drop index concurrently if exists webhook_deliveries_due;
