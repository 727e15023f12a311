-- Somebody has seen that the refund failed: nobody need be told again.
alter table refunds rename column seen_at to dismissed_at;
