-- The trace step that an event comes from, as W3C's traceparent: work on the event continues the trace.
alter table events add column traceparent text;
