-- outside a transaction
-- Money by when it came and went, and goods by when they came back: what a report over a span of days reads.
create index concurrently if not exists payments_at on payments (at) where kind = 'captured';
create index concurrently if not exists refunds_settled_at on refunds (settled_at) where status = 'succeeded';
create index concurrently if not exists returns_recorded_at on returns (recorded_at);
