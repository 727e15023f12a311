-- The change that a kept answer is of: whoever repeats its request can wait for what it asked of a provider.
alter table idempotency add column change_id text;
