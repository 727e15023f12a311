-- The keys met so far in an import's file, each of which may occur only once, also in a dry run. Each start is a
-- separate run, so it need not wait until the previous run's keys are gone: `remove-old` removes them bit by bit. No
-- reference to the job: it would be checked for each row of a file.
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

-- `job_keys` is dropped a release later: processes of the previous code still write to it.
