-- Makes the missing ranges until `ahead` from now. Rows already in the default range move to where they belong.
-- Returns how many were made. Runs as the tables' owner, because the program itself may not make tables. With the same
-- rights runs the code in a table's checks: a role that may make temporary tables must not give it one of its own.
create or replace function make_partitions(parent regclass, prefix text, ahead interval) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  key constant name := laid_out_by(parent);
  rest constant text := parent::text || '_default';
  week timestamptz := date_trunc('week', now(), 'UTC');
  since text collate "C";
  until text collate "C";
  range text;
  made integer := 0;
begin
  if not exists (select from pg_class where oid = parent and relnamespace = 'public'::regnamespace) then
    raise exception '% is not a table of the store', parent using errcode = 'insufficient_privilege';
  end if;
  -- Whoever is here at the same time waits, and finds that it is done.
  perform pg_advisory_xact_lock(7150261121);
  select max(known.until collate "C") into since from partitions_of(parent) as known;
  while week <= now() + ahead loop
    until := id_from(prefix, week + interval '7 days');
    if until > since then
      range := parent::text || to_char(week at time zone 'UTC', '"_"YYYYMMDD');
      perform make_range(parent, range);
      execute format('lock table %I in access exclusive mode', rest);
      execute format(
        'with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$I select * from moved',
        rest, key, since, until, range);
      execute format('alter table %s attach partition %I for values from (%L) to (%L)', parent, range, since, until);
      since := until;
      made := made + 1;
    end if;
    week := week + interval '7 days';
  end loop;
  return made;
end $$;
