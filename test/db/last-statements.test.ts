import { expect, it } from "vitest";
import { system } from "#core/actor";
import { type Change, inChange, savepoint, sendLast } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { statementsOf } from "../support/database-asked.ts";

const tag = (change: Change, text: string) =>
  change.tx.execute(sql`insert into order_tags (order_id, tag) select id, ${text} from orders limit 0`);
/** Fails in the database. */
const failing = (change: Change) => change.tx.execute(sql`select 1 / ${0}::integer`);

const entryOf = async (name: string) => {
  const [found] = await db().execute(sql`select from audit where action = ${name}`);
  return found;
};
const enter = (change: Change, action: string) =>
  change.tx.execute(sql`
    insert into audit (id, change_id, at, actor_kind, actor_name, action, subject_type, subject_id)
    values (${newId("audit")}, ${change.id}, now(), 'system', 'test', ${action}, 'store', 'store')`);

it("is sent before the commit, which does not wait for its answer", async () => {
  const statements = await statementsOf(() =>
    inChange(system("test"), async (change) => {
      sendLast(change, tag(change, "last"));
      sendLast(change, enter(change, "test.sentLast"));
    }),
  );
  const texts = statements.map(({ text }) => text.split(" ").slice(0, 3).join(" "));
  expect(texts).toEqual(["begin", "insert into order_tags", "insert into audit", "commit"]);
  expect(await entryOf("test.sentLast")).toBeDefined();
});

// The driver takes PostgreSQL's answer to the commit for a success, even if it was a rollback.
it("rolls the whole change back if it fails, and the change throws its error", async () => {
  const change = inChange(system("test"), async (change) => {
    await enter(change, "test.failsLast");
    sendLast(change, failing(change));
  });
  await expect(change).rejects.toMatchObject({ code: "22012" });
  expect(await entryOf("test.failsLast")).toBeUndefined();
});

it("starts the change again if it lost a race", async () => {
  let tries = 0;
  await inChange(system("test"), async (change) => {
    tries++;
    await enter(change, `test.race${tries}`);
    const lost = sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`;
    if (tries === 1) sendLast(change, change.tx.execute(lost));
  });
  expect(tries).toBe(2);
  expect(await entryOf("test.race1")).toBeUndefined();
  expect(await entryOf("test.race2")).toBeDefined();
});

it("fails its savepoint only, if it belongs to one", async () => {
  await inChange(system("test"), async (change) => {
    await enter(change, "test.outside");
    const part = savepoint(change, async (within) => sendLast(within, failing(within)));
    await expect(part).rejects.toMatchObject({ code: "22012" });
  });
  expect(await entryOf("test.outside")).toBeDefined();
});
