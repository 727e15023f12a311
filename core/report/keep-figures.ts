/**
 * Computes the figures of past days and stores them in `report_days`, `report_money`, `report_taxes`, `report_channels`
 * and `report_products`.
 */

import { db, type Tx } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { storeSettings } from "#core/store/settings";
import type { TimeLeft } from "#core/time-left";
import { firstMoment } from "./kept-days.ts";
import { channelsOf, daysIn, daysOf, moneyOn, productsOf, soldOn, taxesOf } from "./worked-out.ts";

/** An arbitrary fixed number. Only one may run at a time, or older figures of a day could overwrite newer ones. */
const lockKey = 7_150_261_119;

/**
 * How long a day must have been over to be stored. A change within a day of what it changes leaves no mark (the
 * triggers in the migration), so all such changes must have ended: the extra hour is many times longer than any of them
 * takes.
 */
const youngest = "interval '25 hours'";

/** The first day that has not been over for that long. */
const firstYoung = (timeZone: string) =>
  sql`((clock_timestamp() - ${sql.raw(youngest)}) at time zone ${timeZone})::date::timestamp`;

/** The most days that one transaction calculates. */
const daysMax = 31;
/** A transaction that is quicker than this is followed by one with twice as many days, a slower one by half as many. */
const quickMs = 1_000;

/**
 * Stores figures that are missing or have changed since: the newest days first, then complete months. Safe to run
 * concurrently.
 * @returns how many days and months were computed.
 */
export async function keepFigures(timeLeft: TimeLeft): Promise<{ days: number; months: number }> {
  const kept = { days: 0, months: 0 };
  // With ten thousand orders a day, a month of days takes longer than a statement may.
  let atOnce = 1;
  while (timeLeft() > 0) {
    const began = performance.now();
    const { days, months } = await db().transaction((tx) => keepSome(tx, atOnce));
    kept.days += days;
    kept.months += months;
    if (days + months === 0) break;
    atOnce = performance.now() - began < quickMs ? Math.min(atOnce * 2, daysMax) : Math.max(1, Math.floor(atOnce / 2));
  }
  return kept;
}

async function keepSome(tx: Tx, daysAtOnce: number): Promise<{ days: number; months: number }> {
  const [turn] = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${lockKey}) as mine`);
  if (!turn?.mine) return { days: 0, months: 0 };
  const { timeZone, currency } = await storeSettings(tx);
  // Figures in a former time zone of the store are deleted at once: their marks are deleted below, so they could not be
  // trusted if the store went back to it. So are days stored while the clock was ahead: changes to them leave no marks.
  await tx.execute(sql`delete from report_days where time_zone <> ${timeZone} or day >= ${firstYoung(timeZone)}`);
  await tx.execute(sql`
    delete from report_months where time_zone <> ${timeZone} or month >= date_trunc('month', ${firstYoung(timeZone)})`);
  const days = await dueDays(tx, timeZone, daysAtOnce);
  // Marks are deleted before the days are computed: later changes leave marks that stay. Marks of days that are not stored
  // mean nothing, because reports compute those days themselves.
  await tx.execute(sql`
    delete from report_stale where (at at time zone ${timeZone})::date = any(${sql.param(days)}::text[]::date[])
      or not exists (
        select from report_days
        where report_days.day = (at at time zone ${timeZone})::date and report_days.time_zone = ${timeZone})`);
  if (days.length > 0) await keepDays(tx, days, timeZone, currency);
  // Months that contain these days are out of date.
  if (days.length > 0) {
    await tx.execute(sql`
      delete from report_months where month in (
        select date_trunc('month', day::date)::date from unnest(${sql.param(days)}::text[]) as day)`);
    return { days: days.length, months: 0 };
  }
  return { days: 0, months: await keepMonth(tx, timeZone) };
}

/** Days that are not stored in this time zone, or are marked: newest first, because they are requested most. */
async function dueDays(tx: Tx, timeZone: string, most: number): Promise<string[]> {
  const rows = await tx.execute<{ day: string }>(sql`
    select day::date::text as day
    from generate_series(
      (${firstMoment} at time zone ${timeZone})::date::timestamp,
      ${firstYoung(timeZone)} - interval '1 day',
      interval '1 day') as day
    where day::date in (select (at at time zone ${timeZone})::date from report_stale)
      or not exists (select from report_days where report_days.day = day.day::date and time_zone = ${timeZone})
    order by day desc limit ${most}`);
  return rows.map(({ day }) => day);
}

async function keepDays(tx: Tx, days: readonly string[], timeZone: string, currency: string): Promise<void> {
  const chosen = sql`days as materialized (${daysOf(sql`unnest(${sql.param(days)}::text[]::timestamp[])`, timeZone)})`;
  // Its other figures are deleted with it.
  await tx.execute(sql`delete from report_days where day = any(${sql.param(days)}::text[]::date[])`);
  await tx.execute(sql`
    with ${chosen}, sold as (${soldOn(sql`days`)})
    insert into report_days (day, time_zone, orders, units, gross_minor, discount_minor, shipping_minor, tax_minor, foreign_orders)
    select days.day, ${timeZone}, count(id), coalesce(sum(units), 0), coalesce(sum(total_minor), 0),
      coalesce(sum(discount_minor), 0), coalesce(sum(shipping_minor), 0), coalesce(sum(tax_minor), 0),
      count(*) filter (where currency <> ${currency})
    from days left join sold on sold.day = days.day group by days.day`);
  await tx.execute(sql`
    with ${chosen}, money as (${moneyOn(sql`days`)})
    insert into report_money (day, method, mode, payments, collected_minor, refunds, refunded_minor)
    select day, method, mode, sum(payments), sum(collected_minor), sum(refunds), sum(refunded_minor)
    from money group by day, method, mode`);
  await tx.execute(sql`
    with ${chosen}, sold as (${soldOn(sql`days`)})
    insert into report_taxes (day, basis_points, taxed_minor, tax_minor) ${taxesOf(sql`sold`)}`);
  await tx.execute(sql`
    with ${chosen}, sold as (${soldOn(sql`days`)})
    insert into report_channels (day, channel_id, orders, units, gross_minor) ${channelsOf(sql`sold`)}`);
}

/** Stores the newest month that is not stored yet and all of whose days are. */
async function keepMonth(tx: Tx, timeZone: string): Promise<number> {
  const [due] = await tx.execute<{ month: string; last: string }>(sql`
    select month::text, (month + interval '1 month' - interval '1 day')::date::text as last from (
      select date_trunc('month', day::timestamp)::date as month, count(*) as days from report_days
      where time_zone = ${timeZone} group by 1) months
    where days = (month + interval '1 month')::date - month
      and month not in (select month from report_months where time_zone = ${timeZone})
    order by month desc limit 1`);
  if (!due) return 0;
  await tx.execute(sql`delete from report_months where month = ${due.month}::date`);
  await tx.execute(sql`insert into report_months (month, time_zone) values (${due.month}::date, ${timeZone})`);
  await tx.execute(sql`
    with days as materialized (${daysIn({ from: due.month, to: due.last }, timeZone)}), sold as (${soldOn(sql`days`)}), goods as (${productsOf(sql`sold`)})
    insert into report_products (month, variant_id, units, revenue_minor)
    select ${due.month}::date, variant_id, sum(units), sum(revenue_minor) from goods group by variant_id`);
  return 1;
}
