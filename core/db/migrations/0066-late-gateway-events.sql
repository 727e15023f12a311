-- The latest time at which the dispute was open, by the gateway's clock: a closing from before it is over.
alter table disputes add column open_at timestamptz(3);
