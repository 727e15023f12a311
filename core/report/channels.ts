import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { storeSettings } from "#core/store/settings";
import { amountsIn } from "./amounts.ts";
import { keptAndLive } from "./kept-days.ts";
import { rangeOf, refuseTooManyDays } from "./range.ts";
import { channelsOf, soldOn } from "./worked-out.ts";

interface Found extends Readonly<Record<string, unknown>> {
  readonly code: string | null;
  readonly name: string | null;
  readonly orders: number;
  readonly units: number;
  readonly gross: number;
}

/** Sales by channel, the largest first, including sales without a channel. */
export async function channelsReport(_by: Actor, input: InputOf<typeof report.channels>): Promise<report.Channels> {
  const { timeZone, currency } = await storeSettings(db());
  const range = rangeOf(input, timeZone);
  refuseTooManyDays(range);
  const rows = await db().execute<Found>(sql`
    with ${keptAndLive(range, timeZone)},
    sold as (${soldOn(sql`live`)}),
    figures as (
      select channel_id, report_channels.orders, report_channels.units, report_channels.gross_minor
      from kept join report_channels using (day)
      union all
      select channel_id, orders, units, gross_minor from (${channelsOf(sql`sold`)}) live_figures
    ),
    summed as (
      select channel_id, sum(orders)::integer as orders, sum(units)::float8 as units, sum(gross_minor)::float8 as gross
      from figures group by channel_id
    )
    select channels.code, channels.name, orders, units, gross
    from summed left join channels on channels.id = channel_id
    order by gross desc, channels.code collate "C" nulls last`);
  const money = amountsIn(currency);
  const sum = (of: "orders" | "units" | "gross") => rows.reduce((total, row) => total + row[of], 0);
  return {
    ...{ timeZone, currency },
    ...range,
    channels: rows.map(({ code, name, orders, units, gross }) => ({ code, name, orders, units, gross: money(gross) })),
    total: { orders: sum("orders"), units: sum("units"), gross: money(sum("gross")) },
  };
}
