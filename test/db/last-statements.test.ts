import { expect, it } from "vitest";
import { system } from "#core/actor";
import { type Change, inChange, savepoint, writeLast } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { statementsOf } from "../support/database-asked.ts";

const tag = sql`insert into order_tags (order_id, tag) select id, 'last' from orders limit 0`;
/** Fails in the database. */
const failing = sql`delete from order_tags where tag = (1 / ${0}::integer)::text`;

const entryOf = async (name: string) => {
  const [found] = await db().execute(sql`select from audit where action = ${name}`);
  return found;
};
const entry = (change: Change, action: string) => sql`
  insert into audit (id, change_id, at, actor_kind, actor_name, action, subject_type, subject_id)
  values (${newId("audit")}, ${change.id}, now(), 'system', 'test', ${action}, 'store', 'store')`;
const enter = (change: Change, action: string) => change.tx.execute(entry(change, action));
const beginnings = (statements: readonly { text: string }[]) =>
  statements.map(({ text }) => text.split(" ").slice(0, 3).join(" "));

it("is sent in one statement after everything else, and the commit does not wait for its answer", async () => {
  const statements = await statementsOf(() =>
    inChange(system("test"), async (change) => {
      writeLast(change, entry(change, "test.first"));
      writeLast(change, tag);
      writeLast(change, entry(change, "test.last"));
      await change.tx.execute(sql`select 1`);
    }),
  );
  expect(beginnings(statements)).toEqual(["begin", "select 1", "with last_0 as", "commit"]);
  for (const name of ["test.first", "test.last"]) expect(await entryOf(name)).toBeDefined();
});

// An import writes hundreds of entries, each time in another order: each order would be a statement to prepare.
it("is one statement each if there are many", async () => {
  const names = Array.from({ length: 30 }, (_, nth) => `test.many${nth}`);
  const statements = await statementsOf(() =>
    inChange(system("test"), async (change) => {
      for (const name of names) writeLast(change, entry(change, name));
    }),
  );
  expect(new Set(beginnings(statements))).toEqual(new Set(["begin", "insert into audit", "commit"]));
  for (const name of names) expect(await entryOf(name)).toBeDefined();
});

// The driver takes PostgreSQL's answer to the commit for a success, even if it was a rollback.
it.each([0, 1, 5])(
  "rolls the whole change back if it fails, and the change throws its error: beside %i",
  async (more) => {
    const change = inChange(system("test"), async (change) => {
      await enter(change, "test.failsLast");
      for (let nth = 0; nth < more; nth++) writeLast(change, tag);
      writeLast(change, failing);
    });
    await expect(change).rejects.toMatchObject({ code: "22012" });
    expect(await entryOf("test.failsLast")).toBeUndefined();
  },
);

it("starts the change again if it lost a race, and writes what the last try has", async () => {
  await db().execute(sql`create sequence test_tries`);
  const losesOnce = sql`
    do $$ begin
      if nextval('test_tries') = 1 then raise exception 'lost' using errcode = '40001'; end if;
    end $$`;
  let tries = 0;
  await inChange(system("test"), async (change) => {
    tries++;
    await enter(change, `test.race${tries}`);
    writeLast(change, losesOnce);
  });
  expect(tries).toBe(2);
  expect(await entryOf("test.race1")).toBeUndefined();
  expect(await entryOf("test.race2")).toBeDefined();
});

it("fails its savepoint only, if it belongs to one", async () => {
  await inChange(system("test"), async (change) => {
    await enter(change, "test.outside");
    const part = savepoint(change, async (within) => writeLast(within, failing));
    await expect(part).rejects.toMatchObject({ code: "22012" });
  });
  expect(await entryOf("test.outside")).toBeDefined();
});
