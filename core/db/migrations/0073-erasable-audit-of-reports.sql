-- What a report was run with, and what a saved view searches for, may name a person. Such values are kept apart from
-- their entries, where an erasure removes them; here also those that were written before.
insert into audit_personal
  select id, subject_id, coalesce(before, '{}'), coalesce(after, '{}') from audit
  where action in ('report.runQuery', 'report.tryQuery', 'view.create', 'view.edit', 'view.remove')
    and not coalesce(after, before) ? 'changed';
alter table audit disable trigger audit_append_only;
update audit set
  before = case when after is null then jsonb_build_object('changed', array(select jsonb_object_keys(before))) end,
  after = case when after is not null then jsonb_build_object('changed', array(select jsonb_object_keys(after))) end
  where action in ('report.runQuery', 'report.tryQuery', 'view.create', 'view.edit', 'view.remove')
    and not coalesce(after, before) ? 'changed';
alter table audit enable trigger audit_append_only;
