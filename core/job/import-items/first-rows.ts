import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { FileRow } from "../import-file/cells.ts";

export interface Keyed {
  readonly row: number;
  readonly keys: readonly string[];
}

/**
 * Records the keys in a batch for the duration of the run. They are committed with the batch, so this survives workers
 * that die, and works for files of any length.
 * @returns the first row of the file that has a key, of those given.
 */
export async function firstRowsOf(
  change: Change,
  runId: string,
  those: readonly Keyed[],
): Promise<(key: string) => number | undefined> {
  const firstWith = new Map<string, number>();
  for (const { row, keys } of those) for (const key of keys) if (!firstWith.has(key)) firstWith.set(key, row);
  if (firstWith.size === 0) return () => undefined;
  const keys = [...firstWith].map(([key, row]) => ({ key, row }));
  const known = await change.tx.execute<{ key: string; row: number }>(sql`
    with given as (
      select g.key, md5(g.key)::uuid as hash, g.row
      from json_to_recordset(${JSON.stringify(keys)}::json) as g(key text, "row" bigint)
    ), noted as (
      insert into import_keys (run_id, key, row_number) select ${runId}::uuid, hash, row from given on conflict do nothing
      returning key
    ), others as materialized (
      select key, hash from given where hash not in (select key from noted)
    )
    select others.key, known.row_number::float8 as row
    from others cross join lateral (
      select row_number from import_keys where run_id = ${runId}::uuid and key = others.hash
    ) as known`);
  for (const { key, row } of known) firstWith.set(key, row);
  return (key) => firstWith.get(key);
}

/** Those of these rows that an earlier batch has refused. Each is a group of its own. */
export async function refusedRowsOf(
  { tx }: Change,
  jobId: string,
  rows: readonly number[],
): Promise<readonly FileRow[]> {
  if (rows.length === 0) return [];
  const found = await tx.execute<{ number: number; fields: readonly string[] }>(sql`
    select row_number::float8 as number, fields -> 0 as fields from job_rows
    where job_id = ${jobId} and row_number = any(${sql.param(rows.map(String))}::text[]::bigint[]) and outcome = 'refused'
    order by row_number`);
  return found.map((row) => ({ ...row, stray: null }));
}
