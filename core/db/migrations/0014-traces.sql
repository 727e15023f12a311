-- The step of a trace that an event comes from, as W3C's traceparent: whoever works on the event goes on with it.
alter table events add column traceparent text;
