-- outside a transaction
-- Ignored events go after a week, and those of use after a month: to find the first, a sweep read three weeks of the others, every hour.
create index concurrently if not exists inbox_ignored on inbox (received_at) where status = 'ignored';
