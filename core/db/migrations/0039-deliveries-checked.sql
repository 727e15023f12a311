-- outside a transaction
-- Reads the whole table, without blocking anything.
alter table webhook_deliveries validate constraint webhook_deliveries_first;
