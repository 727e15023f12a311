-- When a webhook was last refused because its signature or secret was not valid, until one is accepted again.
alter table providers add column webhook_refused_at timestamptz(3);
