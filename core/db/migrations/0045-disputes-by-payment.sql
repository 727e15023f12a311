-- For each payment recorded: whether a dispute about it was reported before it.
create index disputes_payment on disputes (gateway_payment_id);
