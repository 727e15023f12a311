-- outside a transaction
-- Settled looks for disputes are removed as other questions are.
create index concurrently if not exists calls_settled_questions on calls (settled_at)
  where settled_at is not null
    and (does in ('rates', 'track', 'findPayment', 'followRefund', 'findDisputes') or refusal = 'notApproved');
drop index concurrently if exists calls_old_questions;

-- Pages that were closed here while they stayed open at their gateway, once they have expired there.
create index concurrently if not exists payment_requests_closed on payment_requests (expires_at)
  where status = 'closed';
