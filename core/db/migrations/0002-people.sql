-- Staff, what they may do, and how they and their programs sign in.

create domain role as text check (value in ('owner', 'manager', 'staff', 'vendor'));

-- What has been changed about a role; a role without a row is as it is in a new store.
create table roles (
  role role primary key,
  title text not null,
  rights text[] not null,
  updated_at timestamptz(3) not null
);

create table vendors (
  id text collate "C" primary key,
  name text not null,
  email text,
  active boolean not null default true,
  created_at timestamptz(3) not null
);

create table staff (
  id text collate "C" primary key,
  email text not null check (email = lower(email)),
  name text not null,
  -- Argon2id in PHC form: $argon2id$v=19$m=…,t=…,p=…$salt$hash
  password_hash text not null,
  role role not null,
  vendor_id text collate "C" references vendors,
  created_at timestamptz(3) not null,
  removed_at timestamptz(3),
  check ((role = 'vendor') = (vendor_id is not null))
);
-- A removed person keeps the row that the audit names; the address is free again.
create unique index staff_email on staff (email) where removed_at is null;

create table sessions (
  id text collate "C" primary key,
  -- SHA-256 of the cookie's 32 random bytes: no one can sign in with what this table holds.
  token_hash text not null unique,
  staff_id text collate "C" not null references staff,
  address text,
  created_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sessions_staff on sessions (staff_id);
create index sessions_expiry on sessions (expires_at);

create table invitations (
  id text collate "C" primary key,
  token_hash text not null unique,
  email text not null check (email = lower(email)),
  name text not null,
  role role not null,
  vendor_id text collate "C" references vendors,
  -- The person or key that did it.
  invited_by text collate "C",
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  withdrawn_at timestamptz(3),
  check ((role = 'vendor') = (vendor_id is not null))
);
create unique index invitations_open on invitations (email) where accepted_at is null and withdrawn_at is null;

create table api_keys (
  id text collate "C" primary key,
  token_hash text not null unique,
  name text not null,
  last4 text not null,
  role role not null,
  vendor_id text collate "C" references vendors,
  created_by text collate "C",
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  -- Revoked keys stay on record, with who revoked them and when.
  revoked_at timestamptz(3),
  revoked_by text collate "C",
  check ((role = 'vendor') = (vendor_id is not null))
);

-- Attempts to guess a password, counted before the guess is checked; a correct one is removed again.
-- In the database, so that all instances share it.
create table sign_in_attempts (
  id text collate "C" primary key,
  email text not null,
  address text not null,
  at timestamptz(3) not null
);
create index sign_in_attempts_email on sign_in_attempts (email, at);
create index sign_in_attempts_address on sign_in_attempts (address, at);
create index sign_in_attempts_at on sign_in_attempts (at);

-- For listing the audit by one type of subject, however rare.
create index audit_subject_type on audit (subject_type, id);
-- Likewise for actors without an id: the static token, and failed sign-ins.
create index audit_unnamed on audit (actor_kind, id) where actor_id is null;
