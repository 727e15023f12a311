-- outside a transaction
-- No query looks for events by their time alone: they are kept and removed by id, which begins with it.
drop index concurrently if exists events_time;
