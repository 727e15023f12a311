/** Files of what lists show: made in the background, complete even if the worker dies, and importable. */

import { AbortMultipartUploadCommand } from "@aws-sdk/client-s3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "#core/actor";
import * as exports from "#core/contract/export";
import type { Id } from "#core/contract/kit/fields";
import * as store from "#core/contract/store";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { inPublishedChange } from "#core/event/publish";
import { priceListsExport } from "#core/export/price-lists";
import { productsExport } from "#core/export/products";
import { stockExport } from "#core/export/stock";
import type { FileKey } from "#core/file/folders";
import { filesBucket, s3 } from "#core/file/s3";
import { completeFile, type Parts } from "#core/file/write";
import type { DeclaredExport } from "#core/job/export-kind";
import { runJobs as runEach } from "#core/job/run-jobs";
import { exports as known } from "#functions/jobs";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { pagesOf, some } from "../support/given/catalogue.ts";
import { someFiles } from "../support/given/files.ts";
import { aKey } from "../support/given/given.ts";
import { anUploadedImport, csv, imported, jobsDueNow, runJobs, startedImport } from "../support/given/imports.ts";
import { anOrder } from "../support/given/orders.ts";
import { shopifyLine, shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import { aJobRunner } from "../support/processes.ts";

type Kind = exports.ExportKind;

/** The file that an export ends in. */
async function exported(kind: Kind, filters: Record<string, never> | object = {}): Promise<string> {
  await someFiles();
  const { status, body } = await call(exports.create, { kind, filters: filters as never });
  expect(status).toBe(202);
  await runJobs();
  const done = (await call(exports.read, { id: body.id })).body;
  expect(done).toMatchObject({ status: "done", says: null });
  return textAt(done.file!.url);
}

/** With the mark at its front. */
const textAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer()).toString();

const linesOf = (file: string) => file.split("\r\n").slice(1, -1);

describe("an export", () => {
  // It is due by the database's clock: by a clock that is an hour ahead, it would not begin for an hour.
  it("is due at once, regardless of the requesting host's clock", async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: now + 3_600_000 });
    const { body } = await call(exports.create, { kind: "orders" }).finally(() => vi.useRealTimers());
    await someFiles();
    await runJobs();
    expect((await call(exports.read, { id: body.id })).body).toMatchObject({ status: "done" });
  });
});

// At half past two in the morning in India, it had yesterday's name.
it.each([
  ["Pacific/Kiritimati", 14],
  ["Pacific/Pago_Pago", -11],
])("is named after the store's day: %s", async (timeZone, hours) => {
  const { body: before } = await call(store.read, {});
  await call(store.edit, { timeZone });
  const { body } = await call(exports.create, { kind: "audit" });
  const day = new Date(Date.parse(body.createdAt) + hours * 3_600_000).toISOString().slice(0, 10);
  expect(body.fileName).toBe(`audit-${day}.csv`);
  await call(exports.cancel, { id: body.id });
  await call(store.edit, { timeZone: before.timeZone });
});

describe("an export of orders", () => {
  it("has a row for each line, is imported as the same orders, and makes the same file from an empty store", async () => {
    const place = await aVariantInStock(9, { sku: "=cmd", title: '@Teapot "blue", large', priceMinor: 12_345 });
    await anOrder({ lines: [{ place, quantity: 2 }], payment: "cod" });
    await anOrder({ lines: [{ place, quantity: 1 }] });
    const file = shopifyOrders([
      shopifyRow({ Name: "#9001", Notes: "=HYPERLINK(1)\nmore", Tags: "b, a" }),
      shopifyLine({ Name: "#9001", "Lineitem name": "Tip", "Lineitem price": "0.00" }),
      shopifyRow({ Name: "#9002", "Financial Status": "partially_refunded", "Refunded Amount": "12.34" }),
      shopifyRow({
        Name: "#9003",
        "Financial Status": "voided",
        "Fulfillment Status": "",
        "Cancelled at": "2024-05-01 10:00:00 +0200",
      }),
    ]);
    expect(await imported("orders", file)).toMatchObject({ counts: { created: 3, refused: 0 } });
    const first = await exported("orders");
    expect(linesOf(first)).toHaveLength(6);
    expect(first).not.toMatch(/(^|,|")=/m);

    // Into the same store: nothing changes.
    const id = await anUploadedImport("orders", first);
    expect(await startedImport(id)).toMatchObject({ counts: { created: 0, changed: 0, same: 5, refused: 0 } });
    // Into one without orders.
    await db().execute(sql`
      do $$ begin
        set local session_replication_role = replica;
        truncate stock_levels, movements, orders, order_lines, payments, refunds, parcels, parcel_lines, order_notes, order_tags, imported_orders,
          stock_requests, allocations cascade;
      end $$`);
    expect(await startedImport(id)).toMatchObject({ counts: { created: 5, refused: 0 } });
    expect(await exported("orders")).toBe(first);
  });

  it("honours the list's filters, and says which one is wrong", async () => {
    const place = await aVariantInStock(5);
    const { number } = await anOrder({ lines: [{ place, quantity: 1 }] });
    const lines = linesOf(await exported("orders", { q: number }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(number);
    expect(await call(exports.create, { kind: "orders", filters: { colour: "blue" } })).toMatchObject({ status: 400 });
    expect(await call(exports.create, { kind: "orders", filters: { status: "odd" } })).toMatchObject({
      status: 400,
      body: { error: { detail: { issues: [{ path: "filters.status" }] } } },
    });
  });
});

it("of stock can be imported again, and changes nothing", async () => {
  await aVariantInStock(5);
  const file = await exported("stock");
  expect(file.split("\r\n")[0]).toBe("\uFEFFsku,location,on hand,expected on hand,reason");
  const done = await imported("stock", file);
  expect(done.counts).toEqual({ created: 0, changed: 0, same: linesOf(file).length, refused: 0 });
});

// Ordered by title, a product renamed in between was skipped or listed twice, and the file could not be imported.
it("of products has each of them once, even if some are renamed between two pages", async () => {
  const slugs = Array.from({ length: 201 }, (_, nth) => `between-pages-${nth}`);
  await imported("products", csv(["handle", "title", "sku", "price"], ...slugs.map((slug) => [slug, slug, slug, 1])));
  const by = { vendorId: null } as Actor; // the list asks of nobody but a vendor who they are
  const page = (cursor: string | null) => productsExport.page(by, { q: "between-pages-" }, cursor);
  const first = await page(null);
  await db().execute(sql`
    update products set title = case when slug = any(${sql.param(first.rows.map(([slug]) => slug))}::text[])
      then 'Z' else 'A' end || ' between-pages-' || id where slug like 'between-pages-%'`);
  const second = await page(first.next);
  expect([...first.rows, ...second.rows].map(([slug]) => slug)).toEqual(slugs);
  expect(second.next).toBeNull();
});

// By SKU, a variant renamed in between was not in the file, or twice.
it("of stock has each variant once, even if SKUs are renamed between two pages", async () => {
  const code = await db().execute<{ code: string }>(sql`select code from locations where active limit 1`);
  const skus = Array.from({ length: 201 }, (_, nth) => `renamed-sku-${nth + 1_000}`);
  await imported("products", csv(["handle", "title", "sku", "price"], ...skus.map((sku) => [sku, sku, sku, 1])));
  await imported("stock", csv(["sku", "location", "on hand"], ...skus.map((sku, nth) => [sku, code[0]!.code, nth])));
  const by = { vendorId: null } as Actor; // the list asks of nobody but a vendor who they are
  const page = (cursor: string | null) => stockExport.page(by, { q: "renamed-sku-" }, cursor);
  const first = await page(null);
  await db().execute(sql`
    update variants set sku = case when sku = any(${sql.param(first.rows.map(([sku]) => sku))}::text[])
      then 'Z-' else 'A-' end || sku where sku like 'renamed-sku-%'`);
  const second = await page(first.next);
  const quantities = [...first.rows, ...second.rows].map(([, , onHand]) => onHand);
  expect(quantities.toSorted((a, b) => Number(a) - Number(b))).toEqual(skus.map((_, nth) => nth));
  expect(second.next).toBeNull();
});

// Renamed in between, it was two lists to another store; edited, it had two versions, and half of it was refused there.
it("of price lists has each as it was when its first price was read, even if it is edited between two pages", async () => {
  const sku = some("between-pages");
  const name = some("Edited");
  await imported("products", csv(["handle", "title", "sku", "price"], [sku, sku, sku, 1]));
  const rows = Array.from({ length: 450 }, (_, nth) => [name, sku, nth + 1, 1]);
  await imported("priceLists", csv(["price list", "sku", "from quantity", "price"], ...rows));
  const by = { vendorId: null } as Actor; // the list asks of nobody but a vendor who they are
  const pages = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const page: Awaited<ReturnType<typeof priceListsExport.page>> = await priceListsExport.page(by, {}, cursor);
    pages.push(...page.rows.filter((row) => row.includes(sku)));
    await db().execute(
      sql`update price_lists set name = name || '!', priority = priority + 1 where name like ${`${name}%`}`,
    );
    cursor = page.next ?? undefined;
  }
  expect(pages).toHaveLength(450);
  expect(new Set(pages.map((row) => JSON.stringify(row.slice(0, 8)))).size).toBe(1);
});

it.each(["movements", "payments", "audit"] as const)("of %s contains what the list shows", async (kind) => {
  const place = await aVariantInStock(5);
  await anOrder({ lines: [{ place, quantity: 1 }] });
  const file = await exported(kind);
  const table = { movements: "movements", payments: "payments", audit: "audit" }[kind];
  const [row] = await db().execute<{ count: number }>(sql`select count(*)::integer as count from ${sql.raw(table)}`);
  // Making the second of these is in the audit too.
  expect(linesOf(file.replace(/"(?:[^"]|"")*"/g, "q"))).toHaveLength(row!.count);
});

// The next worker used to start again at the first row, and append the rows a second time.
it.each([
  ["its last part", async () => {}],
  ["all of it", completed],
])("has each row once if its worker dies after sending %s", async (_, sentMore) => {
  await aVariantInStock(5);
  await someFiles();
  const { body } = await call(exports.create, { kind: "stock" });
  const runner = await aJobRunner();
  await runner.runUntil({ change: 2, where: "after" });
  await sentMore(body.id);
  await jobsDueNow();
  await runJobs();
  const { status, rows, bytes, file } = (await call(exports.read, { id: body.id })).body;
  const text = await textAt(file!.url);
  expect({ status, rows, bytes }).toEqual({
    status: "done",
    rows: linesOf(text).length,
    bytes: Buffer.byteLength(text),
  });
});

/** A worker's last step before it records that it is done. */
async function completed(id: string): Promise<void> {
  const { key, parts } = await cursorOf(id);
  await completeFile(key, parts);
}

async function cursorOf(id: string) {
  const [job] = await db().execute<{ key: FileKey; parts: Parts }>(sql`
    select file_key as key, cursor->'parts' as parts from jobs where id = ${id}`);
  return job!;
}

/**
 * Works on exports while the file store loses the upload after some of the changes, as a rule of the bucket for
 * incomplete uploads does.
 */
async function withLostUploads(id: string, isLostAfter: (change: number) => boolean): Promise<void> {
  let changes = 0;
  const commit: typeof inPublishedChange = async (by, work) => {
    const done = await inPublishedChange(by, work);
    changes++;
    if (isLostAfter(changes)) {
      const { key, parts } = await cursorOf(id);
      await s3().send(new AbortMultipartUploadCommand({ Bucket: filesBucket(), Key: key, UploadId: parts.uploadId }));
    }
    return done;
  };
  await runEach({ imports: [], exports: known, timeLeft: () => 600_000, commit });
}

// It used to fail after ten attempts, or, if there was nothing to do but join the parts, be done and have no file.
it.each([
  ["before its first part is sent", 1],
  ["when all of its parts are sent", 2],
])("begins again if the file store loses the upload %s", async (_, lostAfter) => {
  await aVariantInStock(5);
  await someFiles();
  const { body } = await call(exports.create, { kind: "stock" });
  await withLostUploads(body.id, (change) => change === lostAfter);
  const { status, rows, file } = (await call(exports.read, { id: body.id })).body;
  expect({ status, rows }).toEqual({ status: "done", rows: linesOf(await textAt(file!.url)).length });
});

it("fails with a sentence if the file store keeps losing the upload", async () => {
  await someFiles();
  const { body } = await call(exports.create, { kind: "stock" });
  await withLostUploads(body.id, () => true);
  const done = (await call(exports.read, { id: body.id })).body;
  expect(done).toMatchObject({ status: "failed", says: "The file store lost the file again and again.", file: null });
});

// Payments are told apart by their days for accounting.
it("of payments has those of its days alone, the first moment included and the last not", async () => {
  const { id } = await anOrder({ paid: true });
  const inSpan = async (from: string, to: string) => {
    const lines = linesOf(await exported("payments", { from, to }));
    return lines.filter((line) => line.includes("2023-05-0")).length;
  };
  await db().execute(sql`update payments set at = '2023-05-02T00:00:00Z' where order_id = ${id}`);
  expect(await inSpan("2023-05-02T00:00:00Z", "2023-05-03T00:00:00Z")).toBe(1);
  expect(await inSpan("2023-05-01T00:00:00Z", "2023-05-02T00:00:00Z")).toBe(0);
  expect(await inSpan("2023-05-02T00:00:00.001Z", "2023-05-03T00:00:00Z")).toBe(0);
});

it("is listed with those of its kind and status, page by page", async () => {
  await db().execute(sql`delete from jobs`);
  const ids: string[] = [];
  for (const kind of ["stock", "audit", "stock"] as const) ids.unshift((await call(exports.create, { kind })).body.id);
  const listed = async (input: object) =>
    (await pagesOf((cursor) => call(exports.list, { limit: 1, ...input, ...(cursor && { cursor }) }))).map(
      ({ id }) => id,
    );
  expect(await listed({})).toEqual(ids);
  expect(await listed({ kind: "stock" })).toEqual([ids[0], ids[2]]);
  expect(await listed({ kind: "audit" })).toEqual([ids[1]]);
  await call(exports.cancel, { id: ids[0] as Id<"export"> });
  expect(await listed({ kind: "stock", status: "queued" })).toEqual([ids[2]]);
  await db().execute(sql`delete from jobs`);
});

describe("one whose pages take long", () => {
  const header = ["n"];
  /** Three pages of a row, with this before each. */
  const slowly = (before: (nth: number) => Promise<unknown>): DeclaredExport => ({
    ...{ kind: "stock", header },
    page: async (_by, _filters, cursor) => {
      const nth = Number(cursor ?? 0);
      await before(nth);
      return { rows: [[`é${nth}`]], next: nth < 2 ? String(nth + 1) : null };
    },
  });
  /** Only pages take time, however slow the machine is. */
  let now = performance.now();
  beforeEach(() => void vi.spyOn(performance, "now").mockImplementation(() => now));
  afterEach(() => void vi.restoreAllMocks());
  const pass = (ms: number) => {
    now += ms;
  };
  const run = (kind: DeclaredExport) =>
    runEach({ imports: [], exports: [kind], timeLeft: () => 600_000, commit: inPublishedChange });
  const aQueuedExport = async () => {
    await someFiles();
    await db().execute(sql`delete from jobs`);
    return (await call(exports.create, { kind: "stock" })).body.id;
  };

  it("shows how far it is before the first part of its file is full", async () => {
    const id = await aQueuedExport();
    const { body: other } = await call(exports.create, { kind: "audit" });
    await call(exports.cancel, { id: other.id });
    const seen: unknown[] = [];
    await run(
      slowly(async (nth) => {
        if (nth === 0) pass(1_100);
        const { rows, bytes } = (await call(exports.read, { id })).body;
        seen.push([rows, bytes]);
      }),
    );
    const file = "\uFEFFn\r\né0\r\n";
    expect(seen).toEqual([[0, 0], ...Array(2).fill([1, Buffer.byteLength(file)])]);
    expect((await call(exports.read, { id })).body).toMatchObject({ status: "done", rows: 3 });
    expect((await call(exports.read, { id: other.id })).body).toMatchObject({ status: "cancelled", rows: 0, bytes: 0 });
  });

  // Both workers would send parts of one file.
  it("is left to the worker that has taken it over", async () => {
    const id = await aQueuedExport();
    let pages = 0;
    await run(
      slowly(async () => {
        pages++;
        await db().execute(sql`update jobs set claim_id = gen_random_uuid() where id = ${id}`);
        pass(1_100);
      }),
    );
    expect(pages).toBe(1);
    expect((await call(exports.read, { id })).body).toMatchObject({ status: "running", rows: 0 });
    await db().execute(sql`delete from jobs`);
  });
});

it("needs the right to take data out, and the right to see it", async () => {
  const as = await aKey({ role: "manager" });
  expect(await call(exports.create, { kind: "orders" }, { as })).toMatchObject({ status: 403 });
});

// The audit cannot be changed, not even to erase a person.
it("is audited without the text that was searched for", async () => {
  const filters = { q: "asha@example.com", status: ["confirmed"] };
  const { body } = await call(exports.create, { kind: "orders", filters });
  expect((await call(exports.read, { id: body.id })).body.filters).toEqual(filters);
  const after = { kind: "orders", filters: { q: "…", status: ["confirmed"] } };
  expect(await entriesAbout(body.id)).toMatchObject([{ action: "export.create", after }]);
  await call(exports.cancel, { id: body.id });
});

it("can be cancelled while it waits, and then has no file", async () => {
  const { body } = await call(exports.create, { kind: "audit" });
  const { body: other } = await call(exports.create, { kind: "customers" });
  expect(await call(exports.cancel, { id: body.id })).toMatchObject({ status: 200, body: { status: "cancelled" } });
  expect(await call(exports.cancel, { id: body.id })).toMatchObject({ status: 409 });
  expect((await call(exports.cancel, { id: other.id })).status).toBe(200);
  await runJobs();
  expect((await call(exports.read, { id: body.id })).body).toMatchObject({ status: "cancelled", file: null });
});
