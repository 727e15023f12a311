import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { storeSettings } from "#core/store/settings";
import { amountsIn } from "./amounts.ts";
import { keptAndLive } from "./kept-days.ts";
import { rangeOf, refuseTooManyDays } from "./range.ts";
import { soldOn, taxesOf } from "./worked-out.ts";

/** Taxes on sales, by rate. Shipping has no tax of its own, so it is in neither figure. */
export async function taxesReport(_by: Actor, input: InputOf<typeof report.taxes>): Promise<report.Taxes> {
  const { timeZone, currency } = await storeSettings(db());
  const range = rangeOf(input, timeZone);
  refuseTooManyDays(range);
  const rows = await db().execute<{ basis_points: number; taxed: number; tax: number }>(sql`
    with ${keptAndLive(range, timeZone)},
    sold as (${soldOn(sql`live`)}),
    taxes as (
      select day, basis_points, taxed_minor, report_taxes.tax_minor from kept join report_taxes using (day)
      union all
      ${taxesOf(sql`sold`)}
    )
    select basis_points, sum(taxed_minor)::float8 as taxed, sum(tax_minor)::float8 as tax
    from taxes group by basis_points order by basis_points desc`);
  const money = amountsIn(currency);
  const sum = (of: "taxed" | "tax") => money(rows.reduce((total, row) => total + row[of], 0));
  return {
    ...{ timeZone, currency },
    ...range,
    rates: rows.map(({ basis_points, taxed, tax }) => ({
      basisPoints: basis_points,
      taxed: money(taxed),
      tax: money(tax),
    })),
    total: { taxed: sum("taxed"), tax: sum("tax") },
  };
}
