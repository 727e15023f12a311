-- outside a transaction
-- What became of pending payments is looked up each day.
create index concurrently if not exists payment_requests_pending on payment_requests (pending_since)
  where pending_since is not null;
