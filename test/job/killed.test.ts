/**
 * Workers die, databases restart, and people send a file twice or cancel it: no row is processed twice, and none is
 * lost.
 */
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import * as imports from "#core/contract/import";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { releaseJobs } from "#core/job/release-jobs";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aLocation, aProduct } from "../support/given/catalogue.ts";
import {
  anUploadedImport,
  imported,
  importNow,
  jobsDueNow,
  oneBatch,
  runJobs,
  startedImport,
} from "../support/given/imports.ts";
import { compared, ordersOf } from "../support/given/many-orders.ts";
import { aStockroom } from "../support/given/stock.ts";
import { aJobRunner } from "../support/processes.ts";

const ordersIn = (prefix: string) => db().execute(sql`select from orders where number like ${`${prefix}%`}`);

beforeAll(() => aLocation());

/** `KILLED_ROWS=100000` kills a worker thirty times in 100,000 rows, which takes minutes. */
const count = Number(process.env["KILLED_ROWS"] ?? 4_800);
const refusedCount = Math.floor(count / 100);
const expected = { created: count - refusedCount, changed: 0, same: 0, refused: refusedCount };
const kills = 30;
const places = ["before", "within", "after"] as const;
/**
 * In three lives a worker makes three times this many changes, less two: of 400 orders each, and one to open the file.
 */
const lifeChanges = Math.floor((Math.ceil(count / 400) + 20) / kills);

// A Lambda is stopped wherever it is, and so is a machine.
it("ends row for row as if nothing had happened when its worker is killed thirty times", async () => {
  const undisturbed = await anUploadedImport("orders", ordersOf("#u", count));
  await call(imports.start, { id: undisturbed, dryRun: false });
  await jobsToTheirEnd(undisturbed);
  expect(await importNow(undisturbed)).toMatchObject({ status: "done", counts: expected });

  const id = await anUploadedImport("orders", ordersOf("#k", count));
  await call(imports.start, { id, dryRun: false });
  for (let kill = 0; kill < kills; kill++) {
    expect(await importNow(id)).toMatchObject({ endedAt: null });
    const runner = await aJobRunner();
    await runner.runUntil({ change: lifeChanges, where: places[kill % 3]! });
    // As the next start on one machine does.
    await releaseJobs();
    await jobsDueNow();
  }
  await jobsToTheirEnd(id);
  expect(await importNow(id)).toMatchObject({ status: "done", rows: count, counts: expected });
  const rows = await compared("#u", "#k");
  expect(rows).toMatchObject({ lacking: 0, over: 0 });
  expect(rows?.rows).toBeGreaterThan(6 * expected.created);
  const refused = await db().execute(sql`select row_number from job_rows where job_id = ${id} order by row_number`);
  expect(refused.map(({ row_number }) => Number(row_number))).toEqual(
    Array.from({ length: refusedCount }, (_, nth) => nth * 100 + 101),
  );
}, 1_800_000);

// Ten restarts in a row, while whoever upgraded looked for a mistake in a setting, made an import fail.
it("is due at once after a restart, and later after another in the same batch", async () => {
  const id = await anUploadedImport("orders", ordersOf("#q", 10));
  await call(imports.start, { id, dryRun: false });
  const waits = [];
  for (const attempts of [1, 2, 9]) {
    await db().execute(sql`
      update jobs set claim_id = gen_random_uuid(), attempts = ${attempts}, due_at = clock_timestamp() + interval '1 minute'
      where id = ${id}`);
    await releaseJobs();
    const [row] = await db().execute<{ wait: number }>(sql`
      select extract(epoch from due_at - clock_timestamp())::float8 as wait from jobs where id = ${id}`);
    // In steps of four, because a slow machine looks later.
    waits.push(Math.max(0, Math.round(row!.wait / 4) * 4));
  }
  expect(waits).toEqual([0, 4, 60]);
  await call(imports.cancel, { id });
  await runJobs();
});

/** A worker's time may be over before a long import is. */
async function jobsToTheirEnd(id: Parameters<typeof importNow>[0]): Promise<void> {
  do await runJobs();
  while ((await importNow(id)).endedAt === null);
}

// People who are not sure whether the first click counted click again.
it("creates each order once if the same file is imported twice at once", async () => {
  const file = ordersOf("#t", 1_000);
  const ids = [await anUploadedImport("orders", file), await anUploadedImport("orders", file)];
  for (const id of ids) await call(imports.start, { id, dryRun: false });
  const runners = await Promise.all([aJobRunner(), aJobRunner()]);
  for (const runner of runners) runner.begin();
  await expect
    .poll(async () => (await Promise.all(ids.map(importNow))).map(({ status }) => status), {
      timeout: 60_000,
      interval: 100,
    })
    .toEqual(["done", "done"]);
  const ended = await Promise.all(ids.map(importNow));
  expect(ended.reduce((sum, { counts }) => sum + counts.created, 0)).toBe(990);
  expect(ended.reduce((sum, { counts }) => sum + counts.same, 0)).toBe(990);
  expect(await ordersIn("#t")).toHaveLength(990);
});

it("stops when it is cancelled, reports what was done, and keeps that", async () => {
  const { variants } = await aProduct({ variants: [{ sku: "CANCELLED-1" }] });
  const code = await db().execute<{ code: string }>(sql`select code from locations where id = ${await aStockroom()}`);
  const file = `sku,location,on hand\n${variants[0]!.sku},${code[0]!.code},5\n${"none,none,1\n".repeat(30_000)}`;
  const id = await anUploadedImport("stock", file);
  await call(imports.start, { id, dryRun: false });
  const begunTwice = await call(imports.start, { id, dryRun: false });
  expect(begunTwice).toMatchObject({ status: 409, body: { error: { code: "import.underWay" } } });
  const runner = await aJobRunner();
  runner.begin();
  await expect.poll(async () => (await importNow(id)).rows, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  const { status, body } = await call(imports.cancel, { id });
  expect([status, body.status]).toEqual([200, "cancelled"]);
  const endedTwice = await call(imports.cancel, { id });
  expect(endedTwice).toMatchObject({ status: 409, body: { error: { code: "import.ended" } } });
  await wait(500);
  const after = await importNow(id);
  expect(after).toMatchObject({ status: "cancelled", counts: { created: 1 } });
  expect(after.rows).toBe(body.rows);
  expect(after.rows).toBeLessThan(30_001);
  // What was refused until then can be corrected and sent again.
  await runner.kill();
  await jobsDueNow();
  await runJobs();
  const refusedRows = await (await fetch((await importNow(id)).refusedRows!.url)).text();
  expect(refusedRows.trimEnd().split("\r\n")).toHaveLength(after.counts.refused + 1);
});

// Between two turns no worker has the job, so none notices the cancellation.
it("cancelled while no worker has it, still offers its refused rows as a file", async () => {
  const id = await anUploadedImport("orders", ordersOf("#b", 1_000));
  await call(imports.start, { id, dryRun: false });
  await oneBatch();
  const before = await importNow(id);
  expect(before).toMatchObject({ status: "running", refusedRows: null });
  expect(before.rows).toBeLessThan(1_000);
  await call(imports.cancel, { id });
  const { endedAt } = await importNow(id);
  await runJobs();
  const after = await importNow(id);
  expect(after).toMatchObject({ status: "cancelled", rows: before.rows, counts: before.counts, endedAt });
  const lines = (await (await fetch(after.refusedRows!.url)).text()).trimEnd().split("\r\n");
  expect(lines).toHaveLength(before.counts.refused + 1);
  // There is nothing left to do, and it can be started again.
  expect(await db().execute(sql`select from jobs where id = ${id} and due_at is null`)).toHaveLength(1);
  expect((await startedImport(id)).counts).toMatchObject({ created: 990 - before.counts.created, refused: 10 });
});

// The next batch uses another connection.
it("continues after the database has closed all its connections", async () => {
  const id = await anUploadedImport("orders", ordersOf("#r", 3_000));
  await call(imports.start, { id, dryRun: false });
  const running = runJobs();
  for (let cut = 0; cut < 3; cut++) {
    await wait(150);
    await db()
      .execute(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      .catch(() => {});
  }
  await running.catch(() => {});
  for (let again = 0; again < 5 && (await importNow(id)).status !== "done"; again++) {
    await jobsDueNow();
    await runJobs();
  }
  expect(await importNow(id)).toMatchObject({ status: "done", counts: { created: 2_970, refused: 30 } });
  expect(await ordersIn("#r")).toHaveLength(2_970);
});

// The file of a hundred thousand refused products with their descriptions has a gigabyte. After a minute another worker
// began it again, and after the tenth the import had failed, although it had applied all its other rows.
it("keeps its claim while the file of refused rows is written", async () => {
  const { id } = await imported("stock", "sku,location,on hand\nnone,none,1\n");
  // Cancelled in the middle: all that is left to do is that file.
  await db().execute(sql`
    update jobs set status = 'cancelled', refused_key = null, due_at = clock_timestamp() where id = ${id}`);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const claimedUntil = async () =>
    (await db().execute<{ at: string }>(sql`select due_at::text as at from jobs where id = ${id}`))[0]!.at;
  let working: Promise<void> | undefined;
  await db().transaction(async (tx) => {
    await tx.execute(sql`lock table job_rows in access exclusive mode`);
    working = runJobs();
    await untilSomebodyWaits();
    const before = await claimedUntil();
    vi.advanceTimersByTime(20_000);
    await expect.poll(claimedUntil).not.toBe(before);
  });
  await working;
  expect(await importNow(id)).toMatchObject({ status: "cancelled", refusedRows: { url: expect.any(String) } });
});
