/**
 * Reads on the standby: a real one that streams from the store's server. While paused, it shows an older state, which
 * reveals who reads from it.
 */
import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { system } from "#core/actor";
import * as doctor from "#core/contract/doctor";
import * as exports from "#core/contract/export";
import type { Id } from "#core/contract/kit/fields";
import * as order from "#core/contract/order";
import * as report from "#core/contract/report";
import { admitReports } from "#core/db/bring-up/admit-reports";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { onStandby } from "#core/db/standby";
import { repair } from "#core/doctor/repair";
import { call } from "../support/call.ts";
import { someFiles } from "../support/given/files.ts";
import { runJobs } from "../support/given/imports.ts";
import { anOrder } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import { inAServerOfItsOwn } from "../support/own-server.ts";
import { withAStandby } from "../support/own-standby.ts";

const server = inAServerOfItsOwn();
const standby = withAStandby(server);

// An hour behind the database's: if it were ahead, an order placed shortly before midnight would count for tomorrow.
let clock = Date.now() - 3_600_000;
beforeAll(async () => {
  await admitReports(process.env["DATABASE_URL"] ?? "");
  await someFiles();
});
// A standby that was behind or down is avoided for a while: skips that time.
beforeEach(async () => {
  clock += 120_000;
  vi.useFakeTimers({ toFake: ["Date"], now: clock });
  process.env["DATABASE_READ_URL"] = standby.url();
});
afterAll(() => {
  delete process.env["DATABASE_READ_URL"];
  vi.useRealTimers();
});

/** Without an audit entry, so that a standby without it counts as up to date. */
const setTotal = (id: string, minor: number) =>
  db().execute(sql`update orders set total_minor = ${minor} where id = ${id}`);

/** On the standby this order's total is 7,000,000, which is wrong; everywhere else it is right again. */
async function anOrderSeenDifferently() {
  await standby.catchUp();
  const { id, total } = await anOrderOf();
  await setTotal(id, 7_000_000);
  await standby.catchUp();
  await standby.holdBack();
  await setTotal(id, total);
  return { id };
}

async function anOrderOf() {
  const { id } = await anOrder({ payment: "cod" });
  return { id, total: await totalOf(id) };
}

const totalOf = async (id: Id<"order">): Promise<number> =>
  (await call(order.read, { id })).body.totals?.total.amountMinor ?? 0;

const day = (days: number) => new Date(clock + days * 86_400_000).toISOString().slice(0, 10);
async function grossNow(): Promise<number> {
  const { status, body } = await call(report.sales, { from: day(-1), to: day(1) });
  expect(status).toBe(200);
  return body.total.gross.amountMinor;
}

async function exportedOrders(during: () => Promise<unknown>): Promise<string> {
  const { id } = (await call(exports.create, { kind: "orders", filters: {} })).body;
  await db().execute(sql`update jobs set due_at = clock_timestamp() where id = ${id}`); // of a clock that was not put forward
  await during();
  await runJobs();
  const { file } = (await call(exports.read, { id })).body;
  return (await fetch(file!.url)).text();
}

const intervalWritten = async () => {
  const { status, body } = await call(report.tryQuery, { statement: "select interval '1 day' as a" });
  expect(status).toBe(200);
  return body.rows[0]?.[0];
};
const dayWritten = async () =>
  (await db().execute<{ day: string }>(sql`select (interval '1 day')::text as day`))[0]?.day;
const onTheStandby = "P1D";
const here = "1 day";

describe("a heavy read", () => {
  it("uses the standby: reports", async () => {
    const { id } = await anOrderSeenDifferently();
    expect(await totalOf(id)).toBeLessThan(7_000_000);
    expect(await grossNow()).toBeGreaterThanOrEqual(7_000_000);
  });

  it("uses the standby: the doctor when it checks, but not when it repairs", async () => {
    await standby.catchUp();
    const { variantId } = await aVariantInStock(5);
    await db().execute(sql`update stock_levels set on_hand = 7 where variant_id = ${variantId}`);
    await standby.catchUp();
    await standby.holdBack();
    await db().execute(sql`update stock_levels set on_hand = 5 where variant_id = ${variantId}`);
    const wrongIn = (checks: readonly doctor.Check[]) =>
      checks.filter(({ rows }) => JSON.stringify(rows).includes(variantId)).map(({ number }) => number);
    expect(wrongIn((await call(doctor.examine, {})).body.checks)).toEqual([6]);
    const { tried, examination } = await repair(system("test"));
    expect(tried).toEqual([]);
    expect(wrongIn(examination.checks)).toEqual([]);
  });

  it("uses the standby: exports", async () => {
    await standby.catchUp();
    const { id, total } = await anOrderOf();
    const file = await exportedOrders(async () => {
      await setTotal(id, 7_000_000);
      await standby.catchUp();
      await standby.holdBack();
      await setTotal(id, total);
    });
    expect(file).toContain("70000.00");
  });

  it("uses the standby: reports in SQL", async () => {
    await standby.catchUp();
    expect(await intervalWritten()).toBe(onTheStandby);
  });

  // Only the intended reads may use the standby: a verb would not see there what it has just written.
  it("is one of these four", () => {
    const asking = globSync("{core,functions}/**/*.ts").filter((path) =>
      readFileSync(path, "utf8").includes('"#core/db/standby"'),
    );
    expect(asking.toSorted()).toEqual([
      "core/doctor/examine.ts",
      "core/job/run-export.ts",
      "core/report/sql/run.ts",
      "functions/reads-much.ts",
    ]);
  });
});

// If a figure lacks an order just taken, people think that the order is lost.
describe("a read after the actor's own change", () => {
  it("never uses a standby that lacks it", async () => {
    await standby.catchUp();
    await standby.holdBack();
    const before = await grossNow();
    const { total } = await anOrderOf();
    expect(await grossNow()).toBe(before + total);
    // Nor does each of the next reads wait for it.
    await standby.catchUp();
    expect(await intervalWritten()).toBe(here);
    clock += 6_000;
    vi.setSystemTime(clock);
    expect(await intervalWritten()).toBe(onTheStandby);
  });

  it("waits for a standby that is a moment behind", async () => {
    await standby.catchUp();
    await standby.holdBack();
    const asked = intervalWritten();
    await standby.catchUp();
    expect(await asked).toBe(onTheStandby);
  });
});

// After a failover the setting names another server.
it("the standby is the one that the setting names now", async () => {
  await standby.catchUp();
  expect(await onStandby(dayWritten)).toBe(onTheStandby);
  process.env["DATABASE_READ_URL"] = process.env["DATABASE_URL"];
  expect(await onStandby(dayWritten)).toBe(here);
  // It may have become one that can write.
  const { id, total } = await anOrderOf();
  await expect(onStandby(() => setTotal(id, 7_000_000))).rejects.toThrow();
  expect(await totalOf(id)).toBe(total);
});

describe("if no standby answers, the primary does", () => {
  // PostgreSQL ends a query on a standby if the store has removed rows that it read.
  it("when the standby ends a query (and only for that one)", async () => {
    await standby.catchUp();
    const answered = await onStandby(async () => {
      const day = await dayWritten();
      if (day === onTheStandby)
        await db().execute(sql`do $$ begin raise exception using errcode = 'serialization_failure'; end $$`);
      return day;
    });
    expect(answered).toBe(here);
    expect(await intervalWritten()).toBe(onTheStandby);
  });

  it("but not for what tries to write: nothing is written there or here", async () => {
    await standby.catchUp();
    const { id, total } = await anOrderOf();
    await standby.catchUp();
    await expect(onStandby(() => setTotal(id, 7_000_000))).rejects.toThrow();
    expect(await totalOf(id)).toBe(total);
    expect(await intervalWritten()).toBe(onTheStandby);
  });

  it("without the setting", async () => {
    delete process.env["DATABASE_READ_URL"];
    expect(await intervalWritten()).toBe(here);
    await anOrderSeenDifferently();
    expect(await grossNow()).toBeLessThan(7_000_000);
    await standby.catchUp();
  });

  it("when it refuses connections: from the start, and after it stopped with connections open", async () => {
    await standby.catchUp();
    const before = await grossNow();
    await standby.takeAway();
    for (let round = 0; round < 3; round++) expect(await grossNow()).toBe(before);
    expect(await intervalWritten()).toBe(here);
    clock += 120_000;
    vi.setSystemTime(clock);
    expect(await intervalWritten()).toBe(here);
    clock += 120_000;
    vi.setSystemTime(clock);
    expect((await call(doctor.examine, {})).body.checks[0]).toMatchObject({ name: "database", status: "ok" });
    expect(await exportedOrders(async () => {})).toContain("number");
  });
});
