/** The database password is rotated, as RDS does automatically: warm functions keep working unnoticed. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import * as store from "#core/contract/store";
import { connectedAnew, db, disconnect, primary } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { reading } from "#core/db/reading";
import { withSettings } from "#functions/deploy/settings";
import { handler as sweepOutbox } from "#functions/schedule/sweep-outbox";
import { call, ownersKey } from "../support/call.ts";
import { invocation, scheduled } from "../support/invocation.ts";

const role = `rotated_${randomBytes(4).toString("hex")}`;
const own = process.env["DATABASE_URL"] ?? "";
const server = postgres(inject("serverUrl"), { max: 1, onnotice: () => {} });
await server.unsafe(`create role ${role} login superuser password 'first'`);
await ownersKey();

let told = "first";
let asked = 0;
/** Secrets Manager does not answer until this is resolved. */
let held: Promise<void> | undefined;
const urlWith = (password: string) => own.replace(/\/\/.*@/, `//${role}:${password}@`);
const secretsManager = createServer(async (_, response) => {
  asked++;
  await held;
  response.end(JSON.stringify({ SecretString: JSON.stringify({ DATABASE_URL: urlWith(told) }) }));
}).listen(0, "127.0.0.1");
await once(secretsManager, "listening");

const before = { ...process.env };
Object.assign(process.env, {
  AWS_ENDPOINT_URL: `http://127.0.0.1:${(secretsManager.address() as AddressInfo).port}`,
  AWS_ACCESS_KEY_ID: "test",
  AWS_SECRET_ACCESS_KEY: "test",
  SETTINGS_SECRET: "settings",
});
await disconnect();
await withSettings(async () => {})();

afterAll(async () => {
  await disconnect();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  secretsManager.close();
  await server.unsafe(`drop role ${role}`);
  await server.end();
});

/** Changes the password, and closes the existing connections, which would otherwise stay. */
async function rotated(password: string): Promise<void> {
  await reading(() => db().execute(sql`select 1`));
  await server.unsafe(`alter role ${role} password '${password}'`);
  await server`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`;
  asked = 0;
}
const failure = (code: string) => Object.assign(new Error(code), { code });

// Settings that did not help are not fetched again within two seconds; each test has its own clock.
let now = performance.now();
vi.spyOn(performance, "now").mockImplementation(() => now);
beforeEach(() => {
  now += 10_000;
});

describe("a function whose database has a new password", () => {
  it("answers a read and a write as usual", async () => {
    told = "second";
    await rotated("second");
    expect(await call(store.read, {})).toMatchObject({ status: 200 });
    expect(asked).toBe(1);

    now += 10_000;
    told = "third";
    await rotated("third");
    expect(await call(store.edit, { name: "Still here" })).toMatchObject({ status: 200, body: { name: "Still here" } });
    expect(asked).toBe(1);
  });

  it("fetches settings once, however many requests fail at the same time", async () => {
    told = "fourth";
    await rotated("fourth");
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(store.read, {})));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(asked).toBe(1);
  });

  // They fail one after another, the last ones after the settings have been fetched.
  it("does so for the first requests of a process as well", async () => {
    await disconnect();
    told = "first";
    await server.unsafe(`alter role ${role} password 'first'`);
    asked = 0;
    const atOnce = async () => {
      await setImmediate();
      return db().execute(sql`select 1 as one`);
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => reading(atOnce)));
    expect(answers).toHaveLength(20);
    expect(asked).toBe(1);
  });

  // Of concurrent requests, one may find its connection closed while another has its password refused.
  it("uses the new password even if the pool was replaced while the settings were fetched", async () => {
    told = "changed";
    await rotated("changed");
    const fetched = Promise.withResolvers<void>();
    held = fetched.promise;
    const pool = primary();
    const refused = connectedAnew(pool, failure("28P01"));
    await expect.poll(() => asked).toBe(1);
    expect(await connectedAnew(pool, failure("CONNECTION_CLOSED"))).toBe(true);
    expect(primary()).not.toBe(pool);
    fetched.resolve();
    expect(await refused).toBe(true);
    expect(await call(store.read, {})).toMatchObject({ status: 200 });
    expect(asked).toBe(1);
  });

  // A worker's message comes back and a sweep runs again a minute later: by then it must have heard.
  it("continues with a sweep at its next run", async () => {
    told = "fifth";
    await rotated("fifth");
    await sweepOutbox(scheduled, invocation).catch(() => {});
    await expect.poll(() => sweepOutbox(scheduled, invocation)).toBeUndefined();
    expect(asked).toBe(1);
  });

  // The database has it before Secrets Manager does, for a moment.
  it("answers 503 with Retry-After while the settings still have the old one", async () => {
    await rotated("sixth");
    const headers = { "x-expect-fault": "yes" };
    expect(await call(store.read, {}, { headers })).toMatchObject({
      status: 503,
      headers: { "retry-after": "1" },
      body: { error: { code: "service.away" } },
    });
    expect(asked).toBe(1);
    await call(store.read, {}, { headers });
    expect(asked).toBe(1);

    now += 10_000;
    told = "sixth";
    expect(await call(store.read, {})).toMatchObject({ status: 200 });
    expect(asked).toBe(2);
  });
});
