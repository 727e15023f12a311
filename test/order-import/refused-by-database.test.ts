/** What PostgreSQL does not accept costs the orders at fault, and no other order of their file. */

import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { anUploadedImport, imported, rowsOf, startedImport } from "../support/given/imports.ts";
import { shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { aStockroom } from "../support/given/stock.ts";

// Parcels are said to have left the default location.
beforeAll(() => aStockroom());

const numbersLike = async (pattern: string) =>
  (
    await db().execute<{ number: string }>(sql`select number from orders where number like ${pattern} order by number`)
  ).map(({ number }) => number);

// The import failed ten times at the same place, and no order after it was imported.
it("an order that a constraint refuses is refused with a reason, and the others are imported", async () => {
  await db().execute(sql`alter table orders add constraint unlucky check (name <> 'Thirteen') not valid`);
  try {
    const rows = Array.from({ length: 9 }, (_, nth) =>
      shopifyRow({
        Name: `#R${nth}`,
        Email: `r${nth}@example.com`,
        ...([2, 7].includes(nth) && { "Billing Name": "Thirteen" }),
      }),
    );
    const id = await anUploadedImport("orders", shopifyOrders(rows));
    const tried = await startedImport(id, { dryRun: true });
    expect(tried).toMatchObject({ status: "done", counts: { created: 7, refused: 2 } });
    expect(await numbersLike("#R%")).toEqual([]);
    const done = await startedImport(id);
    expect(done).toMatchObject({ status: "done", counts: tried.counts });
    expect(await rowsOf(id, "refused")).toMatchObject(
      [4, 9].map((row) => ({
        row,
        about: `#R${row - 2}`,
        problems: [{ column: null, why: "The database does not accept one of its values (unlucky)." }],
      })),
    );
    expect(await (await fetch(done.refusedRows!.url)).text()).toContain("(unlucky)");
    expect(await numbersLike("#R%")).toEqual([0, 1, 3, 4, 5, 6, 8].map((nth) => `#R${nth}`));
    // Nothing of a refused order is left, nor is anything written twice.
    const audits = await db().execute(
      sql`select from audit where action = 'import.start' and after->>'import' = ${id}`,
    );
    expect(audits).toHaveLength(7);
    expect(
      await db().execute(sql`select from customers where email in ('r2@example.com', 'r7@example.com')`),
    ).toHaveLength(0);
  } finally {
    await db().execute(sql`alter table orders drop constraint unlucky`);
  }
});

it("so is an order with a text that is too long for an index", async () => {
  const note = randomBytes(6_000).toString("base64");
  await db().execute(sql`create index notes_by_text on order_notes (text)`);
  try {
    const file = shopifyOrders([shopifyRow({ Name: "#L1" }), shopifyRow({ Name: "#L2", Notes: note })]);
    const done = await imported("orders", file);
    expect(done).toMatchObject({ status: "done", counts: { created: 1, refused: 1 } });
    expect(await numbersLike("#L%")).toEqual(["#L1"]);
  } finally {
    await db().execute(sql`drop index notes_by_text`);
  }
});
