/** A file may mention each thing once, however far apart its rows are, in a dry run as in the real one. */

import { expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import * as imports from "#core/contract/import";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { removeOldKeys } from "#core/job/remove-old";
import { call } from "../support/call.ts";
import { aLocation, aProduct, some } from "../support/given/catalogue.ts";
import { aCustomer } from "../support/given/customers.ts";
import { anUploadedImport, importNow, oneBatch, startedImport } from "../support/given/imports.ts";

/** More than a batch of stock holds. */
const between = 4_001;

async function aFileThatSaysOneTwice() {
  const [{ code }, { variants }] = [await aLocation(), await aProduct()];
  const sku = variants[0]!.sku;
  return `sku,location,on hand\n${sku},${code},5\n${Array.from({ length: between }, (_, nth) => `none-${nth},none,1\n`).join("")}${sku},${code},6\n`;
}

// The real run found the first row's result, and the dry run did not: it promised what was then refused or overwritten.
it.each([0, between])(
  "refuses the second of two rows with different names for one place, %i rows apart, in a dry run too",
  async (rows) => {
    const [{ code, name }, { slug, variants }] = [await aLocation({ name: some("Place") }), await aProduct()];
    const { sku } = variants[0]!;
    const columns = "Handle,Option1 Name,Option1 Value,SKU,Location,On hand\n";
    const others = Array.from({ length: rows }, (_, nth) => `,,,none-${nth},none,1\n`).join("");
    for (const [first, second] of [
      [`,,,${sku},${code},5\n`, `${slug},Title,Default Title,,${code},6\n`],
      [`${slug},Title,Default Title,,${name},5\n`, `,,,${sku},${code},6\n`],
      [`,,,${sku},${name},5\n`, `${slug},Title,Default Title,,${name.toUpperCase()},6\n`],
    ] as const) {
      const id = await anUploadedImport("stock", `${columns}${first}${others}${second}`);
      const { counts } = await startedImport(id, { dryRun: true });
      expect(counts.refused).toBe(rows + 1);
      expect((await startedImport(id)).counts).toEqual(counts);
    }
  },
);

it("refuses the second of two addresses far apart whose customers were merged, in a dry run too", async () => {
  const [kept, gone] = ["kept@said-twice.example", "gone@said-twice.example"];
  const [one, other] = [await aCustomer({ email: kept }), await aCustomer({ email: gone })];
  await call(customer.merge, { id: one.id, otherId: other.id });
  const others = Array.from({ length: 1_001 }, (_, nth) => `no-address-${nth},Nobody\n`).join("");
  for (const [first, second, why] of [
    [gone, kept, "Row 2 of this file is about the same."],
    [
      kept,
      gone,
      `They were merged here with ${kept}, and row 2 of this file is about them too: leave one of them out.`,
    ],
  ] as const) {
    const id = await anUploadedImport("customers", `email,name\n${first},First ${first}\n${others}${second},Second\n`);
    for (const dryRun of [true, false]) {
      const { counts } = await startedImport(id, { dryRun });
      expect(counts).toEqual({ created: 0, changed: 1, same: 0, refused: 1_002 });
      const [last] = await db().execute(sql`select problems from job_rows where job_id = ${id} and row_number = 1004`);
      expect(last).toMatchObject({ problems: [{ why }] });
    }
  }
});

// The real run imported the lower one, as the SKU was free by then, and the dry run had said that it is another's.
it("refuses a SKU that a product far above has given up, in a dry run too, and takes it the next time", async () => {
  const [{ slug, variants }, fresh] = [await aProduct(), some("Fresh")];
  const { sku } = variants[0]!;
  const others = Array.from({ length: 250 }, (_, nth) => `no-title-${nth},,,,none-${nth},1\n`).join("");
  const columns = "handle,title,option 1 name,option 1 value,sku,price\n";
  const file = `${columns}${slug},,,,${fresh},1\n${others}taker,Taker,,,${sku},1\n`;
  const id = await anUploadedImport("products", file);
  const [tried, done] = [await startedImport(id, { dryRun: true }), await startedImport(id)];
  expect([tried.counts, done.counts]).toEqual(Array(2).fill({ created: 0, changed: 1, same: 0, refused: 251 }));
  const [last] = await db().execute(sql`select problems from job_rows where job_id = ${id} and row_number = 253`);
  expect(last).toMatchObject({
    problems: [
      {
        why: `The product in row 2 of this file has or had the SKU ${sku} too. If it gives it up here, import the file a second time.`,
      },
    ],
  });
  expect((await startedImport(id)).counts).toEqual({ created: 1, changed: 0, same: 1, refused: 250 });
});

const keys = async () => (await db().execute(sql`select from import_keys`)).length;

// A dry run that promised two and a run that refuses one of them would not be believed again.
it("refuses the second of two rows far apart, and the dry run says so", async () => {
  const id = await anUploadedImport("stock", await aFileThatSaysOneTwice());
  for (const dryRun of [true, false, false]) {
    const done = await startedImport(id, { dryRun });
    expect(done).toMatchObject({ status: "done", counts: { refused: between + 1 } });
    const [second] = await db().execute(sql`
      select problems from job_rows where job_id = ${id} and row_number = ${between + 3}`);
    expect(second).toMatchObject({ problems: [{ why: "Row 2 of this file is about the same." }] });
  }
});

// Of a file of a gigabyte they are gigabytes themselves.
it("remembers what a file has mentioned only while its import is in progress", async () => {
  const id = await anUploadedImport("stock", await aFileThatSaysOneTwice());
  await startedImport(id, { dryRun: true });
  await call(imports.start, { id, dryRun: false });
  await oneBatch();
  expect(await importNow(id)).toMatchObject({ status: "running" });
  const before = await keys();
  await removeOldKeys(() => 60_000);
  const left = await keys();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(before);
  await call(imports.cancel, { id });
  await removeOldKeys(() => 60_000);
  expect(await keys()).toBe(0);
});
