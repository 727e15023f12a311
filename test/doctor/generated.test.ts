import postgres from "postgres";
import { afterAll, expect, it } from "vitest";
import { examine } from "#core/doctor/examine";
import { generateOrders } from "../../bench/generate.ts";
import { planOf } from "../support/plans.ts";

const sql = postgres(process.env["DATABASE_URL"]!, { max: 1, onnotice: () => {} });
afterAll(() => sql.end());

// The benchmarks measure this store, so it must be a consistent one.
it("finds nothing in the store that the benchmarks use", async () => {
  const { movements } = await generateOrders(sql, 3_000);
  expect(movements).toBeGreaterThan(10_000);
  // Without each of these the doctor would be measured on less than a real store.
  const [seldom] = await sql`
    select (select count(*) from stock_requests where backordered > 0)::int as backordered,
      (select count(*) from orders where status = 'partiallyShipped')::int as partly,
      (select count(*) from return_lines)::int as returned, (select count(*) from transfers)::int as moved,
      (select count(*) from (select line_id from parcel_lines group by line_id having count(*) > 1) split)::int as split`;
  expect(Object.entries(seldom!).filter(([, count]) => count < 10)).toEqual([]);
  const { checks } = await examine();
  expect(checks.filter(({ status, name }) => status !== "ok" && name !== "owner")).toEqual([]);
});

// Customer by customer, in random order, it took half a minute for three million orders.
it("adds up what customers ordered in one pass over the orders", async () => {
  const plan = await planOf(() => examine(), "and its orders say");
  expect(plan).not.toMatch(/Index Cond: \(customer_id = customers\.id\)/);
});

// What an order takes is paid for on the disk, in the cache and by each write. A large store, whose pages are fuller,
// has 6.8 kB (`npm run bench -- --only=scale`).
it("keeps an order with its lines, payment, parcels and ledger entries in 7.8 kB", async () => {
  const tables = ["orders", "order_lines", "payments", "parcels", "parcel_lines", "returns", "return_lines"];
  const stock = ["movements", "stock_requests", "allocations"];
  const [each] = await sql<{ bytes: string }[]>`
    select sum(pg_total_relation_size(name::regclass)) / (select count(*) from orders) as bytes
    from unnest(${[...tables, ...stock]}::text[]) name`;
  expect(Number(each!.bytes)).toBeLessThan(7_800);
});
