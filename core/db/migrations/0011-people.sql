-- A key can do no more than a lower role its creator was given since: of the two roles, the lower one counts.
alter table api_keys
  add held_to role,
  add held_vendor_id text collate "C" references vendors,
  add check ((held_to is not distinct from 'vendor') = (held_vendor_id is not null));
create index api_keys_maker on api_keys (created_by);

-- Networks that people have signed in from: guesses from elsewhere do not lock them out there. Swept by retention.
create table sign_in_networks (
  staff_id text collate "C" not null references staff,
  network text not null,
  seen_at timestamptz(3) not null,
  primary key (staff_id, network)
);
create index sign_in_networks_seen on sign_in_networks (seen_at);
