/** What an attempt writes, and how. The table of deliveries is the one that grows fastest, and each index of it is written for each row. */
import postgres from "postgres";
import { beforeEach, describe, expect, it } from "vitest";
import { db, disconnect } from "#core/db/client";
import { anEndpoint, send, someDeliveries } from "../support/given/webhooks.ts";
import { answer, aReceiver } from "../support/receiver.ts";

interface Updates {
  readonly all: number;
  /** Written beside the old row: no index knows of it. */
  readonly inPlace: number;
  /** Written to another page, since this one was full: an old row stays for as long as anybody's snapshot sees it. */
  readonly moved: number;
}

async function updates(): Promise<Updates> {
  const [found] = await db().$client<Updates[]>`
    select sum(n_tup_upd)::int as all, sum(n_tup_hot_upd)::int as "inPlace",
      sum(n_tup_newpage_upd)::int as moved
    from pg_stat_user_tables where relid in (select relid from pg_partition_tree('webhook_deliveries'))`;
  return found!;
}

/** Over one connection, whose figures are told before it goes on. */
async function updatesBy(work: () => Promise<unknown>): Promise<Updates> {
  const flushed = () =>
    Promise.all(Array.from({ length: 20 }, () => db().$client`select pg_stat_force_next_flush(), pg_sleep(0.02)`));
  await flushed();
  const before = await updates();
  await work();
  await flushed();
  const after = await updates();
  return { all: after.all - before.all, inPlace: after.inPlace - before.inPlace, moved: after.moved - before.moved };
}

beforeEach(async () => {
  await db().$client`truncate webhook_deliveries`;
  await db().$client`delete from webhook_endpoints`;
});

describe("a claim", () => {
  // At ten million deliveries a day, three indexes written for each claim are a third of what the database does.
  it("writes no index: PostgreSQL writes the row beside the old one, in the same page", async () => {
    const receiver = await aReceiver();
    await anEndpoint(receiver.url);
    await someDeliveries(400);
    const { all, inPlace, moved } = await updatesBy(() => send());
    // One claim and one outcome each; an outcome takes the row out of its queue, which is an index.
    expect(all).toBe(800);
    expect(inPlace + moved).toBeGreaterThan(360);
    expect(inPlace).toBeGreaterThan(200);
  });

  it("writes none for what is tried again, either", async () => {
    const receiver = await aReceiver(answer(500));
    await anEndpoint(receiver.url);
    await someDeliveries(100);
    await send();
    await db()
      .$client`update webhook_deliveries set next_attempt_at = now(), hidden_until = null where status = 'pending'`;
    receiver.behave = answer(200);
    const { all, inPlace, moved } = await updatesBy(() => send({ lane: "slow" }));
    expect(all).toBe(200);
    expect(inPlace + moved).toBeGreaterThan(90);
  });

  it("changes no column that an index of the table knows", async () => {
    const rows = await db().$client<{ name: string; def: string }[]>`
      select indexname as name, indexdef as def from pg_indexes where tablename = 'webhook_deliveries'`;
    expect(rows.length).toBeGreaterThan(2);
    for (const { name, def } of rows) expect([name, /attempts|hidden_until|claim_id/.test(def)]).toEqual([name, false]);
  });
});

/** How the commits of the transactions that wrote deliveries were made: with a wait for the disk, or without. */
async function commitsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sql = postgres(process.env["DATABASE_URL"]!, { max: 1 });
  // The tests' own PostgreSQL waits for no commit at all.
  await sql.unsafe(`
    alter database ${new URL(process.env["DATABASE_URL"]!).pathname.slice(1)} set synchronous_commit = on;
    create table commits (setting text);
    create function commits() returns trigger language plpgsql as $$
    begin
      insert into commits values (current_setting('synchronous_commit'));
      return null;
    end $$;
    create trigger commits after insert or update on webhook_deliveries execute function commits()`);
  try {
    await disconnect();
    await work();
    const rows = await sql<{ setting: string }[]>`select setting from commits`;
    return rows.map(({ setting }) => setting);
  } finally {
    await sql.unsafe("drop function commits cascade; drop table commits");
    await sql.end();
  }
}

describe("the disk", () => {
  // Between a commit and its receipt each wait for the disk is a millisecond, and on a busy disk twenty.
  it("is waited for by an outcome, and neither by a row that is made nor by a claim", async () => {
    const receiver = await aReceiver();
    await anEndpoint(receiver.url);
    expect(new Set(await commitsOf(() => someDeliveries(1)))).toEqual(new Set(["off"]));
    const [claims, outcome, ...others] = await commitsOf(() => send());
    expect([claims, outcome, others]).toEqual(["off", "on", []]);
  });
});
