/**
 * Figures computed from the orders, payments and refunds themselves, as parts of a `with`. Each takes the name of a
 * part with the days: `day`, and the moments `begins` and `ends`. They read day by day and order by order with indexes,
 * whatever the planner's estimates: `offset 0` and the scalar subqueries leave it no choice.
 */
import { type SQL, sql } from "#core/db/drizzle";
import { midnight } from "./midnight.ts";
import type { Range } from "./range.ts";

/** Days of the store's calendar, from a set of `timestamp`s without a time zone. */
export const daysOf = (days: SQL, timeZone: string): SQL => sql`
  select day::date as day, ${midnight(sql`day`, timeZone)} as begins,
    ${midnight(sql`(day + interval '1 day')`, timeZone)} as ends
  from ${days} as day`;

/** The days of a range in the store's calendar. */
export const daysIn = ({ from, to }: Range, timeZone: string): SQL =>
  daysOf(sql`generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day')`, timeZone);

/** The orders of those days that are not cancelled, with their units. */
export const soldOn = (days: SQL): SQL => sql`
  select day, placed.* from ${days} days cross join lateral (
    select id, channel_id, currency, total_minor, discount_minor, shipping_minor, tax_minor,
      (select coalesce(sum(quantity), 0) from order_lines where order_id = orders.id) as units
    from orders
    where created_at >= days.begins and created_at < days.ends and status <> 'cancelled' offset 0) placed`;

/** Money received and refunded on those days, by payment method. Payments that were reversed do not count. */
export const moneyOn = (days: SQL): SQL => sql`
  select day, method, mode, count(*) as payments, sum(amount_minor) as collected_minor, 0 as refunds, 0 as refunded_minor
  from ${days} days cross join lateral (
    select method, mode, amount_minor from payments
    where kind = 'captured' and reversed_at is null and at >= days.begins and at < days.ends offset 0) paid
  group by day, method, mode
  union all
  select day, gateway, mode, 0, 0, count(*), sum(amount_minor)
  from ${days} days cross join lateral (
    select gateway, mode, amount_minor from refunds
    where status = 'succeeded' and order_id is not null and settled_at >= days.begins and settled_at < days.ends
    offset 0) refunded
  group by day, gateway, mode`;

/** Taxes by rate, for orders from `soldOn`. */
export const taxesOf = (sold: SQL): SQL => sql`
  select day, tax_basis_points as basis_points, sum(lines.total_minor - lines.tax_minor) as taxed_minor,
    sum(lines.tax_minor) as tax_minor
  from ${sold} sold cross join lateral (
    select tax_basis_points, total_minor, tax_minor from order_lines where order_id = sold.id offset 0) lines
  group by day, tax_basis_points`;

/** Totals of such orders by channel. An empty string means none. */
export const channelsOf = (sold: SQL): SQL => sql`
  select day, coalesce(channel_id, '') as channel_id, count(*)::integer as orders, sum(units) as units,
    sum(total_minor) as gross_minor
  from ${sold} sold group by day, coalesce(channel_id, '')`;

/** Units and revenue of such orders by variant, and by something about the day. */
export const productsOf = (sold: SQL, by = sql`day`): SQL => sql`
  select ${by}, variant_id, sum(quantity) as units, sum(lines.total_minor) as revenue_minor
  from ${sold} sold cross join lateral (
    select variant_id, quantity, total_minor from order_lines where order_id = sold.id offset 0) lines
  group by 1, variant_id`;
