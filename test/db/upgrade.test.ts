/**
 * A store of the previous version, migrated to this code. In production this is the one deploy that cannot be tested
 * first.
 *
 * `test/db/versions/` holds such stores, each the demo of that day's code, filled and dumped by pg_dump
 * --rows-per-insert.
 */
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import * as audit from "#core/contract/audit";
import * as order from "#core/contract/order";
import * as product from "#core/contract/product";
import * as session from "#core/contract/session";
import * as stock from "#core/contract/stock";
import { db, disconnect } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { isAway } from "#core/db/error";
import { knownMigrations, migrate } from "#core/db/migrate";
import { outboxBacklog } from "#core/event/backlog";
import { open } from "#core/secret";
import { endpoints } from "#core/webhook/webhook.table";
import { call } from "../support/call.ts";
import { settled } from "../support/settled.ts";

const server = postgres(inject("serverUrl"), { max: 1, onnotice: () => {} });
const urlOf = (name: string) => inject("serverUrl").replace(/postgres$/, name);
const made: string[] = [];
async function aDatabase(name: string): Promise<{ url: string; sql: postgres.Sql }> {
  const whole = `${name}_${process.pid}`;
  await server.unsafe(`create database ${whole}`);
  made.push(whole);
  return { url: urlOf(whole), sql: postgres(urlOf(whole), { max: 1, onnotice: () => {} }) };
}
afterAll(async () => {
  for (const name of made) await server.unsafe(`drop database ${name} with (force)`);
  await server.end();
});

/**
 * Everything that PostgreSQL knows about the tables, as text: columns, constraints, indexes and triggers, unordered.
 */
async function schemaOf(url: string): Promise<string[]> {
  const asking = postgres(url, { max: 1 });
  const rows = await asking<{ said: string }[]>`
    select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default,
      generation_expression) as said from information_schema.columns where table_schema = 'public'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prolang <> 13`;
  await asking.end();
  return rows.map(({ said }) => said).toSorted();
}

describe("a store of the previous version", () => {
  const shared = { DATABASE_URL: process.env["DATABASE_URL"], SECRETS_KEY: process.env["SECRETS_KEY"] };
  let url = "";
  let ran: string[] = [];

  beforeAll(async () => {
    const before = await aDatabase("before");
    url = before.url;
    const dump = gunzipSync(readFileSync(join(import.meta.dirname, "versions", "2026-11-21.sql.gz"))).toString();
    // Its first and last lines are for psql.
    await before.sql.unsafe(dump.replace(/^\\.*$/gm, ""));
    // Two orders whose names were edited; the customer of the second was erased afterwards.
    await before.sql.unsafe(`
      insert into public.audit (id, change_id, at, actor_kind, actor_name, action, subject_type, subject_id, before, after)
      select 'aud_' || right(id, 26), 'chg_' || right(id, 26), now(), 'system', 'test', 'order.editDetails', 'order', id,
        '{"name": "Old Name"}', '{"name": "New Name"}'
      from public.orders order by id limit 2`);
    await before.sql.unsafe(`
      insert into public.audit (id, change_id, at, actor_kind, actor_name, action, subject_type, subject_id, before, after)
      values ('aud_' || repeat('1', 26), 'chg_' || repeat('1', 26), now(), 'system', 'test', 'view.edit', 'view', 'viw_1',
        '{"name": "Old"}', '{"name": "New"}'),
      ('aud_' || repeat('2', 26), 'chg_' || repeat('2', 26), now(), 'system', 'test', 'view.remove', 'view', 'viw_1', '{"name": "New"}', null),
      ('aud_' || repeat('3', 26), 'chg_' || repeat('3', 26), now(), 'system', 'test', 'report.tryQuery', 'reportRun', 'run_1', null,
        '{"statement": "select 1", "parameters": {}}')`);
    await before.sql.unsafe(`
      update public.orders set email = 'erased@invalid' where id = (select id from public.orders order by id offset 1 limit 1)`);
    await before.sql.unsafe(`
      update public.orders set email = 'Imported.Once@Example.com'
      where id = (select id from public.orders order by id offset 2 limit 1)`);
    await before.sql.end();
    ran = await migrate(url);
    await disconnect();
    Object.assign(process.env, { DATABASE_URL: url, SECRETS_KEY: `k1:${Buffer.alloc(32).toString("base64")}` });
  });
  afterAll(async () => {
    await disconnect();
    Object.assign(process.env, shared);
  });

  // A migration that is edited after it has run somewhere never runs there again: this test detects that.
  it("has the same tables as a new one afterwards, to the last constraint", async () => {
    expect(ran).toContain("0010-words.sql");
    const [before, anew] = await Promise.all([schemaOf(url), schemaOf(urlOf("template"))]);
    expect(before.filter((one) => !anew.includes(one))).toEqual([]);
    expect(anew.filter((one) => !before.includes(one))).toEqual([]);
    expect(await migrate(url)).toEqual([]);
  });

  it("has lost nothing, and is reported correctly", async () => {
    const listed = await call(order.list, { limit: 200 });
    expect(listed.body.items).toHaveLength(200);
    expect(listed.body.items.filter(({ returned }) => returned !== "none").length).toBeGreaterThan(10);
    expect((await call(product.list, { limit: 200 })).body.items).toHaveLength(36);
    expect((await call(stock.list, { limit: 1 })).status).toBe(200);
    const signIn = { email: "owner@store.test", password: "correct horse battery staple" };
    expect(await call(session.signIn, signIn, { as: null })).toMatchObject({ status: 200 });
    const [endpoint] = await db().select().from(endpoints).limit(1);
    expect(open(endpoint!.secret, endpoint!.id)).toMatch(/^whsec_/);
  });

  it("keeps the details of orders before an edit apart from the audit, but for those of erased customers", async () => {
    const { items } = (await call(audit.list, { action: "order.editDetails" })).body;
    const changed = { before: null, after: { changed: ["name"] } };
    expect(items).toMatchObject([changed, { before: { name: "Old Name" }, after: { name: "New Name" } }]);
    expect(await db().execute(sql`select before, after from audit where action = 'order.editDetails'`)).toEqual([
      changed,
      changed,
    ]);
  });

  it("keeps what views searched for and what reports were run with apart from the audit", async () => {
    const shown = async (subjectId: string) =>
      (await call(audit.list, { subjectId })).body.items.map((one) => [one.before, one.after]);
    expect(await shown("viw_1")).toEqual([
      [{ name: "New" }, null],
      [{ name: "Old" }, { name: "New" }],
    ]);
    expect(await shown("run_1")).toEqual([[null, { statement: "select 1", parameters: {} }]]);
    const kept = await db().execute(sql`
      select before, after from audit where subject_id in ('viw_1', 'run_1') order by id`);
    expect(kept).toEqual([
      { before: null, after: { changed: ["name"] } },
      { before: { changed: ["name"] }, after: null },
      { before: null, after: { changed: ["statement", "parameters"] } },
    ]);
  });

  // Imports used to take addresses as the file had them, and searches and blocked addresses are in lower case.
  it("finds an imported order whose email address had capitals", async () => {
    const { items } = (await call(order.list, { q: "Imported.Once@Example.com" })).body;
    expect(items).toMatchObject([{ contact: { email: "imported.once@example.com" } }]);
  });

  it("still has every unsent event to send", async () => {
    expect(await outboxBacklog()).toMatchObject({ waiting: 3 });
    const [{ due } = { due: 0 }] = await db().execute<{ due: number }>(
      sql`select count(*)::int as due from events where fanned_out_at is null and next_put_at < now() + interval '1 minute'`,
    );
    expect(due).toBe(3);
  });

  it("keeps working: an order can be taken, and the doctor finds nothing", async () => {
    const { body } = await call(stock.list, { state: "in", limit: 1 });
    const lines = [{ variantId: body.items[0]!.variantId, quantity: 1 }];
    const address = { line1: "1 Market Street", city: "Pune", postalCode: "411001", country: "IN" } as const;
    const buyer = { email: "asha@example.com", name: "Asha Rao", payment: "manual" as const, address, lines };
    expect(await call(order.create, buyer)).toMatchObject({ status: 201 });
    expect(await settled()).toEqual([]);
  });
});

/** Invented migrations. */
async function aFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-migrations-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const waiting = (pattern: string) => server`
  select from pg_stat_activity where wait_event_type = 'Lock' and query ilike ${pattern}`;

describe("a migration", () => {
  // It waits behind one long query, and everything after it waits behind it: the store stops.
  it.each([
    ["in a transaction", ""],
    ["outside one", "-- outside a transaction\n-- Its comment.\n"],
  ])("lets others pass while it waits for a table %s, and gets it in the end", async (where, begin) => {
    const { url, sql } = await aDatabase(`locked_${where.split(" ")[0]}`);
    await sql`create table things (id integer)`;
    const folder = await aFolder({ "1.sql": `${begin}alter table things add name text;` });
    const other = postgres(url, { max: 1 });
    const { promise: over, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>();
    const long = sql.begin(async (tx) => {
      await tx`select from things`;
      onBegun();
      await over;
    });
    await begun;
    const migrating = migrate(url, folder);
    await expect.poll(() => waiting("%alter table things%")).not.toEqual([]);
    // Behind it, and not for as long as the query lasts.
    await other`insert into things values (1)`;
    letGo();
    await long;
    expect(await migrating).toEqual(["1.sql"]);
    expect(await other`select name from things`).toHaveLength(1);
    await Promise.all([sql.end(), other.end()]);
  });

  // It used to hang forever when the server died, as in a first start on a full disk.
  it("ends if its server dies", async () => {
    const { url, sql } = await aDatabase("dying");
    const folder = await aFolder({ "1.sql": "select 'the last words';" });
    const between = createServer((asked) => {
      const server = connect(Number(new URL(url).port), "127.0.0.1");
      asked.on("data", (bytes) => (bytes.includes("the last words") ? asked.destroy() : server.write(bytes)));
      asked.on("close", () => server.destroy());
      server.pipe(asked);
    });
    await new Promise<void>((ready) => between.listen(0, "127.0.0.1", ready));
    const through = new URL(url);
    through.port = String((between.address() as AddressInfo).port);
    await expect(migrate(through.href, folder)).rejects.toSatisfy(isAway);
    expect(await sql`select name from migrations`).toEqual([]);
    between.close();
    await sql.end();
  });

  const concurrently = {
    "1.sql": "create table things (id integer);\ninsert into things values (1), (1);",
    "2.sql": `-- outside a transaction
create index concurrently if not exists things_id on things (id);
create unique index concurrently if not exists things_once on things (id);
`,
  };

  // What it leaves behind when it fails is an index that is written and never read, and that `if not exists` takes for
  // whole.
  it("creates an index outside a transaction, and again if that was interrupted", async () => {
    const { url, sql } = await aDatabase("outside");
    const folder = await aFolder(concurrently);
    await expect(migrate(url, folder)).rejects.toMatchObject({ code: "23505" });
    expect(await sql`select name from migrations`).toMatchObject([{ name: "1.sql" }]);
    await sql`delete from things`;
    expect(await migrate(url, folder)).toEqual(["2.sql"]);
    expect(await sql`select from pg_index where not indisvalid`).toHaveLength(0);
    expect(await sql`select indexname as name from pg_indexes where tablename = 'things' order by 1`).toMatchObject([
      { name: "things_id" },
      { name: "things_once" },
    ]);
    await sql.end();
  });

  // An index made concurrently waits for every statement that runs, also for the one by which another process waits for
  // it.
  it("takes turns with others that start at the same time", async () => {
    const { url, sql } = await aDatabase("together");
    const folder = await aFolder({ ...concurrently, "1.sql": "create table things (id integer);" });
    const all = await Promise.all([1, 2, 3, 4].map(() => migrate(url, folder)));
    expect(all.flat().toSorted()).toEqual(["1.sql", "2.sql"]);
    await sql.end();
  });

  it("has a name with four digits, numbered in order", async () => {
    const names = await knownMigrations();
    expect(names.every((name) => /^\d{4}-[a-z-]+\.sql$/.test(name))).toBe(true);
    expect(names.length).toBeGreaterThan(9);
  });
});
