/** Checks 6 to 9: the shelves, what is promised of them, and to whom. */
import { sql } from "drizzle-orm";
import { nothingBy, unlike, weighed } from "./check.ts";

/** The balance is kept beside its entries; the two are made from one set of numbers and must never part. */
const ledger = nothingBy({
  number: 6,
  name: "ledger",
  remedy:
    "The ledger is what happened: npm run doctor -- --repair sets the balance to it. Then count the place, for goods may have moved unwritten.",
  fine: "Every balance is the sum of its ledger entries.",
  wrong: "{} balances differ from the sum of their ledger entries.",
  queries: [
    sql`
    with entries as (
      select variant_id, location_id, sum(on_hand_change) as on_hand, sum(reserved_change) as reserved,
             sum(committed_change) as committed
      from movements group by variant_id, location_id)
    select coalesce(balances.variant_id, entries.variant_id) as variant_id,
           coalesce(balances.location_id, entries.location_id) as location_id,
           balances.on_hand, entries.on_hand::integer as ledger_on_hand,
           balances.reserved, entries.reserved::integer as ledger_reserved,
           balances.committed, entries.committed::integer as ledger_committed
    from balances full join entries using (variant_id, location_id)
    where (coalesce(balances.on_hand, 0), coalesce(balances.reserved, 0), coalesce(balances.committed, 0))
          is distinct from
          (coalesce(entries.on_hand, 0), coalesce(entries.reserved, 0), coalesce(entries.committed, 0))`,
  ],
});

const allocations = nothingBy({
  number: 7,
  name: "allocations",
  remedy:
    "What the orders hold is what they were promised: npm run doctor -- --repair enters the difference. The movements of the place show which step is missing.",
  fine: "What is promised of every shelf is what its orders hold.",
  wrong: "{} balances promise something else than the orders hold.",
  queries: [
    sql`
    with held as (
      select allocations.variant_id, location_id,
             sum(quantity) filter (where kind = 'reserved') as reserved,
             sum(quantity) filter (where kind = 'committed') as committed
      from allocations join demands using (line_id) group by allocations.variant_id, location_id)
    select variant_id, location_id, balances.reserved, coalesce(held.reserved, 0)::integer as held_reserved,
           balances.committed, coalesce(held.committed, 0)::integer as held_committed
    from balances left join held using (variant_id, location_id)
    where (balances.reserved, balances.committed)
          is distinct from (coalesce(held.reserved, 0), coalesce(held.committed, 0))`,
  ],
});

/** What tracked lines of orders that go on have yet to ship, against what is allocated to lines or waited for. */
const unlikeLines = unlike(
  sql`select ${weighed(sql`line.id || variant_id`, sql`(quantity - shipped_quantity)`)} from order_lines line
      where tracked and not exists (select from orders where orders.id = order_id and status = 'cancelled')`,
  sql`select (select ${weighed(sql`line_id || variant_id`, sql`quantity`)} from allocations)
           + (select ${weighed(sql`line_id || variant_id`, sql`waiting`)} from demands where waiting > 0)`,
);

/** A line that is being worked on is passed over when stock comes; the sweep that serves it comes every minute. */
const lines = nothingBy({
  number: 8,
  name: "lines",
  remedy:
    "What does not add up: npm run doctor -- --repair. What waits beside free stock: see that the waiting sweep runs.",
  fine: "Every order line adds up, and nobody waits while there is stock.",
  wrong: "{} order lines do not add up or wait beside free stock.",
  queries: [
    sql`
      with promised as (
        select line_id, demands.variant_id, order_id, waiting, coalesce(sum(quantity), 0)::integer as allocated
        from demands left join allocations using (line_id) group by line_id),
      open as (
        select line.id as line_id, line.variant_id, order_id,
               case when status = 'cancelled' then 0 else quantity - shipped_quantity end as quantity
        from order_lines line join orders on orders.id = order_id where tracked)
      select line_id, coalesce(open.order_id, promised.order_id) as order_id, coalesce(quantity, 0) as to_ship,
             coalesce(allocated, 0) as allocated, coalesce(waiting, 0) as waiting, 'does not add up' as fault
      from open full join promised using (line_id, variant_id)
      where ${unlikeLines} and coalesce(quantity, 0) <> coalesce(allocated, 0) + coalesce(waiting, 0)`,
    sql`
      select line_id, order_id, waiting, 'waits beside free stock' as fault from demands
      where waiting > 0
        and exists (
          select from balances join locations on locations.id = location_id
          where balances.variant_id = demands.variant_id and active and on_hand > reserved + committed)
        and clock_timestamp() - interval '3 minutes' > (
          select at from movements where movements.variant_id = demands.variant_id order by id desc limit 1)`,
  ],
});

/** The sweep comes every five minutes; a quarter of an hour late is a sweep that does not run. */
const reservations = nothingBy({
  number: 9,
  name: "reservations",
  remedy: "Run the unpaid sweep from the orders screen, and see that its schedule runs.",
  fine: "No order holds stock longer than it may.",
  wrong: "{} orders hold stock past their window, or in a way that their status does not allow.",
  queries: [
    sql`
    select orders.id as order_id, number, status, unpaid_since, 'past its window' as fault from orders, store
    where status = 'pending'
      and unpaid_since < clock_timestamp() - make_interval(mins => unpaid_window_minutes) - interval '15 minutes'
    union all
    select distinct orders.id, number, status, unpaid_since, 'its stock is ' || kind
    from demands join orders on orders.id = order_id
    where kind = 'reserved' and status not in ('pending', 'cancelled')
    union all
    select distinct orders.id, number, status, unpaid_since, 'its stock is ' || kind
    from demands join orders on orders.id = order_id
    where kind = 'committed' and status = 'pending'`,
  ],
});

export const stockChecks = [ledger, allocations, lines, reservations];
