-- Captures that were refused because nobody had approved are removed as other questions are.
drop index calls_questions;
create index calls_questions on calls (settled_at)
  where settled_at is not null and (does in ('rates', 'track') or refusal = 'notApproved');
