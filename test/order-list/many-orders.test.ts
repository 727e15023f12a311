/** PostgreSQL's row estimates for searches in a store with thousands of orders: a plan is only as good as they are. */
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { generateOrders } from "../../bench/generate.ts";
import { call } from "../support/call.ts";
import { statementsOf } from "../support/database-asked.ts";

const sql = postgres(process.env["DATABASE_URL"]!, { max: 1, onnotice: () => {} });
beforeAll(async () => void (await generateOrders(sql, 3_000)));
afterAll(() => sql.end());

// Expecting almost none, PostgreSQL fetched and sorted the 12,000 of three million orders with a name, for a page of
// 50.
it("the estimate for a name is close to the number of orders that have it", async () => {
  const asked = await statementsOf(() => call(order.list, { q: "number 29" }));
  const { text, parameters } = asked.find((one) => one.text.includes("tracking_number"))!;
  const plan = await sql.unsafe(`explain (format json) ${text}`, parameters as string[]);
  const expected: number[] = [];
  JSON.stringify(plan[0]!["QUERY PLAN"], (_, node) => {
    if (node?.["Relation Name"] === "orders" && `${node.Filter}`.includes("~~")) expected.push(node["Plan Rows"]);
    return node;
  });
  // 29, 290 to 299 and 2900 to 2999.
  expect(Math.max(...expected)).toBeGreaterThan(111 / 4);
});
