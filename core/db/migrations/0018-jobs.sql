-- Imports and exports: work that outlives a request, done in batches by `run-jobs`.

create table jobs (
  id text collate "C" primary key,
  direction text not null check (direction in ('import', 'export')),
  kind text not null,
  status text not null check (status in ('awaitingFile', 'queued', 'running', 'done', 'failed', 'cancelled')),
  -- The work is done and rolled back: the results show what would have happened.
  dry_run boolean not null default false,
  -- An import's options, or an export's filters.
  input jsonb not null,
  file_name text not null,
  -- Where the file is stored: an import's, or an export's once it is done.
  file_key text collate "C" not null,
  -- The size of an import's file, and how much of it is done; or how much of an export is written.
  bytes_total bigint,
  bytes_done bigint not null default 0,
  rows_done bigint not null default 0,
  -- Where the next batch begins; null at the beginning. Written with each batch's own work.
  cursor jsonb,
  -- For an import: its file's layout, detected from the first row, and that row.
  layout text,
  header jsonb,
  created_count bigint not null default 0,
  changed_count bigint not null default 0,
  same_count bigint not null default 0,
  refused_count bigint not null default 0,
  -- Where the file of refused rows is stored; null without any.
  refused_key text collate "C",
  -- Why it failed.
  says text,
  actor_kind text not null,
  actor_id text collate "C",
  actor_name text not null,
  actor_role text,
  attempts integer not null default 0,
  claim_id uuid,
  -- Null if there is nothing left to do.
  due_at timestamptz(3),
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  check ((status in ('queued', 'running')) = (due_at is not null)),
  check ((status in ('done', 'failed', 'cancelled')) = (ended_at is not null))
);
create index jobs_due on jobs (due_at, id) where status in ('queued', 'running');
create index jobs_direction on jobs (direction, id);
create index jobs_ended on jobs (ended_at) where ended_at is not null;

-- The outcomes of rows: the first of each outcome, and as many refused rows as a person can fix.
create table job_rows (
  job_id text collate "C" not null references jobs on delete cascade,
  -- Its number in the file, counted as in a spreadsheet: the header is 1.
  row_number bigint not null,
  outcome text not null check (outcome in ('created', 'changed', 'same', 'refused')),
  -- Its subject, for people: a SKU, an order number.
  about text not null,
  before jsonb,
  after jsonb,
  -- For a refused row: the column, its text, and the reason.
  problems jsonb,
  -- The fields as in the file, one list for each of its rows.
  fields jsonb,
  primary key (job_id, row_number)
);
create index job_rows_outcome on job_rows (job_id, outcome, row_number);

-- The keys met so far in a file, each of which may occur only once. Removed when the job ends.
create table job_keys (
  job_id text collate "C" not null references jobs on delete cascade,
  key uuid not null,
  row_number bigint not null,
  primary key (job_id, key)
);
