-- The latest time at which the dispute was open, by the gateway's clock: a closing from before it is over.
alter table disputes add column open_at timestamptz(3);

-- The mode of its provider's settings when it was received: an event of the other mode is about other money or labels.
alter table inbox add column mode text check (mode in ('live', 'test'));
