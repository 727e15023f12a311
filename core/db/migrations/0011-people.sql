-- A key may do no more than the role that its maker was given since: both are looked at, and the lower one counts.
alter table api_keys
  add held_to role,
  add held_vendor_id text collate "C" references vendors,
  add check ((held_to is not distinct from 'vendor') = (held_vendor_id is not null));
create index api_keys_maker on api_keys (created_by);
