-- A key that is limited a second time stays within the first limit too.
alter table api_keys
  add held_before text[] not null default '{}',
  drop constraint api_keys_check1,
  add constraint api_keys_held_vendor check (
    coalesce('vendor' = any(held_before || held_to::text), false) = (held_vendor_id is not null));
