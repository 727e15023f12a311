-- How shoppers may pay; null for every way.
alter table store add check_out_payments text[]
  constraint store_check_out_payments_some check (cardinality(check_out_payments) > 0);
