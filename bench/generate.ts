/** A large store, made in SQL: as many orders as asked for, with a ledger behind every one of them, and true to the doctor. */
import type postgres from "postgres";

/** What is made beside the orders; enough that no variant is special. */
const variants = 2_000;
const locations = 3;

/** Orders lie evenly over the past year, so that filters by date and by status find what a store's would. */
const days = 365;

/**
 * Fills an empty, migrated database. Of the orders about one in twenty is cancelled and one in ten waits to be packed;
 * those of the last 20 hours are unpaid, the others are delivered.
 * @returns how many ledger entries stand behind them.
 */
export async function generateOrders(sql: postgres.Sql, orders: number): Promise<{ movements: number }> {
  await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = off`;
    await tx`set local statement_timeout = 0`;
    await tx`set local work_mem = '256MB'`;
    await catalogue(tx);
    await tx`create temporary table wanted on commit drop as
      select number as i, now() - make_interval(secs => (${orders} - number) * ${(days * 86_400) / orders}::float8) as at
      from generate_series(1, ${orders}) number`;
    await tx`create temporary table made on commit drop as
      select i, at,
        case when at > now() - interval '20 hours' then 'pending' when i % 20 = 3 then 'cancelled'
             when i % 10 = 5 then 'confirmed' else 'delivered' end as status
      from wanted`;
    await tx`create temporary table made_lines on commit drop as
      select i, at, status, position, ${idOf("lin", tx`i * 4 + position`, tx)} as id,
        (i * 7 + position * 613) % ${variants} as variant, 1 + (i + position) % 2 as quantity
      from made, generate_series(0, i % 3) position`;
    await ordersAndLines(tx);
    await parcels(tx);
    await ledger(tx);
  });
  await sql`analyze`;
  const [row] = await sql<{ movements: number }[]>`select count(*)::integer as movements from movements`;
  return { movements: row?.movements ?? 0 };
}

type Sql = postgres.TransactionSql;

/** 'ord_' and 26 digits: as long as an id of ours, and in the order of the numbers. */
const idOf = (prefix: string, number: postgres.PendingQuery<postgres.Row[]>, tx: Sql) =>
  tx`${`${prefix}_`}::text || lpad((${number})::text, 26, '0')`;

async function catalogue(tx: Sql) {
  await tx`insert into locations (id, code, name, priority, is_default, created_at)
    select ${idOf("loc", tx`n`, tx)}, 'L' || n, 'Warehouse ' || n, n, n = 0, now() - interval '2 years'
    from generate_series(0, ${locations - 1}) n`;
  await tx`insert into products (id, slug, title, status, options, created_at, updated_at)
    select ${idOf("prd", tx`n`, tx)}, 'product-' || n, 'Product ' || n, 'active', '{Size}', now() - interval '2 years', now()
    from generate_series(0, ${variants / 2 - 1}) n`;
  await tx`insert into variants (id, product_id, sku, options, price_minor, position, created_at)
    select ${idOf("var", tx`n`, tx)}, ${idOf("prd", tx`n / 2`, tx)}, 'SKU-' || lpad(n::text, 5, '0'),
      array[case n % 2 when 0 then 'S' else 'L' end], 500 + n, n % 2, now() - interval '2 years'
    from generate_series(0, ${variants - 1}) n`;
}

async function ordersAndLines(tx: Sql) {
  await tx`insert into orders (id, number, status, payment_status, email, name, phone, address, payment_method, currency,
      taxes_inclusive, subtotal_minor, discount_minor, shipping_minor, tax_minor, total_minor, captured_minor,
      unpaid_since, cancelled_at, created_at, updated_at)
    select ${idOf("ord", tx`i`, tx)}, 'QM-' || nextval('order_numbers'), status, case when paid then 'paid' else 'unpaid' end,
      'customer' || i % 50000 || '@example.com', 'Customer Number ' || i % 50000, '+9198' || lpad((i % 50000)::text, 8, '0'),
      '{"line1": "1 Market Street", "city": "Pune", "postalCode": "411001", "country": "IN"}', 'manual', 'INR',
      true, total, 0, 0, 0, total, case when paid then total else 0 end,
      case when paid then null else at end, case when status = 'cancelled' then at end, at, at
    from (select i, at, status, status in ('confirmed', 'delivered') as paid,
                 sum(quantity * (500 + variant)) as total
          from made_lines group by i, at, status order by i) priced`;
  await tx`insert into order_lines (id, order_id, position, variant_id, product_id, sku, title, quantity, unit_price_minor,
      tax_basis_points, discount_minor, tax_minor, total_minor, tracked, shipped_quantity, placed_at)
    select id, ${idOf("ord", tx`i`, tx)}, position, ${idOf("var", tx`variant`, tx)}, ${idOf("prd", tx`variant / 2`, tx)},
      'SKU-' || lpad(variant::text, 5, '0'), 'Product ' || variant / 2, quantity, 500 + variant, 0, 0, 0,
      quantity * (500 + variant), true, case status when 'delivered' then quantity else 0 end, at
    from made_lines order by i, position`;
  await tx`insert into payments (id, order_id, kind, method, by_hand, amount_minor, actor_name, at)
    select 'pay_' || substr(id, 5), id, 'captured', 'cash', true, captured_minor, 'generator', created_at
    from orders where payment_status = 'paid'`;
}

/** One parcel for each location that an order drew from. */
async function parcels(tx: Sql) {
  const parcelId = idOf("par", tx`i * ${locations} + variant % ${locations}`, tx);
  await tx`insert into parcels (id, order_id, carrier, tracking_number, status, location_id, shipped_at, delivered_at)
    select distinct ${parcelId}, ${idOf("ord", tx`i`, tx)}, 'manual', 'T' || i, 'delivered',
      ${idOf("loc", tx`variant % ${locations}`, tx)}, at, at
    from made_lines where status = 'delivered'`;
  await tx`insert into parcel_lines (parcel_id, line_id, quantity)
    select ${parcelId}, id, quantity from made_lines where status = 'delivered'`;
}

/** Each line's steps, numbered in the order of time; the balance of a place is their sum, and each entry says where it led. */
async function ledger(tx: Sql) {
  await tx`create temporary table steps on commit drop as
    select i, at, variant, quantity, step,
      case step when 1 then 'reserve' when 2 then 'commit' when 3 then 'release' else 'ship' end as kind,
      case step when 4 then -quantity else 0 end as on_hand,
      case step when 1 then quantity when 2 then -quantity when 3 then -quantity else 0 end as reserved,
      case step when 2 then quantity when 4 then -quantity else 0 end as committed
    from made_lines, lateral unnest(case status
      when 'pending' then array[1] when 'cancelled' then array[1, 3]
      when 'confirmed' then array[1, 2] else array[1, 2, 4] end) step
    union all
    select 0, now() - interval '2 years', variant, 0, 0, 'opening', sum(quantity) + 100, 0, 0
    from made_lines group by variant
    union all
    select 0, now() - interval '2 years', variant, 0, 0, 'opening', 100, 0, 0
    from generate_series(0, ${variants - 1}) variant where variant not in (select variant from made_lines)`;
  await tx`insert into movements (id, change_id, at, actor_kind, actor_name, variant_id, location_id, kind,
      on_hand_change, reserved_change, committed_change, on_hand, reserved, committed, order_id)
    select ${idOf("mov", tx`row_number() over (order by i, step, variant)`, tx)}, ${idOf("chg", tx`i * 5 + step`, tx)}, at,
      'system', 'generator', ${idOf("var", tx`variant`, tx)}, ${idOf("loc", tx`variant % ${locations}`, tx)}, kind,
      on_hand, reserved, committed, sum(on_hand) over place, sum(reserved) over place, sum(committed) over place,
      case when i > 0 then ${idOf("ord", tx`i`, tx)} end
    from steps window place as (partition by variant order by i, step rows unbounded preceding)`;
  await tx`insert into balances (variant_id, location_id, on_hand, reserved, committed)
    select ${idOf("var", tx`variant`, tx)}, ${idOf("loc", tx`variant % ${locations}`, tx)},
      sum(on_hand), sum(reserved), sum(committed) from steps group by variant`;
  await tx`insert into demands (line_id, order_id, order_number, variant_id, placed_at, kind)
    select line.id, order_id, number, variant_id, placed_at, case status when 'pending' then 'reserved' else 'committed' end
    from order_lines line join orders on orders.id = order_id where status <> 'cancelled'`;
  await tx`insert into allocations (line_id, location_id, variant_id, quantity)
    select id, ${idOf("loc", tx`variant % ${locations}`, tx)}, ${idOf("var", tx`variant`, tx)}, quantity
    from made_lines where status in ('pending', 'confirmed')`;
}
