import postgres from "postgres";
import { afterAll, expect, it } from "vitest";
import { examine } from "#core/doctor/examine";
import { generateOrders } from "../../bench/generate.ts";

const sql = postgres(process.env["DATABASE_URL"]!, { max: 1, onnotice: () => {} });
afterAll(() => sql.end());

// The benchmarks measure this store: were it not a true one, they would measure something else.
it("finds nothing in the store that the benchmarks are run on", async () => {
  const { movements } = await generateOrders(sql, 3_000);
  expect(movements).toBeGreaterThan(10_000);
  const { checks } = await examine();
  expect(checks.filter(({ status, name }) => status !== "ok" && name !== "owner")).toEqual([]);
});
