-- outside a transaction
-- Reads the whole table, and nobody waits for it.
alter table webhook_deliveries validate constraint webhook_deliveries_first;
