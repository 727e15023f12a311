-- outside a transaction
-- Settled look-ups of payments and refunds are removed as other questions are.
create index concurrently if not exists calls_old_questions on calls (settled_at)
  where settled_at is not null
    and (does in ('rates', 'track', 'findPayment', 'followRefund') or refusal = 'notApproved');
drop index concurrently if exists calls_questions;
