import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connect, connectedAnew, db, primary } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { letOthersPass } from "#core/db/let-others-pass";

describe("the pool", () => {
  // Compose passes an unset variable as an empty one: a pool of zero would wait for a connection forever.
  it.each([
    ["", 2],
    ["7", 7],
  ])("for DATABASE_CONNECTIONS=%s has %i connections", async (told, connections) => {
    const before = process.env["DATABASE_CONNECTIONS"];
    onTestFinished(() => {
      if (before === undefined) delete process.env["DATABASE_CONNECTIONS"];
      else process.env["DATABASE_CONNECTIONS"] = before;
    });
    process.env["DATABASE_CONNECTIONS"] = told;
    const pool = connect("postgres://nobody@store.test/none");
    expect(pool.$client.options.max).toBe(connections);
    await pool.$client.end();
  });

  it("is replaced once, however many find its connections closed", async () => {
    const lost = primary();
    const closed = Object.assign(new Error("closed"), { code: "CONNECTION_CLOSED" });
    expect(await connectedAnew(lost, closed)).toBe(true);
    const next = primary();
    expect(next).not.toBe(lost);
    expect(await connectedAnew(lost, closed)).toBe(true);
    expect(primary()).toBe(next);
  });

  // A statement that is stuck, or a change whose process hangs, would hold its locks for ever. Who waits for a lock is
  // told that the store is busy, before the statement itself is stopped.
  it("has the database end what takes too long", async () => {
    const limits = await db().execute<{ name: string; seconds: number }>(sql`
      select name, setting::integer / 1000 as seconds from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`);
    expect(limits.map(({ name, seconds }) => [name, seconds])).toEqual([
      ["idle_in_transaction_session_timeout", 30],
      ["lock_timeout", 20],
      ["statement_timeout", 30],
    ]);
  });
});

describe("work that locks a whole table", () => {
  const failing = async (code: string, tries = 3) => {
    let count = 0;
    const work = letOthersPass(async () => {
      count++;
      throw Object.assign(new Error("no"), { code });
    }, tries);
    await expect(work).rejects.toMatchObject({ code });
    return count;
  };

  it("is tried again when others hold the table, but not for ever, nor after another error", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    onTestFinished(() => random.mockRestore());
    expect([await failing("55P03"), await failing("23505")]).toEqual([3, 1]);
  });
});
