-- When a gateway was last asked what became of a refund that is pending there.
alter table refunds add column looked_at timestamptz(3);
