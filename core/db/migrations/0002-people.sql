-- Staff, what they may do, and how they and their programs come in (SPEC §2).

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
  email text not null,
  name text not null,
  password_hash text not null,
  role role not null,
  vendor_id text collate "C" references vendors,
  created_at timestamptz(3) not null,
  removed_at timestamptz(3),
  check ((role = 'vendor') = (vendor_id is not null))
);
-- Somebody removed keeps the row that the audit names; the address is free again.
create unique index staff_email on staff (lower(email)) where removed_at is null;

create table sessions (
  id text collate "C" primary key,
  -- SHA-256 of the cookie's 32 random bytes: whoever reads this table cannot sign in with it.
  token_hash text not null unique,
  staff_id text collate "C" not null references staff,
  user_agent text,
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
  email text not null,
  name text not null,
  role role not null,
  vendor_id text collate "C" references vendors,
  invited_by text collate "C" references staff,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  withdrawn_at timestamptz(3),
  check ((role = 'vendor') = (vendor_id is not null))
);
create unique index invitations_open on invitations (lower(email)) where accepted_at is null and withdrawn_at is null;

create table api_keys (
  id text collate "C" primary key,
  token_hash text not null unique,
  name text not null,
  last4 text not null,
  role role not null,
  vendor_id text collate "C" references vendors,
  created_by text collate "C" references staff,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  -- Revoked keys stay on the record, with who and when.
  revoked_at timestamptz(3),
  revoked_by text,
  check ((role = 'vendor') = (vendor_id is not null))
);

-- Failed sign-ins by identity and by address. In the database, so that all instances share it.
create table sign_in_attempts (
  subject text not null,
  at timestamptz(3) not null
);
create index sign_in_attempts_subject on sign_in_attempts (subject, at);
