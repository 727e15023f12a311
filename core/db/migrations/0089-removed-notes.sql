-- A note that was removed may name a person: its text is kept apart from its entry, where an erasure removes it. Here also
-- those that were written before. First, because it waits for those who write entries.
alter table audit disable trigger audit_append_only;
insert into audit_personal
  select audit.id, subject_id, before, '{}' from audit join orders on orders.id = subject_id
  where action = 'order.removeNote' and not before ? 'changed' and orders.email <> 'erased@invalid';
update audit set before = jsonb_build_object('changed', array(select jsonb_object_keys(before)))
  where action = 'order.removeNote' and not before ? 'changed';
alter table audit enable trigger audit_append_only;
