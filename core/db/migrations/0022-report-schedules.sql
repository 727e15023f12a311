-- Reports in SQL that go to people by e-mail, in the morning of the store.
create table report_schedules (
  query_id text collate "C" primary key references report_queries,
  every text not null constraint report_schedules_every check (every in ('day', 'monday')),
  -- Ids of the team. Who has left, or may read reports no longer, is passed over.
  staff_ids text[] not null constraint report_schedules_staff_ids check (cardinality(staff_ids) between 1 and 20),
  set_by text not null,
  set_at timestamptz(3) not null
);

-- { "name", "text" }: a file that goes with an e-mail.
alter table messages add column attachment jsonb;
