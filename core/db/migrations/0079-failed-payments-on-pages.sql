-- When a payment on a page last failed, by the gateway's clock: an earlier report that it is pending may come afterwards.
alter table payment_requests add column failed_at timestamptz(3);
