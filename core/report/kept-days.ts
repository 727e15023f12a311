/** Which days of a range are stored, and which have to be computed: as parts of a `with`. */
import { type SQL, sql } from "#core/db/drizzle";
import type { Range } from "./range.ts";
import { daysIn } from "./worked-out.ts";

/** The days whose figures have changed since they were stored. */
export const staleDays = (timeZone: string): SQL => sql`
  select distinct (at at time zone ${timeZone})::date as day from report_stale`;

/** There is nothing to report before it. */
export const firstMoment: SQL = sql`
  (select least((select min(created_at) from orders), (select min(at) from payments where kind = 'captured'),
    (select min(settled_at) from refunds where status = 'succeeded')))`;

/**
 * `kept`: the days of the range whose figures in `report_days` are correct. `live`: those to compute now, which are
 * today, yesterday, and days that have just changed. Days before the first order and future days are in neither.
 */
export const keptAndLive = (range: Range, timeZone: string): SQL => sql`
  days as materialized (${daysIn(range, timeZone)}),
  stale as materialized (${staleDays(timeZone)}),
  kept as materialized (
    select report_days.* from report_days
    where day between ${range.from}::date and ${range.to}::date and time_zone = ${timeZone}
      and day not in (select day from stale)),
  live as materialized (
    select days.* from days
    where not exists (select from kept where kept.day = days.day)
      and ends > ${firstMoment} and begins <= clock_timestamp())`;
