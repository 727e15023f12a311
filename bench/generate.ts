/**
 * Generates a large store in SQL: any number of orders, each with its ledger entries, consistent by the doctor's
 * checks.
 */
import type postgres from "postgres";
import { type Id, type Kind, prefixes } from "#core/contract/kit/fields";
import { unburdened } from "./unburdened.ts";

/** The number of variants; enough that none is special. */
const variants = 2_000;
const locations = 3;

/** Further variants that never had stock: their orders wait. */
const backordered = 10;

/**
 * Fills an empty, migrated database. Orders are spread evenly over the past `years`, so that filters by date and by
 * status find realistic numbers. About one order in twenty is cancelled, and one in ten waits to be packed; those of
 * the last 20 hours are unpaid, the others are delivered. Of every hundred, one has partly shipped, one waits for
 * stock, two have a return, and one shipped from two locations.
 * @returns the number of their ledger entries.
 */
export async function generateOrders(
  sql: postgres.Sql,
  orders: number,
  { years = 1 } = {},
): Promise<{ movements: number }> {
  await unburdened(sql, filled, async (tx) => {
    const opened = tx`now() - make_interval(years => ${years + 1})`;
    await catalogue(tx, opened);
    await tx`create temporary table wanted on commit drop as
      select number as i, now() - make_interval(secs => (${orders} - number) * ${(years * 365 * 86_400) / orders}::float8) as at
      from generate_series(1, ${orders}) number`;
    await tx`create temporary table made on commit drop as
      select i, at, id_from('', at) as mark, story, case when story in ('pending', 'cancelled', 'confirmed') then story when story = 'backordered' then 'confirmed'
          when story = 'partly' then 'partiallyShipped' else 'delivered' end as status
      from (
        select i, at,
          case when at > now() - interval '20 hours' then 'pending' when i % 20 = 3 then 'cancelled'
               when i % 10 = 5 then 'confirmed' when i % 100 = 1 then 'partly' when i % 100 = 11 then 'backordered'
               when i % 100 = 21 then 'restocked' when i % 100 = 31 then 'discarded' when i % 100 = 41 then 'split'
               else 'delivered' end as story
        from wanted) told`;
    await tx`create temporary table made_lines on commit drop as
      select i, at, mark, story, status, position, ${idOf("lin", tx`i * 4 + position`, tx)} as id,
        case story when 'backordered' then ${variants} + i / 100 % ${backordered} else (i * 7 + position * 613) % ${variants} end as variant,
        1 + (i + position) % 2 as quantity
      from made, generate_series(0, i % 3) position`;
    await pieces(tx);
    await ordersAndLines(tx);
    await parcelsAndReturns(tx);
    await ledger(tx, opened);
  });
  await sql`analyze`;
  const [row] = await sql<{ movements: number }[]>`select count(*)::integer as movements from movements`;
  return { movements: row?.movements ?? 0 };
}

/** The tables that are filled without indexes and triggers. */
const filled = [
  ...["orders", "order_lines", "payments", "parcels", "parcel_lines", "returns", "return_lines"],
  ...["movements", "stock_requests", "allocations"],
];

type Sql = postgres.TransactionSql;
type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** The id of the generated record with this number: its digits instead of a timestamp and random part. */
export const generatedId = <K extends Kind>(kind: K, number: number): Id<K> =>
  `${prefixes[kind]}_${String(number).padStart(26, "0")}`;

/** The same in SQL, and in the order of the numbers. */
const idOf = (prefix: string, number: Fragment, tx: Sql) =>
  tx`${`${prefix}_`}::text || lpad((${number})::text, 26, '0')`;

async function catalogue(tx: Sql, opened: Fragment) {
  await tx`insert into locations (id, code, name, priority, is_default, created_at)
    select ${idOf("loc", tx`n`, tx)}, 'L' || n, 'Warehouse ' || n, n, n = 0, ${opened}
    from generate_series(0, ${locations - 1}) n`;
  await tx`insert into products (id, slug, title, status, options, created_at, updated_at)
    select ${idOf("prd", tx`n`, tx)}, 'product-' || n, 'Product ' || n, 'active', '{Size}', ${opened}, now()
    from generate_series(0, ${(variants + backordered) / 2 - 1}) n`;
  await tx`insert into variants (id, product_id, sku, options, price_minor, position, continue_selling, created_at)
    select ${idOf("var", tx`n`, tx)}, ${idOf("prd", tx`n / 2`, tx)}, 'SKU-' || lpad(n::text, 5, '0'),
      array[case n % 2 when 0 then 'S' else 'L' end], 500 + n, n % 2, n >= ${variants}, ${opened}
    from generate_series(0, ${variants + backordered - 1}) n`;
}

/** The locations that each line's units came from, and how many have shipped: one location, or two for a split line. */
async function pieces(tx: Sql) {
  await tx`create temporary table pieces on commit drop as
    select id, i, at, mark, story, status, position, variant, (variant + other) % ${locations} as location,
      case story when 'split' then 1 else quantity end as quantity,
      case when status = 'delivered' then case story when 'split' then 1 else quantity end
           when story = 'partly' and position = 0 then 1 else 0 end as shipped
    from made_lines, generate_series(0, case when story = 'split' and quantity = 2 then 1 else 0 end) other
    where story <> 'backordered'`;
  await tx`create index on pieces (id)`;
  await tx`analyze pieces`;
  // The stock for the second half of a split line was transferred to its location before.
  await tx`create temporary table moved on commit drop as
    select variant, variant % ${locations} as origin, location as destination, sum(quantity) + 5 as quantity
    from pieces where location <> variant % ${locations} group by variant, location`;
}

async function ordersAndLines(tx: Sql) {
  await tx`insert into orders (id, number, status, payment_status, email, name, phone, address, payment_method, currency,
      taxes_inclusive, subtotal_minor, discount_minor, shipping_minor, tax_minor, total_minor, captured_minor,
      unpaid_since, cancelled_at, created_at, updated_at, customer_id)
    select ${idOf("ord", tx`i`, tx)}, 'QM-' || nextval('order_numbers'), status, case when paid then 'paid' else 'unpaid' end,
      'customer' || i % 50000 || '@example.com', 'Customer Number ' || i % 50000, '+9198' || lpad((i % 50000 * 1987 % 100000000)::text, 8, '0'),
      '{"line1": "1 Market Street", "city": "Pune", "postalCode": "411001", "country": "IN"}', 'manual', 'INR',
      true, total, 0, 0, 0, total, case when paid then total else 0 end,
      case when paid then null else at end, case when status = 'cancelled' then at end, at, at, ${idOf("cus", tx`(i - 1) % 50000`, tx)}
    from (select i, at, status, status not in ('pending', 'cancelled') as paid,
                 sum(quantity * (500 + variant)) as total
          from made_lines group by i, at, status order by i) priced`;
  await tx`insert into order_lines (id, order_id, position, variant_id, product_id, sku, title, quantity, unit_price_minor,
      tax_basis_points, discount_minor, tax_minor, total_minor, tracked, shipped_quantity,
      returned_quantity, placed_at)
    select id, ${idOf("ord", tx`i`, tx)}, position, ${idOf("var", tx`variant`, tx)}, ${idOf("prd", tx`variant / 2`, tx)},
      'SKU-' || lpad(variant::text, 5, '0'), 'Product ' || variant / 2, quantity, 500 + variant, 0, 0, 0,
      quantity * (500 + variant), true,
      coalesce((select sum(shipped) from pieces where pieces.id = made_lines.id), 0),
      case when position = 0 and story in ('restocked', 'discarded') then 1 else 0 end, at
    from made_lines order by i, position`;
  await tx`update orders set returned = told.returned
    from (select order_id, case when sum(returned_quantity) = sum(shipped_quantity) then 'all' else 'some' end as returned
          from order_lines group by order_id having sum(returned_quantity) > 0) told
    where id = told.order_id`;
  await tx`insert into payments (id, order_id, kind, method, by_hand, amount_minor, reference, actor_name, at)
    select 'pay_' || substr(id, 5), id, 'captured', 'cash', true, captured_minor, 'UTR' || substr(id, 20), 'generator', created_at
    from orders where payment_status = 'paid'`;
  await tx`insert into customers (id, email, name, phone, addresses, orders, spent_minor, last_order_at, created_at, updated_at)
    select customer_id, email, name, phone, jsonb_build_array(address || '{"isDefault": true}'),
      count(*) filter (where status <> 'cancelled'), sum(captured_minor), max(created_at) filter (where status <> 'cancelled'),
      min(created_at), min(created_at)
    from orders group by customer_id, email, name, phone, address`;
  // Past days with changes, as the triggers would have recorded for each order, line and payment.
  await tx`insert into report_stale (at) select date_trunc('day', created_at, 'UTC') + interval '12 hours' as at from orders
    where created_at < now() - interval '1 day' group by at`;
}

/** One parcel for each location of an order; returns came a moment later. */
async function parcelsAndReturns(tx: Sql) {
  const parcelId = idOf("par", tx`i * ${locations} + location`, tx);
  await tx`insert into parcels (id, order_id, carrier, tracking_number, status, location_id, shipped_at, delivered_at)
    select distinct ${parcelId}, ${idOf("ord", tx`i`, tx)}, 'manual', 'T' || i,
      case status when 'delivered' then status else 'shipped' end, ${idOf("loc", tx`location`, tx)}, at,
      case status when 'delivered' then at end
    from pieces where shipped > 0`;
  await tx`insert into parcel_lines (parcel_id, line_id, quantity)
    select ${parcelId}, id, shipped from pieces where shipped > 0`;
  await tx`insert into returns (id, order_id, recorded_at)
    select ${idOf("ret", tx`i`, tx)}, ${idOf("ord", tx`i`, tx)}, at from made where story in ('restocked', 'discarded')`;
  await tx`insert into return_lines (return_id, line_id, quantity, restock, location_id)
    select ${idOf("ret", tx`i`, tx)}, id, 1, story = 'restocked',
      case story when 'restocked' then ${idOf("loc", tx`location`, tx)} end
    from pieces where position = 0 and story in ('restocked', 'discarded')`;
}

/**
 * Each piece's steps in order of time; each entry has the resulting balance of its stock level, the sum of the steps so
 * far.
 */
async function ledger(tx: Sql, opened: Fragment) {
  await tx`create temporary table steps on commit drop as
    select i, at, mark, variant, location, step, null::integer as counterpart,
      (array['reserve', 'commit', 'release', 'ship', 'restock'])[step] as kind,
      case step when 4 then -shipped when 5 then 1 else 0 end as on_hand,
      case step when 1 then quantity when 2 then -quantity when 3 then -quantity else 0 end as reserved,
      case step when 2 then quantity when 4 then -shipped else 0 end as committed
    from pieces, lateral unnest(case
      when status = 'pending' then array[1] when status = 'cancelled' then array[1, 3]
      when shipped = 0 then array[1, 2] when story = 'restocked' and position = 0 then array[1, 2, 4, 5]
      else array[1, 2, 4] end) step
    union all
    select -1, ${opened}, id_from('', ${opened}), variant, variant % ${locations}, 0, null, 'opening',
      coalesce(taken, 0) + coalesce(moved.quantity, 0) + 100, 0, 0
    from generate_series(0, ${variants - 1}) variant
    left join (select variant, location, sum(quantity) as taken from pieces group by variant, location) place
      using (variant)
    left join moved using (variant)
    where place.location is null or place.location = variant % ${locations}
    union all
    select 0, ${opened}, id_from('', ${opened}), variant, place, 0, case place when origin then destination else origin end, 'transfer',
      case place when origin then -quantity else quantity end, 0, 0
    from moved, unnest(array[origin, destination]) place`;
  await tx`insert into transfers (id, from_location_id, to_location_id, created_at, created_by)
    select ${idOf("trf", tx`variant`, tx)}, ${idOf("loc", tx`origin`, tx)}, ${idOf("loc", tx`destination`, tx)},
      ${opened}, 'generator'
    from moved`;
  await tx`insert into transfer_lines (transfer_id, variant_id, quantity)
    select ${idOf("trf", tx`variant`, tx)}, ${idOf("var", tx`variant`, tx)}, quantity from moved`;
  await tx`insert into movements (id, change_id, at, actor_kind, actor_name, variant_id, location_id, kind, source,
      counterpart_id, on_hand_change, reserved_change, committed_change, on_hand, reserved, committed, order_id)
    select 'mov' || mark || lpad((row_number() over (order by i, step, variant, location))::text, 16, '0'), ${idOf("chg", tx`(i + 1) * 6 + step`, tx)}, at,
      'system', 'generator', ${idOf("var", tx`variant`, tx)}, ${idOf("loc", tx`location`, tx)}, kind,
      case kind when 'transfer' then ${idOf("trf", tx`variant`, tx)} when 'restock' then ${idOf("ret", tx`i`, tx)} end,
      case kind when 'transfer' then ${idOf("loc", tx`counterpart`, tx)} end,
      on_hand, reserved, committed, total_on_hand, total_reserved, total_committed, case when i > 0 then ${idOf("ord", tx`i`, tx)} end
    from (
      select steps.*, sum(on_hand) over place as total_on_hand, sum(reserved) over place as total_reserved,
        sum(committed) over place as total_committed
      from steps window place as (partition by variant, location order by i, step rows unbounded preceding)) summed`;
  await tx`insert into stock_levels (variant_id, location_id, on_hand, reserved, committed)
    select ${idOf("var", tx`variant`, tx)}, ${idOf("loc", tx`location`, tx)},
      sum(on_hand), sum(reserved), sum(committed) from steps group by variant, location`;
  await tx`insert into stock_requests (line_id, order_id, order_number, variant_id, placed_at, kind, backordered)
    select made_lines.id, orders.id, number, ${idOf("var", tx`variant`, tx)}, at,
      case story when 'pending' then 'reserved' else 'committed' end, case story when 'backordered' then quantity else 0 end
    from made_lines join orders on orders.id = ${idOf("ord", tx`i`, tx)} where story <> 'cancelled'`;
  await tx`insert into allocations (line_id, location_id, variant_id, quantity)
    select id, ${idOf("loc", tx`location`, tx)}, ${idOf("var", tx`variant`, tx)}, quantity - shipped
    from pieces where story in ('pending', 'confirmed', 'partly') and quantity > shipped`;
}
