/**
 * A database that restarts or fails over closes every connection; a Lambda that was frozen meanwhile
 * notices only when it uses one. Clients should not notice.
 */
import { execFileSync } from "node:child_process";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { system } from "#core/actor";
import * as doctor from "#core/contract/doctor";
import * as order from "#core/contract/order";
import * as service from "#core/contract/service";
import { type Change, inChange, writeLast } from "#core/db/change";
import { db, disconnect } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { outboxBacklog } from "#core/event/backlog";
import { recordPatiently } from "#core/work/record-patiently";
import { twice } from "#core/work/twice";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { anOrder, somebody } from "../support/given/orders.ts";
import { aPerson } from "../support/given/people.ts";
import { aStocklessVariant } from "../support/given/stock.ts";

const script = `
  import postgres from "postgres";
  const sql = postgres(process.argv[1], { max: 1 });
  await sql\`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'quartermaster'\`;
  await sql.end();`;

/**
 * Opens as many connections as the pool has, and has the database close them all. This process stands still meanwhile,
 * as a frozen Lambda does: it is not told before it uses one.
 */
async function afterFreezing(): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, () => db().execute(sql`select pg_sleep(0.05)`)));
  execFileSync(process.execPath, ["--input-type=module", "-e", script, process.env["DATABASE_URL"]!]);
}

const gone = `
  import postgres from "postgres";
  const [url, ...pids] = process.argv.slice(1);
  const sql = postgres(url, { max: 1 });
  while ((await sql\`select from pg_stat_activity where pid = any(\${pids}::integer[])\`).length > 0);
  await sql.end();`;

/** Blocks until the database has closed the idle connections, as it does after a minute. */
async function afterFreezingForLong(): Promise<void> {
  const hurried = sql`select pg_backend_pid() as pid, set_config('idle_session_timeout', '100', false), pg_sleep(0.05)`;
  const used = await Promise.all(Array.from({ length: 10 }, () => db().execute<{ pid: number }>(hurried)));
  const pids = used.flat().map(({ pid }) => String(pid));
  execFileSync(process.execPath, ["--input-type=module", "-e", gone, process.env["DATABASE_URL"]!, ...pids]);
}

const many = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 24 }, work));

const endsItself = (change: Change) => change.tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);

describe("when the database has closed its connections", () => {
  it("answers reads, at once and afterwards", async () => {
    const { id } = await anOrder();
    await aPerson();
    await afterFreezing();
    for (let round = 0; round < 3; round++) {
      const answers = await many(() => call(order.read, { id }));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
    await afterFreezing();
    expect(await call(service.ready, {})).toMatchObject({ status: 200 });
    await afterFreezing();
    expect((await call(doctor.examine, {})).body.checks[0]).toMatchObject({ name: "database", status: "ok" });
  });

  it("performs writes, once each", async () => {
    const variantId = await aStocklessVariant({ trackStock: false });
    const email = "frozen@example.com";
    await afterFreezing();
    const lines = [{ variantId, quantity: 1 }];
    const answers = await many(() => call(order.create, { ...somebody, email, lines }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect((await call(order.list, { q: email, limit: 200 })).body.items).toHaveLength(answers.length);
    for (const { body } of answers) expect(await eventsAbout(body.id)).toHaveLength(1);
  });
});

/** As after a failover: open connections lead to a server that only reads; new ones, to the one that has taken over. */
async function afterAFailover(): Promise<void> {
  const name = sql.raw(`"${new URL(process.env["DATABASE_URL"] ?? "").pathname.slice(1)}"`);
  await db().execute(sql`alter database ${name} set default_transaction_read_only = on`);
  await disconnect();
  await Promise.all(Array.from({ length: 10 }, () => db().execute(sql`select pg_sleep(0.05)`)));
  await db().transaction(async (tx) => {
    await tx.execute(sql`set transaction read write`);
    await tx.execute(sql`alter database ${name} reset default_transaction_read_only`);
  });
}

describe("when the database has become a standby, which closes no connection", () => {
  const passed = (ms: number) => {
    const now = performance.now() + ms;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    onTestFinished(() => void vi.restoreAllMocks());
  };

  it("performs writes, once each, on the one that has taken over", async () => {
    const { id } = await anOrder();
    await afterAFailover();
    passed(10_000);
    expect(await call(order.addNote, { id, text: "Afterwards" })).toMatchObject({ status: 201 });
    expect((await call(order.cancel, { id })).status).toBe(200);
  });

  it("repeats a change whose last statement was refused, as nothing was written", async () => {
    await anOrder();
    await afterAFailover();
    passed(10_000);
    let attempts = 0;
    await inChange(system("test"), async (change) => {
      attempts++;
      writeLast(change, sql`update orders set name = name where false`);
    });
    expect(attempts).toBe(2);
  });

  it("is ready on new connections, though no write came meanwhile", async () => {
    await aPerson();
    await afterAFailover();
    passed(10_000);
    expect(await call(service.ready, {})).toMatchObject({ status: 200 });
  });

  // Until the name has its new address: one pool after another would be opened for each request.
  it("answers 503 while new connections reach the same one, and is not ready", async () => {
    const { id } = await anOrder();
    await afterAFailover();
    const pool = db();
    expect(await call(order.addNote, { id, text: "Meanwhile" })).toMatchObject({
      status: 503,
      body: { error: { code: "service.away" } },
    });
    expect(await call(service.ready, {})).toMatchObject({ status: 503 });
    expect(db()).toBe(pool);
    passed(10_000);
    expect(await call(order.addNote, { id, text: "Afterwards" })).toMatchObject({ status: 201 });
  });
});

describe("a worker whose connections were all closed at once", () => {
  it("claims at the second try, whichever connection that uses", async () => {
    await afterFreezing();
    const claims = await many(() => twice(() => db().execute(sql`select 1 as claimed`)));
    expect(claims).toHaveLength(24);
  });

  it("records at the second try, too", async () => {
    await afterFreezing();
    let tries = 0;
    const recording = async (outcomes: readonly number[]) => {
      tries++;
      await db().execute(sql`select 1`);
      return [...outcomes];
    };
    expect(await recordPatiently(recording, [1, 2])).toEqual([1, 2]);
    expect(tries).toBeLessThanOrEqual(2);
  });
});

describe("when the database closes a connection in the middle of a change", () => {
  it("begins again, as nothing has been done", async () => {
    const { id } = await anOrder();
    let attempts = 0;
    await inChange(system("test"), async (change) => {
      await change.tx.execute(sql`update orders set name = name || '!' where id = ${id}`);
      if (++attempts === 1) await endsItself(change);
    });
    expect(attempts).toBe(2);
    expect((await call(order.read, { id })).body.contact?.name).toBe(`${somebody.name}!`);
  });

  // An order placed twice because its commit was in doubt is worse than an error.
  it("does not begin again if that was its commit, as the outcome is unknown", async () => {
    await db()
      .$client.unsafe(`
      create function ends() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create constraint trigger ends after insert on order_notes deferrable initially deferred
        for each row execute function ends()`)
      .simple();
    const { id } = await anOrder();
    let attempts = 0;
    const writing = inChange(system("test"), async (change) => {
      attempts++;
      await change.tx.execute(sql`
        insert into order_notes (id, order_id, text, actor_name, at) values ('not_1', ${id}, 'n', 'test', now())`);
    });
    await expect(writing).rejects.toThrow();
    expect(attempts).toBe(1);
    expect(await call(order.addNote, { id, text: "Perhaps" })).toMatchObject({
      status: 503,
      body: { error: { code: "service.away" } },
    });
    await db().$client.unsafe("drop function ends() cascade").simple();
    expect(await call(order.addNote, { id, text: "Afterwards" })).toMatchObject({ status: 201 });
  });
});

// A copy of a Lambda that waits for its next request runs no timer, and cannot close anything. A store with two hundred
// operations has a thousand such copies: each with a connection, and the database takes no more.
describe("an idle connection", () => {
  it("is closed by the database, later than this process would have closed it", async () => {
    const [found] = await db().execute<{ ms: number }>(
      sql`select setting::integer as ms from pg_settings where name = 'idle_session_timeout'`,
    );
    expect(found?.ms).toBe(60_000);
    expect((db().$client.options.idle_timeout ?? 0) * 1_000).toBeLessThan(found?.ms ?? 0);
  });

  it("is not missed by a read or a change", async () => {
    const { id } = await anOrder();
    await afterFreezingForLong();
    expect(await call(order.read, { id })).toMatchObject({ status: 200 });
    await afterFreezingForLong();
    expect(await call(order.cancel, { id })).toMatchObject({ status: 200 });
  });

  // A schedule that runs each hour comes out of a freeze each time, and what it reads is not asked twice.
  it("is not used after a long freeze by work that does not begin again", async () => {
    await afterFreezingForLong();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await outboxBacklog()).toMatchObject({ waiting: expect.any(Number) });
  });
});
