/** Checks 6 to 9: stock levels and allocations. */

import { randomInt } from "node:crypto";
import type { Tx } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { waitsForGateway } from "#core/order/lock";
import { differs, nothingBy, remainder, weighed, weighedMoney } from "./check.ts";

/** The sums of the movements that match a condition, by level. */
const sumsOf = (condition: SQL) => sql`
  select variant_id, location_id, sum(on_hand_change) as on_hand, sum(reserved_change) as reserved,
         sum(committed_change) as committed
  from movements where ${condition} group by variant_id, location_id`;

/**
 * The last movement that is carried forward. It is a literal in the statement, so that the planner knows whether the
 * rest are few, and uses their ids, or nearly all, and reads the whole table, which is then twice as fast.
 */
async function carriedTo(tx: Tx): Promise<SQL> {
  const [closing] = await tx.execute<{ literal: string }>(
    sql`select quote_literal(carried_to) as literal from ledger_closing`,
  );
  return sql.raw(closing?.literal ?? "''");
}

/**
 * The balances against their entries, which are written together and must always agree. The sums of closed months are
 * carried forward (core/stock/close-ledger.ts), so only later entries are read, unless all are requested.
 */
const ledger = nothingBy({
  number: 6,
  name: "ledger",
  remedy:
    "Run npm run doctor -- --repair: it sets the stock level to the sum of its movements. Then count the stock there, for goods may have moved unrecorded.",
  fine: "Every stock level is the sum of its movements.",
  wrong: "{} stock levels differ from the sum of their movements.",
  queries: async (tx, { all }) => {
    const last = await carriedTo(tx);
    return [levelsMismatch(last), ...(all ? [carriedMismatch(last)] : [])];
  },
});

const levelsMismatch = (last: SQL) => sql`
    with entries as (
      select variant_id, location_id, sum(on_hand) as on_hand, sum(reserved) as reserved, sum(committed) as committed
      from (select * from carried_levels union all ${sumsOf(sql`id > ${last}`)}) as parts group by variant_id, location_id)
    select coalesce(stock_levels.variant_id, entries.variant_id) as variant_id,
           coalesce(stock_levels.location_id, entries.location_id) as location_id,
           stock_levels.on_hand, entries.on_hand::integer as ledger_on_hand,
           stock_levels.reserved, entries.reserved::integer as ledger_reserved,
           stock_levels.committed, entries.committed::integer as ledger_committed
    from stock_levels full join entries using (variant_id, location_id)
    where (coalesce(stock_levels.on_hand, 0), coalesce(stock_levels.reserved, 0), coalesce(stock_levels.committed, 0))
          is distinct from
          (coalesce(entries.on_hand, 0), coalesce(entries.reserved, 0), coalesce(entries.committed, 0))`;

/**
 * Possible only with direct access to the database: an entry of a closed month, or its sum carried forward, was
 * changed.
 */
const carriedMismatch = (last: SQL) => sql`
    with entries as (${sumsOf(sql`id <= ${last}`)})
    select coalesce(carried.variant_id, entries.variant_id) as variant_id,
           coalesce(carried.location_id, entries.location_id) as location_id,
           carried.on_hand as carried_on_hand, entries.on_hand::integer as ledger_on_hand,
           carried.reserved as carried_reserved, entries.reserved::integer as ledger_reserved,
           carried.committed as carried_committed, entries.committed::integer as ledger_committed,
           'differs in closed months' as fault
    from carried_levels carried full join entries using (variant_id, location_id)
    where (coalesce(carried.on_hand, 0), coalesce(carried.reserved, 0), coalesce(carried.committed, 0))
          is distinct from
          (coalesce(entries.on_hand, 0), coalesce(entries.reserved, 0), coalesce(entries.committed, 0))`;

const allocations = nothingBy({
  number: 7,
  name: "allocations",
  remedy:
    "Run npm run doctor -- --repair: it records the difference. The movements of the stock level show which step is missing.",
  fine: "The allocated stock of every level agrees with the orders.",
  wrong: "{} stock levels disagree with the orders on what is allocated.",
  queries: [
    sql`
    with held as (
      select allocations.variant_id, location_id,
             sum(quantity) filter (where kind = 'reserved') as reserved,
             sum(quantity) filter (where kind = 'committed') as committed
      from allocations join stock_requests using (line_id) group by allocations.variant_id, location_id)
    select variant_id, location_id, stock_levels.reserved, coalesce(held.reserved, 0)::integer as held_reserved,
           stock_levels.committed, coalesce(held.committed, 0)::integer as held_committed
    from stock_levels left join held using (variant_id, location_id)
    where (stock_levels.reserved, stock_levels.committed)
          is distinct from (coalesce(held.reserved, 0), coalesce(held.committed, 0))`,
  ],
});

/** The unshipped units of tracked lines in open orders, against their allocated and backordered units. */
const linesDiffer = differs(
  sql`select ${weighed(sql`line.id || variant_id`, sql`(quantity - shipped_quantity)`)} from order_lines line
      where tracked and not exists (select from orders where orders.id = order_id and status = 'cancelled')`,
  sql`select (select ${weighed(sql`line_id || variant_id`, sql`quantity`)} from allocations)
           + (select ${weighed(sql`line_id || variant_id`, sql`backordered`)} from stock_requests where backordered > 0)`,
);

/** An order's lines before any discount, with added tax. Shipping, and a discount on it, are separate. */
const goodsOfOrder = sql`(total_minor + orders.discount_minor - shipping_minor)`;

/** Three sums as one figure: with different factors in each process, faults cancel out once in 2^18. */
const factors = [randomInt(2 ** 18), randomInt(2 ** 18)].map((factor) => sql.raw(String(factor)));
const together = (subtotal: SQL, tax: SQL, goods: SQL) =>
  sql`(${remainder(subtotal)} + ${factors[0]} * ${remainder(tax)} + ${factors[1]} * ${remainder(goods)})`;

/** Imported orders keep the totals of their file. */
const isOurs = (id: SQL) => sql`not exists (select from imported_orders imported where imported.order_id = ${id})`;

const totalsDiffer = differs(
  sql`select ${weighedMoney(sql`id`, together(sql`subtotal_minor`, sql`tax_minor`, goodsOfOrder))} from orders where ${isOurs(sql`orders.id`)}`,
  sql`select ${weighedMoney(sql`order_id`, together(sql`quantity::bigint * ${remainder(sql`unit_price_minor`)}`, sql`tax_minor`, sql`(total_minor + discount_minor)`))}
      from order_lines line where ${isOurs(sql`line.order_id`)}`,
);

/** A locked line is skipped when stock comes in; the sweep that serves it runs every minute. */
const lines = nothingBy({
  number: 8,
  name: "lines",
  remedy:
    "Lines that do not add up: run npm run doctor -- --repair. Backorders beside available stock: check that the sweep of backorders runs. Totals: compare the order with its audit entries and with what the customer was told.",
  fine: "Every order and its lines add up, and nothing is backordered while there is stock.",
  wrong: "{} orders or lines do not add up, or are backordered beside available stock.",
  queries: [
    sql`
      with allocated as (
        select line_id, stock_requests.variant_id, order_id, backordered, coalesce(sum(quantity), 0)::integer as allocated
        from stock_requests left join allocations using (line_id) group by line_id),
      open as (
        select line.id as line_id, line.variant_id, order_id,
               case when status = 'cancelled' then 0 else quantity - shipped_quantity end as quantity
        from order_lines line join orders on orders.id = order_id where tracked)
      select line_id, coalesce(open.order_id, allocated.order_id) as order_id, coalesce(quantity, 0) as to_ship,
             coalesce(allocated, 0) as allocated, coalesce(backordered, 0) as backordered, 'does not add up' as fault
      from open full join allocated using (line_id, variant_id)
      where ${linesDiffer} and coalesce(quantity, 0) <> coalesce(allocated, 0) + coalesce(backordered, 0)`,
    sql`
      select line_id, order_id, backordered, 'backordered beside available stock' as fault from stock_requests
      where backordered > 0
        and exists (
          select from stock_levels join locations on locations.id = location_id
          where stock_levels.variant_id = stock_requests.variant_id and active and on_hand > reserved + committed)
        and clock_timestamp() - interval '3 minutes' > (
          select at from movements where movements.variant_id = stock_requests.variant_id order by id desc limit 1)`,
    sql`
      with come_to as (
        select order_id, sum(quantity::numeric * unit_price_minor) as subtotal_minor, sum(tax_minor) as tax_minor,
               sum(total_minor + discount_minor) as goods_minor
        from order_lines group by order_id)
      select orders.id as order_id, number, orders.subtotal_minor, come_to.subtotal_minor as lines_subtotal_minor,
             orders.tax_minor, come_to.tax_minor as lines_tax_minor,
             ${goodsOfOrder} as goods_minor, come_to.goods_minor as lines_goods_minor, 'its totals are not those of its lines' as fault
      from orders left join come_to on order_id = orders.id
      where ${totalsDiffer} and ${isOurs(sql`orders.id`)}
        and (orders.subtotal_minor, orders.tax_minor, ${goodsOfOrder})
            is distinct from (come_to.subtotal_minor, come_to.tax_minor, come_to.goods_minor)`,
  ],
});

/** The sweep runs every five minutes; if it is a quarter of an hour late, it is not running. */
const sweepDue = sql`(clock_timestamp() - interval '15 minutes')`;

const reservations = nothingBy({
  number: 9,
  name: "reservations",
  remedy: "Check that the schedule of the unpaid sweep runs.",
  fine: "No unpaid order holds stock for too long.",
  wrong: "{} orders hold stock past their window, or in a way that their status does not allow.",
  queries: [
    sql`
    select orders.id as order_id, number, status, unpaid_since, 'past its window' as fault from orders, store
    where status = 'pending' and not ${waitsForGateway(sql`orders.id`, sweepDue)}
      and unpaid_since < ${sweepDue} - make_interval(mins => unpaid_window_minutes)
    union all
    select distinct orders.id, number, status, unpaid_since, 'its stock is ' || kind
    from stock_requests join orders on orders.id = order_id
    where kind = 'reserved' and status not in ('pending', 'cancelled')
    union all
    select distinct orders.id, number, status, unpaid_since, 'its stock is ' || kind
    from stock_requests join orders on orders.id = order_id
    where kind = 'committed' and status = 'pending'`,
  ],
});

export const stockChecks = [ledger, allocations, lines, reservations];
