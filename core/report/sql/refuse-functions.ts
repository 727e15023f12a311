import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { refused, type Written } from "./written.ts";

/** Volatile, and harmless. */
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

/** Not volatile, but they run a text as a statement, or tell of the server and its roles. */
const forbidden =
  /^(current_setting|current_query|ts_stat|ts_rewrite|has_\w+_privilege|inet_\w+|lo_\w+|dblink\w*|txid_\w+|to_reg\w+|(query|table|schema|database|cursor)_to_xml\w*|xpath_table|crosstab\w*|connectby|row_security_active|getdatabaseencoding|version)$/;

/**
 * A report only looks: whatever writes, waits, locks or reads files is volatile in PostgreSQL's own catalogue, and none of
 * that is called. So a session's own settings, which bound what it may use, cannot be lifted by a SELECT either.
 * @throws Refusal `report.refused` with the function's place.
 */
export async function refuseFunctions({ called, placeIn }: Written): Promise<void> {
  const names = [...new Set(called.map(({ name }) => name))];
  const rows = await db().execute<{ name: string }>(sql`
    select distinct proname::text as name from pg_proc where proname::text = any(${sql.param(names)}::text[]) and provolatile = 'v'`);
  const volatile = new Set(rows.map(({ name }) => name));
  const wrong = called.find(({ name }) => forbidden.test(name) || (volatile.has(name) && !allowed.includes(name)));
  if (wrong) throw refused(`a report may not call ${wrong.name}()`, placeIn(wrong.at));
}
