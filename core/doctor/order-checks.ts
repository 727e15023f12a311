/** Checks 10 to 13: orders against their parcels, payments, refunds and returns. */
import { sql } from "#core/db/drizzle";
import { type Check, differs, nothingBy, weighed, weighedMoney } from "./check.ts";

const parcels = nothingBy({
  number: 10,
  name: "parcels",
  remedy:
    "Run npm run doctor -- --repair: it recalculates lines and status from the parcels, which are taken as right.",
  fine: "Every order's status agrees with its parcels.",
  wrong: "{} orders or lines disagree with their parcels.",
  queries: [
    sql`
      with packed as (
        select line_id, sum(quantity)::integer as quantity from parcel_lines
        where not exists (select from parcels where id = parcel_id and shipped_at is null) group by line_id)
      select order_id, line.id as line_id, shipped_quantity as shipped, coalesce(packed.quantity, 0) as packed
      from order_lines line left join packed on packed.line_id = line.id
      where ${differs(
        sql`select ${weighed(sql`id`, sql`shipped_quantity`)} from order_lines`,
        // Few parcels hold their units until a carrier has answered.
        sql`select ${weighed(sql`line_id`, sql`quantity`)} - (
          select ${weighed(sql`line_id`, sql`quantity`)} from parcel_lines
          where parcel_id in (select id from parcels where shipped_at is null)) from parcel_lines`,
      )}
        and shipped_quantity <> coalesce(packed.quantity, 0)`,
    // What the lines say of it is the question above.
    sql`
      select order_id, orders.status, parcels.id as parcel_id, parcels.status as parcel_status
      from parcels join orders on orders.id = order_id
      where orders.status in ('pending', 'cancelled') or (orders.status = 'confirmed' and parcels.shipped_at is not null)
      union all
      select order_id, orders.status, parcels.id, parcels.status
      from parcels join orders on orders.id = order_id
      where orders.status = 'delivered' and parcels.status <> 'delivered' and parcels.shipped_at is not null`,
    sql`
      select order_id, line.id as line_id, status, shipped_quantity as shipped, quantity as ordered
      from order_lines line join orders on orders.id = order_id
      where shipped_quantity < quantity and status in ('shipped', 'delivered')`,
    sql`
      select order_id, status, sum(shipped_quantity) as shipped, sum(quantity) as ordered
      from order_lines join orders on orders.id = order_id
      where status = 'partiallyShipped' group by order_id, status
      having sum(shipped_quantity) = 0 or sum(shipped_quantity) = sum(quantity)`,
    sql`
      select orders.id as order_id, orders.status from orders
      where orders.status = 'shipped'
        and not exists (
          select from parcels where order_id = orders.id and parcels.status <> 'delivered' and shipped_at is not null)`,
    sql`
      select parcels.order_id, parcels.id as parcel_id, parcels.status as parcel_status
      from parcels where status = 'booking'
        and not exists (select from calls where subject_id = parcels.id and calls.status in ('asked', 'unknown'))`,
  ],
});

/** Payments received and not withdrawn. */
const counts = sql`kind = 'captured' and reversed_at is null`;

const payments = nothingBy({
  number: 11,
  name: "payments",
  remedy:
    "Run npm run doctor -- --repair: it recalculates sum and state from the payments, which are taken as right. Then compare them with the bank.",
  fine: "Every order's payment state agrees with its payments.",
  wrong: "{} orders disagree with their payments.",
  queries: [
    sql`
      with ledger as (
        select order_id, sum(amount_minor)::bigint as captured from payments where ${counts} group by order_id)
      select orders.id as order_id, number, captured_minor, coalesce(captured, 0) as ledger_minor
      from orders left join ledger on ledger.order_id = orders.id
      where ${differs(
        sql`select ${weighedMoney(sql`id`, sql`captured_minor`)} from orders`,
        sql`select ${weighedMoney(sql`order_id`, sql`amount_minor`)} from payments where ${counts}`,
      )}
        and captured_minor <> coalesce(captured, 0)`,
    // The payments themselves are read only for the few orders where the sum does not decide.
    sql`
      select id as order_id, number, payment_status, captured_minor from orders
      where case
        when payment_status = 'unpaid' then captured_minor > 0
        when payment_status = 'failed' then captured_minor > 0
          or (select count(*) from payments where order_id = orders.id and kind = 'failed') = 0
        else captured_minor = 0 and (select count(*) from payments where order_id = orders.id and ${counts}) = 0
      end`,
  ],
});

/**
 * Refunds that count as made until the gateway says otherwise. While one of ours is under way, staff may refund the
 * same money in the gateway's dashboard: then the gateway refuses ours.
 */
const stands = sql`status <> 'failed'`;

const refunds: Check = {
  number: 12,
  name: "refunds",
  remedy:
    "Compare these with the gateway. Sums: npm run doctor -- --repair recalculates them from the refunds. Unknown outcomes and unmatched payments need a decision: Home links to them.",
  look: async (tx, extent) => {
    const wrong = await wrongRefunds.look(tx, extent);
    if (wrong.status !== "ok") return wrong;
    const open = await openRefunds.look(tx, extent);
    return open.status === "ok" ? wrong : open;
  },
};

const wrongRefunds = nothingBy({
  number: 12,
  name: "refunds",
  remedy: "",
  fine: "Every order's refunds add up, none exceeds what was paid, and none is stuck.",
  wrong: "{} orders or payments disagree with their refunds.",
  queries: [
    sql`
    select id as order_id, number, payment_status, captured_minor, refunded_minor from orders
    where refunded_minor > captured_minor
       or (payment_status = 'partiallyRefunded') <> (refunded_minor > 0 and refunded_minor < captured_minor)
       or (payment_status = 'refunded') <> (refunded_minor > 0 and refunded_minor = captured_minor)`,
    sql`
    with made as (
      select order_id, sum(amount_minor)::bigint as refunded from refunds
      where status = 'succeeded' and order_id is not null group by order_id)
    select orders.id as order_id, number, refunded_minor, coalesce(refunded, 0) as ledger_minor
    from orders left join made on made.order_id = orders.id
    where ${differs(
      sql`select ${weighedMoney(sql`id`, sql`refunded_minor`)} from orders where refunded_minor <> 0`,
      sql`select ${weighedMoney(sql`order_id`, sql`amount_minor`)} from refunds
        where status = 'succeeded' and order_id is not null`,
    )}
      and refunded_minor <> coalesce(refunded, 0)`,
    sql`
    select payments.order_id, payments.id as payment_id, payments.amount_minor, sum(refunds.amount_minor)::bigint as refunds_minor
    from refunds join payments on payments.id = payment_id
    where refunds.${stands} group by payments.order_id, payments.id, payments.amount_minor
    having sum(refunds.amount_minor) filter (where refunds.status = 'succeeded') > payments.amount_minor
      or sum(refunds.amount_minor) filter (where not made_elsewhere) > payments.amount_minor`,
  ],
});

/** A gateway settles a refund within a few working days; a person looks at an unmatched payment within one. */
const openRefunds = nothingBy({
  number: 12,
  name: "refunds",
  remedy: "",
  fine: "",
  wrong: "{} refunds or payments need an outcome or a decision.",
  severity: "warn",
  queries: [
    sql`
    select order_id, id as refund_id, gateway, status, at from refunds
    where status in ('pending', 'unknown') and at < clock_timestamp() - interval '7 days'`,
    sql`
    select order_id, id as call_id, provider, does, says, created_at from calls
    where status = 'unknown' and due_at is null`,
    sql`
    select id as unmatched_id, order_id, gateway, reason, received_at from unmatched_payments
    where status = 'open' and received_at < clock_timestamp() - interval '1 day'`,
  ],
});

const returns = nothingBy({
  number: 13,
  name: "returns",
  remedy:
    "Run npm run doctor -- --repair: it recalculates lines and orders from their returns, which are taken as right.",
  fine: "Every line's returns add up and stay within what shipped.",
  wrong: "{} order lines or orders disagree with their returns.",
  queries: [
    sql`
    select line.id as line_id, order_id, shipped_quantity as shipped, returned_quantity as returned,
           coalesce(returned.quantity, 0) as recorded
    from order_lines line
    left join (select line_id, sum(quantity)::integer as quantity from return_lines group by line_id) returned
      on returned.line_id = line.id
    where ${differs(
      sql`select ${weighed(sql`id`, sql`returned_quantity`)} from order_lines where returned_quantity > 0`,
      sql`select ${weighed(sql`line_id`, sql`quantity`)} from return_lines`,
    )}
      and returned_quantity <> coalesce(returned.quantity, 0)`,
    // What the lines say of it is the question above.
    sql`
    with concerned as (select order_id from returns union select id from orders where returned <> 'none')
    select orders.id as order_id, number, orders.returned as says, counted.returned as counted
    from concerned join orders on orders.id = concerned.order_id cross join lateral (
      select case when coalesce(sum(returned_quantity), 0) = 0 then 'none' when sum(returned_quantity) = sum(shipped_quantity) then 'all'
        else 'some' end as returned from order_lines where order_id = orders.id) counted
    where orders.returned <> counted.returned`,
  ],
});

export const orderChecks = [parcels, payments, refunds, returns];
