/** The file contains what the screen shows: every export takes its list's filters. */
import { expect, it } from "vitest";
import * as exports from "#core/contract/export";
import * as location from "#core/contract/location";
import { rowsOf } from "#core/csv/read-rows";
import { formOf, sniffedBytes } from "#core/csv/sniff";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { call } from "../support/call.ts";
import { aProduct, some } from "../support/given/catalogue.ts";
import { aCustomer, someEmail } from "../support/given/customers.ts";
import { someFiles } from "../support/given/files.ts";
import { runJobs } from "../support/given/imports.ts";
import { anOrder } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

/** The rows of the file by the names of its columns. */
async function exported(kind: exports.ExportKind, filters: object): Promise<Record<string, string>[]> {
  await someFiles();
  const { status, body } = await call(exports.create, { kind, filters: filters as never });
  expect([status, body]).toMatchObject([202, { kind }]);
  await runJobs();
  const { file } = (await call(exports.read, { id: body.id })).body;
  const bytes = Buffer.from(await (await fetch(file!.url)).arrayBuffer());
  const beginning = { rows: 0, lines: 0, bytes: null };
  const pieces = async (at: number) =>
    (async function* () {
      yield bytes.subarray(at);
    })();
  const [header = [], ...rows] = await Array.fromAsync(
    rowsOf(pieces, formOf(bytes.subarray(0, sniffedBytes)), beginning),
    ({ fields }) => fields,
  );
  return rows.map((fields) => Object.fromEntries(header.map((name, nth) => [name, fields[nth] ?? ""])));
}

it("stock of one location, movements of one variant, products in one state", async () => {
  const [here, there] = [await aVariantInStock(3), await aVariantInStock(4)];
  const { code } = (await call(location.read, { id: here.locationId })).body;
  expect(await exported("stock", { locationId: here.locationId })).toMatchObject([{ location: code, "on hand": "3" }]);
  const moved = await exported("movements", { variantId: there.variantId });
  expect(moved).toMatchObject([{ kind: "opening", "on hand change": "4" }]);
  const draft = await aProduct({ title: some("Draft"), status: "draft" });
  expect((await exported("products", { status: "draft" })).map((row) => row["handle"])).toEqual([draft.slug]);
});

it("customers who are searched for, payments of one day, entries of one thing", async () => {
  const { email } = await aCustomer({ name: "Wanted Woman" });
  await aCustomer({ name: "Another" });
  expect((await exported("customers", { q: "wanted" })).map((row) => row["email"])).toEqual([email]);
  const paid = await anOrder({ email: someEmail(), paid: true });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const numbers = (rows: Record<string, string>[]) => rows.map((row) => row["order"]);
  expect(numbers(await exported("payments", { from: paid.createdAt.toISOString() }))).toEqual([paid.number]);
  expect(await exported("payments", { from: tomorrow })).toEqual([]);
  const entries = await exported("audit", { subjectId: paid.id });
  expect(entries.map((row) => row["action"])).not.toEqual([]);
  expect(new Set(entries.map((row) => row["subject"]))).toEqual(new Set([paid.id]));
});

// An accountant could not tell the payments of a gateway's test account from money.
it("payments with the account that they were made with, real or for tests", async () => {
  const { id, createdAt } = await anOrder({ email: someEmail(), paid: true });
  await anOrder({ email: someEmail(), paid: true });
  await db().execute(sql`update payments set mode = 'test' where order_id = ${id}`);
  const rows = await exported("payments", { from: createdAt.toISOString() });
  expect(rows.map(({ mode }) => mode)).toEqual(["test", "live"]);
});

// The list takes two hundred, and its file was refused from the fifty-first on.
it("as many chosen variants as the list takes", async () => {
  const { variantId } = await aVariantInStock(5);
  const variantIds = [variantId, ...Array.from({ length: 199 }, () => newId("variant"))];
  expect(await exported("stock", { variantIds })).toMatchObject([{ "on hand": "5" }]);
});
