/** A full disk: clients are told, and monitoring finds out before they do. */
import { rename, rm, symlink } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import * as service from "#core/contract/service";
import * as vendor from "#core/contract/vendor";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call, ownersKey } from "../support/call.ts";
import { statementsOf } from "../support/database-asked.ts";
import { aPerson } from "../support/given/people.ts";
import { inAServerOfItsOwn } from "../support/own-server.ts";

const server = inAServerOfItsOwn();
const ready = () => call(service.ready, {}, { as: null });
const full = { status: 503, headers: { "retry-after": "60" }, body: { error: { code: "service.full" } } };

/** Writes there fail with ENOSPC, from the system itself. */
const fullDisk = "/dev/full";

beforeAll(async () => {
  await ownersKey();
  await aPerson();
});

// Each look writes a file, and anyone may ask.
it("is looked at once for all who ask at the same time", async () => {
  const statements = await statementsOf(async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, ready));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
  expect(statements.filter(({ text }) => text.includes("written")).length).toBeLessThan(5);
});

describe("a disk that is full", { timeout: 60_000 }, () => {
  it("answers a change with 503 service.full, and accepts it once there is room", async () => {
    const [where] = await db().execute<{ path: string }>(sql`select pg_relation_filepath('vendors') as path`);
    const file = server.path(where?.path ?? "");
    await server.stop();
    await rename(file, `${file}.aside`);
    await symlink(fullDisk, file);
    try {
      await server.start();
      expect(await call(vendor.create, { name: "Loom & Co" })).toMatchObject(full);
      expect(await call(vendor.list, {})).toMatchObject({ status: 200 });
    } finally {
      await server.stop();
      await rename(`${file}.aside`, file);
      await server.start();
    }
    expect(await call(vendor.create, { name: "Loom & Co" })).toMatchObject({ status: 201 });
  });

  // Reads still worked, and so readiness was reported until someone noticed that nothing had been sold since noon.
  it("is reported as not ready until there is room again", async () => {
    expect(await ready()).toMatchObject({ status: 200 });
    // Each connection writes what does not fit into memory to its own files, counted from 0. The pool opens its last
    // connection only while all others are in use.
    const all = Promise.withResolvers<void>();
    let count = 0;
    const pids = await Promise.all(
      Array.from({ length: 10 }, () =>
        db().transaction(async (tx) => {
          const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
          if (++count === 10) all.resolve();
          await all.promise;
          return row?.pid;
        }),
      ),
    );
    const files = pids.flatMap((pid) =>
      Array.from({ length: 10 }, (_, n) => server.path(`base/pgsql_tmp/pgsql_tmp${pid}.${n}`)),
    );
    await Promise.all(files.map((file) => symlink(fullDisk, file)));
    try {
      expect(await ready()).toMatchObject(full);
    } finally {
      await Promise.all(files.map((file) => rm(file, { force: true })));
    }
    expect(await ready()).toMatchObject({ status: 200, body: { status: "ready" } });
  });
});

describe("a store without an owner", () => {
  // Someone who waits for "ready" and then signs in would be refused, and think the password was wrong.
  it("is not ready, as no one could sign in", async () => {
    await db().execute(sql`update staff set removed_at = now()`);
    expect(await ready()).toMatchObject({ status: 503, body: { error: { code: "service.notReady" } } });
    await aPerson({ role: "manager" });
    expect(await ready()).toMatchObject({ status: 503 });
    await aPerson();
    expect(await ready()).toMatchObject({ status: 200 });
  });
});
