import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { refused, type Written } from "./written.ts";

/** Volatile but harmless. */
const allowed = [
  "random",
  "random_normal",
  "clock_timestamp",
  "statement_timestamp",
  "timeofday",
  "gen_random_uuid",
  "uuidv4",
  "uuidv7",
];

/** Not volatile, but they execute text as a statement, or reveal the server and its roles. */
const forbidden =
  /^(current_setting|current_query|ts_stat|ts_rewrite|has_\w+_privilege|inet_\w+|lo_\w+|dblink\w*|txid_\w+|to_reg\w+|(query|table|schema|database|cursor)_to_xml\w*|xpath_table|crosstab\w*|connectby|row_security_active|getdatabaseencoding|version)$/;

/**
 * A report only reads: functions that write, wait, lock or read files are volatile in PostgreSQL's catalogue, and may
 * not be called. That also prevents a SELECT from lifting the settings that limit its session.
 * @throws Refusal `report.refused` with the function's position.
 */
export async function refuseFunctions({ called, placeIn }: Written): Promise<void> {
  const names = [...new Set(called.map(({ name }) => name))];
  const rows = await db().execute<{ name: string }>(sql`
    select distinct proname::text as name from pg_proc where proname::text = any(${sql.param(names)}::text[]) and provolatile = 'v'`);
  const volatile = new Set(rows.map(({ name }) => name));
  const wrong = called.find(({ name }) => forbidden.test(name) || (volatile.has(name) && !allowed.includes(name)));
  if (wrong) throw refused(`a report may not call ${wrong.name}()`, placeIn(wrong.at));
}
