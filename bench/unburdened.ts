/** Fills tables as fast as PostgreSQL takes rows: indexes, foreign keys and triggers are restored afterwards. */
import type postgres from "postgres";

interface Burden {
  readonly off: string;
  readonly on: string;
}

/**
 * Fills these tables in one transaction. What was removed is restored after it; the database builds each index and
 * checks each foreign key, so an invalid row fails here. Keys that other tables refer to stay throughout.
 */
export async function unburdened(
  sql: postgres.Sql,
  tables: readonly string[],
  fill: (tx: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  const burdens = await burdensOf(sql, tables);
  await sql.unsafe(
    "set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set hash_mem_multiplier = 4",
  );
  for (const { off } of burdens) await sql.unsafe(off);
  await sql.begin(fill);
  for (const { on } of burdens.toReversed()) await sql.unsafe(on);
}

/** In the order of removal: triggers, foreign keys, keys that nothing refers to, indexes. */
const burdensOf = (sql: postgres.Sql, tables: readonly string[]) => sql<Burden[]>`
  with filled as (select oid, oid::regclass as name from pg_class where oid = any(${tables}::text[]::regclass[]))
  select format('alter table %s disable trigger user', name) as off, format('alter table %s enable trigger user', name) as on, 1 as nth
  from filled
  union all
  select format('alter table %s drop constraint %I', name, conname),
    format('alter table %s add constraint %I %s', name, conname, pg_get_constraintdef(held.oid)), case contype when 'f' then 2 else 3 end
  from filled join pg_constraint held on conrelid = filled.oid and conparentid = 0
  where contype = 'f' or contype in ('p', 'u') and not exists (
    select from pg_constraint pointing where pointing.contype = 'f' and pointing.conindid = held.conindid)
  union all
  select format('drop index %s', indexrelid::regclass), replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '), 4
  from filled join pg_index on indrelid = filled.oid join pg_class made on made.oid = indexrelid and not made.relispartition
  where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by nth`;
