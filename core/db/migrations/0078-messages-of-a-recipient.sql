-- outside a transaction
-- How many messages a recipient had within the last hour is counted without reading the earlier ones.
create index concurrently if not exists messages_of_recipient on messages (lower(recipient) text_pattern_ops, created_at);
drop index concurrently if exists messages_recipient;
-- Not of an empty table: PostgreSQL would plan for one, until it is analysed again.
do $$ begin if exists (select from messages) then analyze messages; end if; end $$;
