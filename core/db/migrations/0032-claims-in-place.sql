-- outside a transaction
-- A claim changes no indexed column: PostgreSQL then writes the new version next to the old one, and no index at all.
-- So hiding has a separate column, and a flag shows whether a row has failed before, in place of its attempts.
alter table webhook_deliveries add column if not exists hidden_until timestamptz(3);
alter table webhook_deliveries add column if not exists again boolean not null default false;
-- Half of each page is for the claims of its rows.
alter table webhook_deliveries set (fillfactor = 50);
update webhook_deliveries set again = true where status = 'pending' and attempts > 0 and not again;
-- The heads of the queues: each endpoint has one of first attempts and one of later ones, oldest due first.
create index concurrently if not exists webhook_deliveries_heads on webhook_deliveries (endpoint_id, again, next_attempt_at, id) where status = 'pending';
drop index concurrently if exists webhook_deliveries_due;
