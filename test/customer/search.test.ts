import { beforeAll, expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { rowsReadOf } from "../support/plans.ts";

const found = async (q: string) => (await call(customer.list, { q, limit: 50 })).body.items.map(({ name }) => name);

beforeAll(async () => {
  await db().execute(sql`
    insert into customers (id, email, name, addresses, created_at, updated_at)
    select 'cus_' || lpad(n::text, 26, '0'), 'person' || n || '@example.com',
      case n when 7 then 'Zoë Wyx' else 'Person ' || n end, '[]', now(), now()
    from generate_series(1, 20000) n`);
  await db().execute(sql`analyze customers`);
});

// PostgreSQL took any three letters for those of one customer in fifty, and read 300,000 to find the only one.
it("a search for three rare letters reads no more customers than it finds", async () => {
  expect(await found("wyx")).toEqual(["Zoë Wyx"]);
  expect(await rowsReadOf("customers", () => found("wyx"))).toBeLessThan(20);
});

it("a search for three common letters reads little more than a page", async () => {
  expect(await found("son")).toHaveLength(50);
  expect(await rowsReadOf("customers", () => found("son"))).toBeLessThan(200);
});
