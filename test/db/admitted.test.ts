/** The database role of a deployed program: an intruder with it must not be able to change history. */
import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { operations } from "#core/contract/index";
import { bringUp } from "#core/db/bring-up/bring-up";
import { db, disconnect } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { schedules } from "#functions/wiring";
import { call, ownersKey } from "../support/call.ts";
import { writes } from "../support/every-write.ts";
import { invocation, scheduled } from "../support/invocation.ts";
import { plausible } from "../support/plausible.ts";

const role = `works_${randomBytes(4).toString("hex")}`;
const owner = process.env["DATABASE_URL"] ?? "";
const server = postgres(inject("serverUrl"), { max: 1, onnotice: () => {} });

beforeAll(async () => {
  await ownersKey();
  // As in a database created by PostgreSQL 14.
  await db().execute(sql`grant create on schema public to public`);
  await disconnect();
  process.env["MIGRATION_DATABASE_URL"] = owner;
  process.env["DATABASE_URL"] = owner.replace(/\/\/.*@/, `//${role}:p%40ss%2Fw'rd@`);
  await bringUp();
});
afterAll(async () => {
  await disconnect();
  delete process.env["MIGRATION_DATABASE_URL"];
  process.env["DATABASE_URL"] = owner;
  await db().execute(sql.raw(`drop owned by ${role}`));
  await server.unsafe(`drop role ${role}`);
  await server.end();
});

/** PostgreSQL's insufficient_privilege. */
const refused = { code: "42501" };

describe("the role that the program works as", () => {
  it("does not own the tables", async () => {
    const [row] = await db().execute(sql`select current_user as name, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls
      from pg_roles where rolname = current_user`);
    expect(row).toEqual({ name: role, rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false });
  });

  // Each is a way to sell what is not in stock, or to leave no trace.
  it.each([
    "drop trigger audit_append_only on audit",
    "alter table movements disable trigger movements_append_only",
    "alter table stock_levels drop constraint stock_levels_allocated_within_on_hand",
    "set session_replication_role = replica",
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
    "truncate audit",
    "update audit set actor_name = 'nobody'",
    "delete from movements",
    "insert into migrations (name) values ('9999-mine.sql')",
    "drop table orders",
    "create table mine (id integer)",
    // Given one with a check that calls one, `make_partitions` would call it as the tables' owner.
    "create temporary table mine (id integer)",
    "create function pg_temp.mine() returns integer language sql as 'select 1'",
    "create role mine",
    "select rolpassword from pg_authid",
    "select pg_read_file('postgresql.conf')",
    "copy orders to program 'cat'",
  ])("may not: %s", async (statement) => {
    await expect(db().execute(sql.raw(statement))).rejects.toMatchObject(refused);
  });

  // As in a database whose owner is not the tables', so that the right could not be revoked.
  it("may not have a table of its own partitioned with the owner's rights, if it may make one", async () => {
    await server.unsafe(`grant temporary on database ${new URL(owner).pathname.slice(1)} to ${role}`);
    await db()
      .transaction(async (tx) => {
        await tx.execute(sql`create temporary table mine (id text collate "C" not null) partition by range (id)`);
        await tx.execute(sql`create temporary table mine_default partition of mine default`);
        const made = tx.execute(sql`select make_partitions('mine', 'evt', '1 week')`);
        await expect(made).rejects.toMatchObject({
          ...refused,
          message: expect.stringContaining("not a table of the store"),
        });
        tx.rollback();
      })
      .catch((error: unknown) => expect(error).toMatchObject({ message: "Rollback" }));
    await server.unsafe(`revoke temporary on database ${new URL(owner).pathname.slice(1)} from ${role}`);
  });

  // A missing right would show as a 500 after a deploy.
  it.each(writes)("is enough for $name", async ({ op, given }) => {
    const { input, headers } = await given();
    const answer = await call(op, input, { ...(headers && { headers, as: null }) });
    expect([200, 201, 202], JSON.stringify(answer.body)).toContain(answer.status);
  });

  it.each(operations.filter(({ method }) => method === "GET"))("is enough for $name", async (op) => {
    expect((await call(op, plausible(op))).status).toBeLessThan(500);
  });

  it.each(schedules)("is enough for the schedule $name", async ({ name }) => {
    const { handler } = await import(`../../functions/schedule/${name}.ts`);
    await handler(scheduled, invocation);
  });

  it("is enough to close old months of the ledger", async () => {
    await db().execute(sql`select close_ledger(now() - interval '20 years')`);
    expect(await db().execute(sql`select from ledger_closing where closed_until is not null`)).toHaveLength(1);
  });

  it("is granted rights again, including new ones, on every deploy, and cannot migrate anything itself", async () => {
    await bringUp();
    expect(await db().execute(sql`select count(*)::int as count from migrations`)).toHaveLength(1);
    const { MIGRATION_DATABASE_URL } = process.env;
    delete process.env["MIGRATION_DATABASE_URL"];
    // Nothing is missing: a process on a host without the owner's credentials still starts.
    expect(await bringUp()).toEqual([]);
    const asOwner = postgres(owner, { max: 1 });
    const [last] = await asOwner`delete from migrations where name = (select max(name) from migrations) returning *`;
    await expect(bringUp()).rejects.toThrow("set MIGRATION_DATABASE_URL to one that owns the tables");
    await asOwner`insert into migrations ${asOwner(last!)}`;
    await asOwner.end();
    process.env["MIGRATION_DATABASE_URL"] = MIGRATION_DATABASE_URL;
  });

  it("cannot be the owner itself, by mistake", async () => {
    const { DATABASE_URL } = process.env;
    process.env["DATABASE_URL"] = owner;
    await expect(bringUp()).rejects.toThrow("owns the tables: the program must use another role");
    process.env["DATABASE_URL"] = DATABASE_URL;
  });
});
