-- When the gateway last reported a payment's success or its reversal, by its clock: of two that crossed, the later holds.
alter table payments add column reported_at timestamptz(3);
