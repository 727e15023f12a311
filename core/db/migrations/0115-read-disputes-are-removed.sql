-- outside a transaction
-- Settled readings of disputes are removed as other questions are.
create index concurrently if not exists calls_settled_lookups on calls (settled_at)
  where settled_at is not null
    and (does in ('rates', 'track', 'findPayment', 'followRefund', 'findDisputes', 'readDispute') or refusal = 'notApproved');
drop index concurrently if exists calls_settled_questions;
