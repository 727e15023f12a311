-- outside a transaction
-- Payments, refunds and returns by time, for reports over a period.
create index concurrently if not exists payments_at on payments (at) where kind = 'captured';
create index concurrently if not exists refunds_settled_at on refunds (settled_at) where status = 'succeeded';
create index concurrently if not exists returns_recorded_at on returns (recorded_at);
