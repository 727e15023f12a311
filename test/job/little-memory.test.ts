/** Files that are made to fill a worker's memory. */
import { beforeAll, describe, expect, it } from "vitest";
import * as imports from "#core/contract/import";
import { call } from "../support/call.ts";
import { aLocation } from "../support/given/catalogue.ts";
import { anUploadedImport, importNow } from "../support/given/imports.ts";
import { aJobRunner } from "../support/processes.ts";

beforeAll(async () => void (await aLocation({ code: "HALL" })));

// The size of one order over all its rows was not limited: seven megabytes of notes killed a worker of 96 MB ten times.
describe("within 96 MB", { timeout: 240_000 }, () => {
  const wide = (rows: number) => {
    const header = ["sku", "location", "on hand", ...Array.from({ length: 900 }, (_, nth) => `c${nth}`)].join(",");
    const row = `NONE,HALL,1${",ab".repeat(900)}\n`;
    return `${header}\n${row.repeat(rows)}`;
  };
  const one = (rows: number, note: string) => {
    const row = `#BIG,,,,,${note}\n`;
    return `Name,Financial Status,Created at,Currency,Subtotal,Notes,Total,Lineitem name,Lineitem quantity,Lineitem price\n${row.repeat(rows)}`;
  };
  const refused = (rows: number) => `sku,location,on hand,note\n${`NONE,HALL,1,${"n".repeat(900_000)}\n`.repeat(rows)}`;
  it.each([
    // A thousand at a time were read into the file of refused rows.
    ["a file of refused rows of a megabyte", "stock", () => refused(120), { status: "done", rows: 120 }],
    ["a file of 900 columns", "stock", () => wide(2_000), { status: "done", rows: 2_000 }],
    [
      "one order of a thousand long notes",
      "orders",
      () => one(1_000, "n".repeat(7_000)),
      { status: "failed", says: expect.stringMatching(/all rows are about “#BIG”, which is too many/) },
    ],
  ] as const)("%s", async (_, kind, file, expected) => {
    const id = await anUploadedImport(kind, file());
    await call(imports.start, { id, dryRun: true });
    while ((await importNow(id)).endedAt === null) expect(await (await aJobRunner({ heapMb: 96 })).run()).toBe(0);
    expect(await importNow(id)).toMatchObject(expected);
  });
});
