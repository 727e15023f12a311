import { type SQL, sql } from "#core/db/drizzle";
import type { Range } from "./range.ts";

/**
 * The moment at which a day begins by the clocks of a time zone, of a `timestamp` without one. Where they go back over midnight
 * it comes twice, of which PostgreSQL takes the later: the day begins with the first, where the day before has ended.
 */
export const midnight = (day: SQL, timeZone: string): SQL => sql`
  least(${day} at time zone ${timeZone}, (${day} - interval '1 ms') at time zone ${timeZone} + interval '1 ms')`;

/** Whether a moment lies within days of the store's calendar, both included. */
export const during = (moment: SQL, { from, to }: Range, timeZone: string): SQL => sql`
  (${moment} >= ${midnight(sql`${from}::timestamp`, timeZone)}
    and ${moment} < ${midnight(sql`(${to}::timestamp + interval '1 day')`, timeZone)})`;
