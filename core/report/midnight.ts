import { type SQL, sql } from "#core/db/drizzle";
import type { Range } from "./range.ts";

/**
 * The moment at which a day, a `timestamp` without time zone, begins in a time zone. When clocks go back across
 * midnight it occurs twice, and PostgreSQL takes the later: the day begins at the earlier, where the day before ended.
 */
export const midnight = (day: SQL, timeZone: string): SQL => sql`
  least(${day} at time zone ${timeZone}, (${day} - interval '1 ms') at time zone ${timeZone} + interval '1 ms')`;

/** Whether a moment is within days of the store's calendar, first and last included. */
export const during = (moment: SQL, { from, to }: Range, timeZone: string): SQL => sql`
  (${moment} >= ${midnight(sql`${from}::timestamp`, timeZone)}
    and ${moment} < ${midnight(sql`(${to}::timestamp + interval '1 day')`, timeZone)})`;
