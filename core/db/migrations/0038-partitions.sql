-- Tables partitioned by ranges of their ids: ids begin with the time, so a range is a period, and data past its
-- retention is dropped in one step. Ranges are weeks that begin on Mondays, UTC.

-- A lower bound of the ids made at that time or later.
create function id_from(prefix text, at timestamptz) returns text language plpgsql immutable as $$
declare
  ms bigint := floor(extract(epoch from at) * 1000);
  written text := '';
begin
  for nth in 0..9 loop
    written := substr('0123456789abcdefghjkmnpqrstvwxyz', (ms & 31)::integer + 1, 1) || written;
    ms := ms >> 5;
  end loop;
  return prefix || '_' || written;
end $$;

-- A table's ranges: ids from `since` on, and below `until`. The first has no beginning; the default has neither.
create function partitions_of(parent regclass)
returns table (part regclass, since text, until text) language sql stable as $$
  select pg_class.oid::regclass, substring(bound from 'FROM \(''([^'']+)'), substring(bound from 'TO \(''([^'']+)')
  from pg_inherits join pg_class on pg_class.oid = inhrelid
  cross join lateral pg_get_expr(relpartbound, pg_class.oid) as bound
  where inhparent = parent
$$;

-- The column by whose ids it is partitioned.
create function laid_out_by(parent regclass) returns name language sql stable as $$
  select attname from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0] where partrelid = parent
$$;

-- Gives an empty range 200 pages, by inserting rows that are rolled back. PostgreSQL plans to scan an empty table, and
-- keeps doing so while it fills, until it is analysed: with pages, it uses the indexes from the start.
create function lengthen(range text, event text) returns void language plpgsql as $$
begin
  execute format(
    'insert into %I (id, endpoint_id, event_id, event_name, status) select n, n, $1, repeat(''x'', 1900), ''dead'' from generate_series(1, 400) n',
    range) using event;
  raise exception 'taken back';
exception when raise_exception or foreign_key_violation then
  null;
end $$;

-- A table for one range, with the columns, indexes and settings of the others. If the whole has no primary key, each
-- range has its own on the ids.
create function make_range(parent regclass, range text) returns void language plpgsql as $$
begin
  execute format('create table %I (like %s including all) with (%s)', range, parent,
    (select array_to_string(reloptions, ', ') from pg_class where oid = to_regclass(parent::text || '_default')));
  if not exists (select from pg_index where indrelid = to_regclass(range) and indisprimary) then
    execute format('alter table %I add primary key (id)', range);
  end if;
  perform lengthen(range, '');
end $$;

-- Makes the missing ranges until `ahead` from now. Rows already in the default range move to where they belong.
-- Returns how many were made. Runs as the tables' owner, because the program itself may not make tables.
create function make_partitions(parent regclass, prefix text, ahead interval) returns integer
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

-- Drops the ranges whose rows are all from before that time. Rows to keep move to the new first range: those that match
-- one of `keeps`, each of which has an index, and those that match `late`, which is checked on every row before
-- anything is locked. In the conditions $1 is that time, and $2 the end of the dropped ranges. At most 100,000 rows
-- move, because no one can write meanwhile.
-- Returns how many ranges were dropped, and below which id other rows may have to be removed one by one.
create function drop_past(parent regclass, prefix text, before timestamptz, keeps text[], late text, out dropped integer, out below text)
language plpgsql as $$
declare
  key constant name := laid_out_by(parent);
  range text;
  ends text collate "C";
  past regclass[];
  lately text[];
  found bigint;
  many bigint := 0;
  each text;
  part regclass;
begin
  dropped := 0;
  perform pg_advisory_xact_lock(7150261121);
  select min(known.until collate "C") into below from partitions_of(parent) as known;
  select max(known.until collate "C"), array_agg(known.part) into ends, past from partitions_of(parent) as known
  where known.until collate "C" <= id_from(prefix, before);
  if coalesce(cardinality(past), 0) < 2 then
    return;
  end if;
  execute format('select array_agg(id) from (select id from %s where %I < $2 and %s limit 100001) as found', parent, key, late)
    into lately using before, ends;
  many := coalesce(cardinality(lately), 0);
  perform set_config('enable_seqscan', 'off', true);
  foreach each in array keeps loop
    execute format('select count(*) from (select from %s where %I < $2 and %s limit 100001) as found', parent, key, each)
      into found using before, ends;
    many := many + found;
  end loop;
  if many > 100000 then
    below := ends;
    return;
  end if;

  execute format('lock table %s in access exclusive mode', parent);
  range := parent::text || '_until_' || split_part(ends, '_', 2);
  perform make_range(parent, range);
  foreach each in array keeps || 'id = any($3)'::text loop
    execute format('insert into %I select * from %s where %I < $2 and %s on conflict do nothing', range, parent, key, each)
      using before, ends, lately;
  end loop;
  foreach part in array past loop
    execute format('drop table %s', part);
  end loop;
  execute format('alter table %s attach partition %I for values from (minvalue) to (%L)', parent, range, ends);
  dropped := cardinality(past);
  below := ends;
end $$;

-- Dead and pending rows stay, and so do recently delivered ones, however old their event is.
create function drop_past_deliveries(out dropped integer, out below text)
language sql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
  select * from drop_past('webhook_deliveries', 'evt', (select now() - make_interval(days => retention_days) from store),
    array['status = ''pending''', 'status = ''dead'''], 'status = ''delivered'' and delivered_at >= $1')
$$;

revoke execute on function lengthen(text, text), make_range(regclass, text), make_partitions(regclass, text, interval), drop_past_deliveries(),
  drop_past(regclass, text, timestamptz, text[], text) from public;

-- Until the first Monday at least a week away, all deliveries stay in the existing table, which becomes the first
-- range. The next file checks that they do, while the store keeps running.
do $$ begin
  execute format('alter table webhook_deliveries add constraint webhook_deliveries_first check (event_id < %L) not valid',
    id_from('evt', date_trunc('week', now() + interval '14 days', 'UTC')));
end $$;
