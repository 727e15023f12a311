/** The stored figures of past days, against the orders and payments that they are calculated from. */
import { sql } from "#core/db/drizzle";

/** Days that have changed since are recalculated by reports, so their stored figures do not count. */
const trusted = sql`
  select report_days.* from report_days join store on store.time_zone = report_days.time_zone
  where day not in (select (at at time zone store.time_zone)::date from report_stale)`;

export const keptFigures = [
  sql`
    with placed as (
      select (created_at at time zone (select time_zone from store))::date as day, count(*) as orders, sum(total_minor) as gross,
        sum(discount_minor) as discount, sum(shipping_minor) as shipping, sum(tax_minor) as tax
      from orders where status <> 'cancelled' group by 1)
    select day, 'the reports say ' || kept.orders || ' orders of ' || gross_minor || ', and there are ' ||
      coalesce(placed.orders, 0) || ' of ' || coalesce(gross, 0) as fault
    from (${trusted}) kept left join placed using (day)
    where (kept.orders, gross_minor, discount_minor, shipping_minor, tax_minor) is distinct from
      (coalesce(placed.orders, 0), coalesce(gross, 0), coalesce(discount, 0), coalesce(shipping, 0), coalesce(tax, 0))`,
  sql`
    with paid as (
      select (at at time zone (select time_zone from store))::date as day, sum(amount_minor) as collected
      from payments where kind = 'captured' and reversed_at is null group by 1),
    gone as (
      select (settled_at at time zone (select time_zone from store))::date as day, sum(amount_minor) as refunded
      from refunds where status = 'succeeded' and order_id is not null group by 1),
    money as (
      select day, sum(collected_minor) as collected_minor, sum(refunded_minor) as refunded_minor from report_money group by day)
    select day, 'the reports say ' || coalesce(collected_minor, 0) || ' came in and ' || coalesce(refunded_minor, 0) ||
      ' went back, and it was ' || coalesce(collected, 0) || ' and ' || coalesce(refunded, 0) as fault
    from (${trusted}) kept left join money using (day) left join paid using (day) left join gone using (day)
    where (coalesce(collected_minor, 0), coalesce(refunded_minor, 0)) is distinct from (coalesce(collected, 0), coalesce(refunded, 0))`,
  sql`
    select month as day, 'the reports say ' || coalesce(goods.units, 0) || ' units of products, and ' || days.units || ' of orders' as fault
    from report_months
      join (select date_trunc('month', day::timestamp)::date as month, sum(units) as units, count(*) as days
            from (${trusted}) kept group by 1) days using (month)
      left join (select month, sum(units) as units from report_products group by month) goods using (month)
    where days.days = (month + interval '1 month')::date - month and days.units <> coalesce(goods.units, 0)`,
];
