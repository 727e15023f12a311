-- When a gateway was last asked for its disputes.
alter table providers add column disputes_looked_at timestamptz(3);
