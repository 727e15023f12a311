-- A cancelled import whose refused rows are not in a file yet has one turn left to do.
alter table jobs drop constraint jobs_check;
alter table jobs add constraint jobs_due_while_under_way check (
  case status
    when 'queued' then due_at is not null
    when 'running' then due_at is not null
    when 'cancelled' then due_at is null or refused_count > 0
    else due_at is null
  end);
drop index jobs_due;
create index jobs_due on jobs (due_at, id) where due_at is not null;
