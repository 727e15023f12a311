/** The four sample files: each builds on the one before, and no row is refused. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { aLocation } from "../support/given/catalogue.ts";
import { imported } from "../support/given/imports.ts";

const sample = (name: string) => readFileSync(new URL(`../../web/public/samples/${name}.csv`, import.meta.url));

it("imports a store from four files in order", async () => {
  await aLocation({ name: "Main warehouse" });
  const files = [
    ["products", "products", 3],
    ["stock", "inventory", 5],
    ["customers", "customers", 2],
    ["orders", "orders", 2],
  ] as const;
  for (const [kind, name, created] of files) {
    const none = { changed: 0, same: 0, refused: 0 };
    expect([name, (await imported(kind, sample(name))).counts]).toEqual([name, { created, ...none }]);
  }
  for (const [kind, name, same] of files) {
    expect([name, (await imported(kind, sample(name))).counts]).toMatchObject([name, { created: 0, changed: 0, same }]);
  }
  // A line of goods that are known is a line of them, and an order belongs to the customer who was there before.
  expect(
    await db().execute(sql`
      select c.name, l.sku from orders o join customers c on c.id = o.customer_id join order_lines l on l.order_id = o.id
      where o.number = '#S1001'`),
  ).toEqual([{ name: "Meera Nair", sku: "SAMPLE-KURTA-M" }]);
  expect(await db().execute(sql`select email from customers order by email`)).toHaveLength(2);
});
