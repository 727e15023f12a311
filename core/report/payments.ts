import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { storeSettings } from "#core/store/settings";
import { amountsIn } from "./amounts.ts";
import { keptAndLive } from "./kept-days.ts";
import { before, type Range, rangeOf, refuseTooManyDays } from "./range.ts";
import { moneyOn } from "./worked-out.ts";

interface Row extends Record<string, unknown> {
  readonly now: boolean;
  readonly method: string;
  readonly mode: "live" | "test";
  readonly payments: number;
  readonly collected: number;
  readonly refunds: number;
  readonly refunded: number;
}

/** Money by payment method over a range of days, from one statement and therefore one moment. */
export async function paymentsReport(_by: Actor, input: InputOf<typeof report.payments>): Promise<report.Payments> {
  const { timeZone, currency } = await storeSettings(db());
  const range = rangeOf(input, timeZone);
  refuseTooManyDays(range);
  const past = input.compare ? before(range) : null;
  const rows = await moneyIn({ from: past?.from ?? range.from, to: range.to }, range.from, timeZone);
  const part = (now: boolean) =>
    shownPart(
      rows.filter((row) => row.now === now),
      currency,
    );
  return { timeZone, currency, ...range, ...part(true), before: past && { ...past, ...part(false) } };
}

const moneyIn = (range: Range, start: string, timeZone: string) =>
  db().execute<Row>(sql`
    with ${keptAndLive(range, timeZone)},
    money as (
      select day, method, mode, report_money.payments, collected_minor, refunds, refunded_minor
      from kept join report_money using (day)
      union all
      ${moneyOn(sql`live`)}
    )
    select day >= ${start}::date as now, method, mode, sum(payments)::float8 as payments,
      sum(collected_minor)::float8 as collected, sum(refunds)::float8 as refunds, sum(refunded_minor)::float8 as refunded
    from money group by 1, 2, 3 order by collected desc, method, mode`);

function shownPart(rows: readonly Row[], currency: string) {
  const money = amountsIn(currency);
  const flows = (collected: number, refunded: number) => ({
    collected: money(collected),
    refunded: money(refunded),
    net: money(collected - refunded),
  });
  const live = rows.filter(({ mode }) => mode === "live");
  const sum = (of: (row: Row) => number) => live.reduce((total, row) => total + of(row), 0);
  return {
    methods: rows.map(({ method, mode, payments, refunds, collected, refunded }) => ({
      ...{ method, mode, payments, refunds },
      ...flows(collected, refunded),
    })),
    total: flows(
      sum(({ collected }) => collected),
      sum(({ refunded }) => refunded),
    ),
  };
}
