-- A person's open link to choose a new password: at most one. It is deleted once it is used or no longer valid.
create table password_resets (
  staff_id text collate "C" primary key references staff,
  token_hash text not null unique,
  -- The person or key that created it; for a program of the host, its name.
  created_by text collate "C",
  expires_at timestamptz(3) not null
);
