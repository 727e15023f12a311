-- Audit entries can never be changed, so the old address of a corrected order outlived the erasure of its customer.
create table audit_personal (
  audit_id text collate "C" primary key,
  subject_id text collate "C" not null,
  before jsonb not null,
  after jsonb not null
);
create index audit_personal_subject on audit_personal (subject_id);
insert into audit_personal
  select entry.id, subject_id, before, after from audit entry join orders on orders.id = subject_id
  where action = 'order.editDetails' and before is not null and orders.email <> 'erased@invalid';
alter table audit disable trigger audit_append_only;
update audit set before = null,
  after = jsonb_build_object('changed', array(select jsonb_object_keys(after)))
  where action = 'order.editDetails' and before is not null;
alter table audit enable trigger audit_append_only;
