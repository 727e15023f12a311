/** A file may mention each thing once, however far apart its rows are, in a dry run as in the real one. */

import { expect, it } from "vitest";
import * as imports from "#core/contract/import";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { removeOldKeys } from "#core/job/remove-old";
import { call } from "../support/call.ts";
import { aLocation, aProduct } from "../support/given/catalogue.ts";
import { anUploadedImport, importNow, oneBatch, startedImport } from "../support/given/imports.ts";

/** More than a batch of stock holds. */
const between = 4_001;

async function aFileThatSaysOneTwice() {
  const [{ code }, { variants }] = [await aLocation(), await aProduct()];
  const sku = variants[0]!.sku;
  return `sku,location,on hand\n${sku},${code},5\n${Array.from({ length: between }, (_, nth) => `none-${nth},none,1\n`).join("")}${sku},${code},6\n`;
}

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
