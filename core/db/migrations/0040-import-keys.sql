-- What the file of an import has spoken of so far: it must say a thing once, and a dry run has to know it too. Each start is
-- a run of its own, so nobody waits until the keys of the one before are gone: `remove-old` removes them, bit by bit. No
-- reference to the job: it would be looked up for each row of a file.
alter table jobs add run_id uuid not null default gen_random_uuid();

create table import_keys (
  run_id uuid not null,
  key uuid not null,
  row_number bigint not null,
  primary key (run_id, key)
);
insert into import_keys
select jobs.run_id, job_keys.key, job_keys.row_number
from job_keys join jobs on jobs.id = job_keys.job_id
where jobs.status in ('queued', 'running');

-- `job_keys` goes a release later: until the last process of the code before has ended, it writes there.
