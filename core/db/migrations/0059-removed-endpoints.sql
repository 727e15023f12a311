-- An endpoint with more deliveries than one change should remove: it is gone for everyone, and a sweep removes the rest.
alter table webhook_endpoints add column removed_at timestamptz(3);
