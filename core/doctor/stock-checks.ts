/** Checks 6 to 9: the shelves, what is promised of them, and to whom. */
import { sql } from "drizzle-orm";
import { nothingBy } from "./check.ts";

/** The balance is kept beside its entries; the two are made from one set of numbers and must never part. */
const ledger = nothingBy({
  number: 6,
  name: "ledger",
  remedy:
    "Find the first entry whose result is wrong in the movements of that place, then correct the balance by a count.",
  fine: "Every balance is the sum of its ledger entries.",
  wrong: "{} balances differ from the sum of their ledger entries.",
  query: sql`
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
});

const allocations = nothingBy({
  number: 7,
  name: "allocations",
  remedy:
    "The orders of that place hold more or less than the shelf says; the movements by order show which step is missing.",
  fine: "What is promised of every shelf is what its orders hold.",
  wrong: "{} balances promise something else than the orders hold.",
  query: sql`
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
});

const lines = nothingBy({
  number: 8,
  name: "lines",
  remedy:
    "A line that does not add up: edit the order's lines once, which works its stock out anew. One that waits beside free stock: run the waiting sweep.",
  fine: "Every order line adds up, and nobody waits while there is stock.",
  wrong: "{} order lines do not add up or wait beside free stock.",
  query: sql`
    with held as (select line_id, sum(quantity)::integer as quantity from allocations group by line_id),
    parts as (
      select line.id, line.order_id, line.quantity, line.shipped_quantity as shipped, status,
             coalesce(demand.waiting, 0) as waiting, coalesce(held.quantity, 0) as allocated
      from order_lines line
      join orders on orders.id = line.order_id
      left join demands demand on demand.line_id = line.id
      left join held on held.line_id = line.id
      where line.tracked)
    select id as line_id, order_id, quantity, shipped, allocated, waiting, 'does not add up' as fault from parts
    where case when status = 'cancelled' then allocated + waiting <> 0 else allocated + waiting + shipped <> quantity end
    union all
    select line_id, order_id, waiting, 0, 0, waiting, 'waits beside free stock' from demands
    where waiting > 0 and exists (
      select from balances join locations on locations.id = location_id
      where balances.variant_id = demands.variant_id and active and on_hand > reserved + committed)`,
});

/** The sweep comes every five minutes; a quarter of an hour late is a sweep that does not run. */
const reservations = nothingBy({
  number: 9,
  name: "reservations",
  remedy: "Run the unpaid sweep from the orders screen, and see that its schedule runs.",
  fine: "No order holds stock longer than it may.",
  wrong: "{} orders hold stock past their window, or in a way that their status does not allow.",
  query: sql`
    select orders.id as order_id, number, status, unpaid_since, 'past its window' as fault from orders, store
    where status = 'pending'
      and unpaid_since < clock_timestamp() - make_interval(mins => unpaid_window_minutes) - interval '15 minutes'
    union all
    select distinct orders.id, number, status, unpaid_since, 'its stock is ' || kind
    from demands join orders on orders.id = order_id
    where status <> 'cancelled' and (kind = 'reserved') <> (status = 'pending')`,
});

export const stockChecks = [ledger, allocations, lines, reservations];
