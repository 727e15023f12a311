import { sql } from "drizzle-orm";
import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit";
import * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { wireMoney } from "#core/db/wire";
import { Refusal } from "#core/refusal";
import { storeSettings } from "#core/store/settings";

type Input = InputOf<typeof report.sales>;

export async function salesReport(_by: Actor, input: Input): Promise<report.Sales> {
  const { timeZone, currency } = await storeSettings(db());
  const { from, to } = daysOf(input, timeZone);
  const periods = periodsBetween(from, to, input.by);
  if (periods > report.periodsMost) throw new Refusal("report.tooLong", { periods, most: report.periodsMost });

  // The orders between two moments, along `orders_created`: the time zone is worked out for the bounds, not for each row.
  const rows = await db().execute<{ wire: report.Sales["periods"][number]; foreign: number }>(sql`
    with sold as (
      select id, date_trunc(${input.by}, created_at at time zone ${timeZone}) as period, total_minor, captured_minor, currency
      from orders
      where created_at >= ${from}::timestamp at time zone ${timeZone}
        and created_at < (${to}::timestamp + interval '1 day') at time zone ${timeZone}
        and status <> 'cancelled'
    ), sums as (
      select period, count(*) as orders, sum(total_minor) as gross, sum(captured_minor) as collected,
        count(*) filter (where currency <> ${currency}) as foreign_orders
      from sold group by period
    ), goods as (
      select period, sum(quantity) as units from sold join order_lines on order_id = sold.id group by period
    ), shown as (
      select period, coalesce(orders, 0) as orders, coalesce(units, 0) as units, coalesce(gross, 0) as gross,
        coalesce(collected, 0) as collected, ${currency}::text as currency, coalesce(foreign_orders, 0) as foreign_orders
      from generate_series(date_trunc(${input.by}, ${from}::timestamp), ${to}::timestamp, ${`1 ${input.by}`}::interval) period
        left join sums using (period) left join goods using (period)
    )
    select foreign_orders::integer as "foreign", json_build_object(
      'from', greatest(period, ${from}::timestamp)::date,
      'to', least(period + ${`1 ${input.by}`}::interval - interval '1 day', ${to}::timestamp)::date,
      'orders', orders, 'units', units,
      'gross', ${wireMoney("gross", "currency")}, 'collected', ${wireMoney("collected", "currency")}) as wire
    from shown order by period`);
  if (rows.some(({ foreign }) => foreign > 0))
    throw new Error("There are orders in several currencies: no sum is true.");
  return { by: input.by, timeZone, currency, periods: rows.map(({ wire }) => wire) };
}

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The days that were asked for, else the last 30 of the store's calendar. */
function daysOf({ from, to }: Input, timeZone: string): { from: string; to: string } {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
  const last = to ?? (from !== undefined && from > today ? from : today);
  return { from: from ?? dayOf(Date.parse(last) - (report.daysShown - 1) * dayMs), to: last };
}

/** How many periods the days lie in, told before the database is asked for them. */
function periodsBetween(from: string, to: string, by: Input["by"]): number {
  const [first, last] = [new Date(from), new Date(to)];
  const months = (day: Date) => day.getUTCFullYear() * 12 + day.getUTCMonth();
  if (by === "month") return months(last) - months(first) + 1;
  const days = (day: Date) => day.getTime() / dayMs;
  // 1 January 1970 was a Thursday: three days later than a Monday.
  const weeks = (day: Date) => Math.floor((days(day) + 3) / 7);
  return by === "week" ? weeks(last) - weeks(first) + 1 : days(last) - days(first) + 1;
}
