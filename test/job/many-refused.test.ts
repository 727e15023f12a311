/** A file of the wrong store: every row is refused, however many there are. */

import { expect, it } from "vitest";
import * as imports from "#core/contract/import";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { aLocation } from "../support/given/catalogue.ts";
import { anUploadedImport, importNow } from "../support/given/imports.ts";
import { aJobRunner } from "../support/processes.ts";

/** More than are kept. `REFUSED_ROWS=1000000` tries a million, which takes minutes. */
const rows = Number(process.env["REFUSED_ROWS"] ?? 120_000);

/** Short rows, so that all of them fit into one upload. */
function aFileOfRows(): Uint8Array {
  const pieces = ["sku,location,on hand\n"];
  for (let row = 0; row < rows; row += 1_000) {
    pieces.push(Array.from({ length: 1_000 }, (_, nth) => `${(row + nth).toString(36)},x,1\n`).join(""));
  }
  return Buffer.from(pieces.join(""));
}

// All of them in memory at once, or all of them kept for ever, would end the worker or fill the disk.
it("counts more refused rows than anyone would fix, within 96 MB, keeps the first 100,000, and says so", {
  timeout: 600_000,
}, async () => {
  await aLocation();
  const id = await anUploadedImport("stock", aFileOfRows());
  await call(imports.start, { id, dryRun: false });
  // Each works until another job would have its turn.
  while ((await importNow(id)).endedAt === null) {
    const runner = await aJobRunner({ heapMb: 96 });
    expect(await runner.run()).toBe(0);
  }
  const done = await importNow(id);
  expect(done).toMatchObject({
    status: "done",
    counts: { created: 0, changed: 0, same: 0, refused: rows },
    says: `Of ${rows.toLocaleString("en-US")} refused rows the first 100,000 are kept, here and in the file: correct the file that you have sent.`,
  });
  const [kept] = await db().execute<{ rows: number }>(sql`
    select count(*)::integer as rows from job_rows where job_id = ${id}`);
  expect(kept).toEqual({ rows: 100_000 });
  const file = await (await fetch(done.refusedRows!.url)).text();
  expect(file.trimEnd().split("\r\n")).toHaveLength(100_001);
});
