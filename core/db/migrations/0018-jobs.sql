-- Imports and exports: work that outlives a request, done in batches by `run-jobs`.

create table jobs (
  id text collate "C" primary key,
  direction text not null check (direction in ('import', 'export')),
  kind text not null,
  status text not null check (status in ('awaitingFile', 'queued', 'running', 'done', 'failed', 'cancelled')),
  -- It does its work and takes it back: what it says is what it would have done.
  dry_run boolean not null default false,
  -- Of an import its options, of an export its filters.
  input jsonb not null,
  file_name text not null,
  -- Where the file of an import lies, and that of an export once it is done.
  file_key text collate "C" not null,
  -- What an import's file has; how much of it is behind the cursor, or how much of an export is written.
  bytes_total bigint,
  bytes_done bigint not null default 0,
  rows_done bigint not null default 0,
  -- Where the next batch begins; null at the beginning. Written with each batch's own work.
  cursor jsonb,
  -- Of an import: how its file is laid out, by what its first row says, and that row.
  layout text,
  header jsonb,
  created_count bigint not null default 0,
  changed_count bigint not null default 0,
  same_count bigint not null default 0,
  refused_count bigint not null default 0,
  -- Where the refused rows lie as a file; null without any.
  refused_key text collate "C",
  -- Why it failed.
  says text,
  actor_kind text not null,
  actor_id text collate "C",
  actor_name text not null,
  actor_role text,
  attempts integer not null default 0,
  claim_id uuid,
  -- Null when there is nothing left to do.
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

-- What became of a row: of every kind the first, and of what is refused as many as anybody can mend.
create table job_rows (
  job_id text collate "C" not null references jobs on delete cascade,
  -- Its number in the file as a spreadsheet counts, the header being 1.
  row_number bigint not null,
  outcome text not null check (outcome in ('created', 'changed', 'same', 'refused')),
  -- What it is about, for people: a SKU, a number.
  about text not null,
  before jsonb,
  after jsonb,
  -- Which column, with which text, and why: of a refused one.
  problems jsonb,
  -- The fields as they stood in the file, one list for each row of it.
  fields jsonb,
  primary key (job_id, row_number)
);
create index job_rows_outcome on job_rows (job_id, outcome, row_number);

-- What a file has spoken of so far: it must say a thing once. Gone when the job ends.
create table job_keys (
  job_id text collate "C" not null references jobs on delete cascade,
  key uuid not null,
  row_number bigint not null,
  primary key (job_id, key)
);
