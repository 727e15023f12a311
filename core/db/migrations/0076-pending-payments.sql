-- Since when a gateway has been processing what was paid on a page, until it reports the outcome.
alter table payment_requests add column pending_since timestamptz(3);
