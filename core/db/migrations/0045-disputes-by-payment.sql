-- Each payment that is counted asks whether a dispute about it was told before it.
create index disputes_payment on disputes (gateway_payment_id);
