-- What a report was run with, and what a saved view searches for, may name a person. Such values are kept apart from
-- their entries, where an erasure removes them; here also those that were written before.
-- First, because it waits for those who write entries: one that came in between would lose its values.
alter table audit disable trigger audit_append_only;
insert into audit_personal
  select id, subject_id, coalesce(before, '{}'), coalesce(after, '{}') from audit
  where action in ('report.runQuery', 'report.tryQuery', 'view.create', 'view.edit', 'view.remove')
    and not coalesce(after, before) ? 'changed';
update audit set
  before = case when after is null then jsonb_build_object('changed', array(select jsonb_object_keys(before))) end,
  after = case when after is not null then jsonb_build_object('changed', array(select jsonb_object_keys(after))) end
  where action in ('report.runQuery', 'report.tryQuery', 'view.create', 'view.edit', 'view.remove')
    and not coalesce(after, before) ? 'changed';
alter table audit enable trigger audit_append_only;

-- Numbers that have opted out, and those that messages wait to be sent to, were stored as they had been typed into the
-- order, so that the same number with other spaces was not recognised.
create or replace function pg_temp.comparable(number text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(regexp_replace(number, '^''', ''), '[\s().\-/]', '', 'g'), '^00', '+') $$;
insert into suppressions (channel, recipient, why, says, message_id, at)
  select channel, pg_temp.comparable(recipient), why, says, message_id, at from suppressions
  where channel = 'sms' and recipient <> pg_temp.comparable(recipient)
    and pg_temp.comparable(recipient) ~ '^\+[1-9]\d{6,14}$'
  order by at
  on conflict do nothing;
delete from suppressions
  where channel = 'sms' and recipient <> pg_temp.comparable(recipient)
    and pg_temp.comparable(recipient) ~ '^\+[1-9]\d{6,14}$';
update messages set recipient = pg_temp.comparable(recipient)
  where status in ('asked', 'queued', 'unknown') and due_at is not null and channel = 'sms'
    and recipient <> pg_temp.comparable(recipient) and pg_temp.comparable(recipient) ~ '^\+[1-9]\d{6,14}$'
    and not exists (
      select from messages other where other.cause = messages.cause and other.channel = 'sms'
        and other.id <> messages.id and pg_temp.comparable(other.recipient) = pg_temp.comparable(messages.recipient));
