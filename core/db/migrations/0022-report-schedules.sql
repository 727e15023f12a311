-- Reports in SQL that are e-mailed to people, in the morning by the store's time zone.
create table report_schedules (
  query_id text collate "C" primary key references report_queries,
  every text not null constraint report_schedules_every check (every in ('day', 'monday')),
  -- Ids of people on the team. Those who have left, or may no longer read reports, are skipped.
  staff_ids text[] not null constraint report_schedules_staff_ids check (cardinality(staff_ids) between 1 and 20),
  set_by text not null,
  set_at timestamptz(3) not null
);

-- { "name", "text" }: an e-mail's attachment.
alter table messages add column attachment jsonb;
