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
