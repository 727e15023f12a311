/** Checks 10 to 13: what orders say of their parcels, payments, refunds and returns. */
import { sql } from "drizzle-orm";
import { nothingBy } from "./check.ts";

const parcels = nothingBy({
  number: 10,
  name: "parcels",
  remedy: "Compare the order's timeline with its parcels; unship and ship again what is wrong.",
  fine: "Every order's status is what its parcels say.",
  wrong: "{} orders or lines say something else than their parcels.",
  query: sql`
    with packed as (select line_id, sum(quantity)::integer as quantity from parcel_lines group by line_id),
    sums as (
      select order_id, sum(quantity)::integer as ordered, sum(shipped_quantity)::integer as shipped
      from order_lines group by order_id),
    on_the_way as (select distinct order_id from parcels where status = 'shipped'),
    told as (
      select orders.id, number, status, ordered, shipped,
             case when status in ('pending', 'cancelled') then status
                  when shipped = 0 then 'confirmed'
                  when shipped < ordered then 'partiallyShipped'
                  when on_the_way.order_id is not null then 'shipped'
                  else 'delivered' end as by_parcels
      from orders
      join sums on sums.order_id = orders.id
      left join on_the_way on on_the_way.order_id = orders.id)
    select id as subject_id, status, by_parcels as expected, shipped, ordered from told
    where status <> by_parcels or (status in ('pending', 'cancelled') and shipped > 0)
    union all
    select line.id, 'line', null, shipped_quantity, coalesce(packed.quantity, 0)
    from order_lines line left join packed on packed.line_id = line.id
    where shipped_quantity <> coalesce(packed.quantity, 0)`,
});

const payments = nothingBy({
  number: 11,
  name: "payments",
  remedy: "Compare the order's payments with what the bank or gateway says, then mark it paid or unpaid.",
  fine: "Every order's payment state is what its payments add up to.",
  wrong: "{} orders say something else than their payments.",
  query: sql`
    with ledger as (
      select order_id,
             coalesce(sum(amount_minor) filter (where kind = 'captured' and reversed_at is null), 0)::bigint as captured,
             bool_or(kind = 'captured' and reversed_at is null) as has_capture,
             bool_or(kind = 'failed') as has_failure
      from payments group by order_id)
    select orders.id as order_id, number, payment_status, captured_minor, coalesce(captured, 0) as ledger_minor
    from orders left join ledger on ledger.order_id = orders.id
    where captured_minor <> coalesce(captured, 0)
       or (payment_status in ('unpaid', 'failed')) = coalesce(has_capture, false)
       or (payment_status = 'failed' and not coalesce(has_failure, false))`,
});

const refunds = nothingBy({
  number: 12,
  name: "refunds",
  remedy: "Compare the order's refunds with what the gateway says.",
  fine: "No order is refunded beyond what it paid, and each says how far it is refunded.",
  wrong: "{} orders say something else than what was refunded.",
  query: sql`
    select id as order_id, number, payment_status, captured_minor, refunded_minor from orders
    where refunded_minor > captured_minor
       or (payment_status = 'partiallyRefunded') <> (refunded_minor > 0 and refunded_minor < captured_minor)
       or (payment_status = 'refunded') <> (refunded_minor > 0 and refunded_minor = captured_minor)`,
});

const returns = nothingBy({
  number: 13,
  name: "returns",
  remedy: "Withdraw the return that is too much, or record the one that is missing.",
  fine: "Every line's returns add up and stay within what shipped.",
  wrong: "{} order lines say something else than their returns.",
  query: sql`
    with returned as (select line_id, sum(quantity)::integer as quantity from return_lines group by line_id)
    select line.id as line_id, order_id, shipped_quantity as shipped, returned_quantity as returned,
           coalesce(returned.quantity, 0) as recorded
    from order_lines line left join returned on returned.line_id = line.id
    where returned_quantity <> coalesce(returned.quantity, 0) or returned_quantity > shipped_quantity`,
});

export const orderChecks = [parcels, payments, refunds, returns];
