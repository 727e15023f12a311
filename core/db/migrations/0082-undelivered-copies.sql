-- How many of its copies could not be delivered yet. Each was charged, and an attempt that a busy sender put off was not.
alter table messages add column undelivered smallint not null default 0;
