/** Orders are placed while a file brings orders with numbers of ours: no two get the same, and neither side fails. */

import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { system } from "#core/actor";
import * as imports from "#core/contract/import";
import * as order from "#core/contract/order";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { inPublishedChange } from "#core/event/publish";
import { runJobs as runEach } from "#core/job/run-jobs";
import { createOrder } from "#core/order/create";
import { imports as known } from "#functions/jobs";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { anUploadedImport, importNow, rowsOf, runJobs } from "../support/given/imports.ts";
import { type Place, somebody } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

const other = postgres(process.env["DATABASE_URL"]!, { max: 1, onnotice: () => {} });
afterAll(() => other.end());

let place: Place;
beforeAll(async () => {
  place = await aVariantInStock(40);
});

const input = () => ({ ...somebody, payment: "manual" as const, lines: [{ variantId: place.variantId, quantity: 1 }] });
const nextNumber = async () => {
  const [row] = await db().execute<{ next: number }>(sql`
    select (case when is_called then last_value + 1 else last_value end)::integer as next from order_numbers`);
  return row!.next;
};

/** An import of one order for each number, not yet run. */
async function anImportOf(numbers: readonly number[], email = "asha@example.com", dryRun = false) {
  const header = "number,placed at,status,payment status,currency,total,item,quantity,unit price,line total,email\n";
  const rows = numbers.map(
    (number) => `QM-${number},2024-01-01T00:00:00Z,confirmed,unpaid,INR,9.00,Tea,1,9.00,9.00,${email}\n`,
  );
  const id = await anUploadedImport("orders", header + rows.join(""));
  await call(imports.start, { id, dryRun });
  return id;
}

it("an order placed during a dry run does not wait for a number of the file's", async () => {
  const next = await nextNumber();
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  // The dry run has written its orders, and waits to note where they come from.
  const holding = other.begin(async (tx) => {
    await tx`lock table imported_orders in exclusive mode`;
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const id = await anImportOf([next], "tried@example.com", true);
  const trying = runJobs();
  await untilSomebodyWaits();
  const placed = await Promise.race([call(order.create, input()), sleep(30_000, null, { ref: false })]);
  release.resolve();
  await Promise.all([holding, trying]);
  expect(placed).toMatchObject({ status: 201, body: { number: `QM-${next}` } });
  expect(await call(imports.read, { id })).toMatchObject({ body: { counts: { created: 1 } } });
});

it("an order placed while a file is imported does not take a number that the file brings", async () => {
  const next = await nextNumber();
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  // The import waits for a customer of its orders.
  const holding = other.begin(async (tx) => {
    await tx`insert into customers (id, email, name, addresses, created_at, updated_at)
      values (new_id('cus', now()), 'slow@example.com', 'Slow', '[]', now(), now())`;
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const id = await anImportOf([next, next + 1], "slow@example.com");
  const importing = runJobs();
  await untilSomebodyWaits();
  const { status, body } = await call(order.create, input());
  release.resolve();
  await Promise.all([holding, importing]);
  expect({ status, number: body.number }).toEqual({ status: 201, number: `QM-${next + 2}` });
  expect(await importNow(id)).toMatchObject({ status: "done", counts: { created: 2, refused: 0 } });
});

it("an order whose number the file took first gets the next one", async () => {
  const next = await nextNumber();
  const id = await anImportOf([next]);
  const release = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  let commits = 0;
  const importing = runEach({
    ...{ imports: known, exports: [], timeLeft: () => 600_000 },
    commit: (by, work) =>
      inPublishedChange(by, async (change) => {
        const answer = await work(change);
        if (++commits === 2) {
          // The order has drawn its number before the import moved the counter.
          await db().execute(sql`select setval('order_numbers', ${next - 1})`);
          written.resolve();
          await release.promise;
        }
        return answer;
      }),
  });
  await written.promise;
  const placing = call(order.create, input());
  await untilSomebodyWaits();
  release.resolve();
  await importing;
  const { status, body } = await placing;
  expect({ status, number: body.number }).toEqual({ status: 201, number: `QM-${next + 1}` });
  expect(await importNow(id)).toMatchObject({ status: "done", counts: { created: 1 } });
  const [placed] = await db().execute<{ lines: number }>(sql`
    select count(*)::integer as lines from order_lines where order_id = ${body.id}`);
  expect(placed?.lines).toBe(1);
});

// One row with such a number, perhaps from a trial, and every later order had ten digits or more, for good.
it("a number far from the others is kept, and numbers go on from where they were", async () => {
  const next = await nextNumber();
  const id = await anImportOf([next, 99_999_999, 999_999_999, 1_000_000_000, 999_999_999_999]);
  await runJobs();
  expect(await importNow(id)).toMatchObject({ status: "done", counts: { created: 5 } });
  expect(await nextNumber()).toBe(next + 1);
  const { body } = await call(order.create, input());
  expect(body.number).toBe(`QM-${next + 1}`);
});

it("an order of the file whose number was taken first is refused, and the others are imported", async () => {
  const next = await nextNumber();
  const release = Promise.withResolvers<void>();
  const placed = Promise.withResolvers<string>();
  const placing = inChange(system("test"), async (change) => {
    const made = await createOrder(change, { ...input(), shippingMinor: 0, dryRun: false });
    placed.resolve(made.number);
    await release.promise;
  });
  expect(await placed.promise).toBe(`QM-${next}`);
  const id = await anImportOf([next + 1, next, next + 2]);
  const importing = runJobs();
  await untilSomebodyWaits();
  release.resolve();
  await Promise.all([placing, importing]);
  expect(await importNow(id)).toMatchObject({ status: "done", counts: { created: 2, refused: 1 } });
  const why = "There is an order with this number already, and it is not the same: it stays as it is.";
  expect(await rowsOf(id, "refused")).toMatchObject([{ about: `QM-${next}`, problems: [{ why }] }]);
});
