/**
 * What an attempt writes, and how. The table of deliveries grows fastest, and each of its indexes is written for each
 * row.
 */
import postgres from "postgres";
import { beforeEach, describe, expect, it } from "vitest";
import { db, disconnect } from "#core/db/client";
import { anEndpoint, send, someDeliveries } from "../support/given/webhooks.ts";
import { answer, aReceiver } from "../support/receiver.ts";

interface Updates {
  readonly all: number;
  /** Written next to the old row: no index is touched. */
  readonly inPlace: number;
  /** Written to another page because this one was full: an old row stays while any snapshot sees it. */
  readonly moved: number;
}

async function updates(): Promise<Updates> {
  const [found] = await db().$client<Updates[]>`
    select sum(n_tup_upd)::int as all, sum(n_tup_hot_upd)::int as "inPlace",
      sum(n_tup_newpage_upd)::int as moved
    from pg_stat_user_tables where relid in (select relid from pg_partition_tree('webhook_deliveries'))`;
  return found!;
}

/** Over one connection, which reports its statistics before it continues. */
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
  // At ten million deliveries a day, three indexes written for each claim are a third of the database's work.
  it("writes no index: PostgreSQL writes the row next to the old one, in the same page", async () => {
    const receiver = await aReceiver();
    await anEndpoint(receiver.url);
    await someDeliveries(400);
    const { all, inPlace, moved } = await updatesBy(() => send());
    // One claim and one outcome each; an outcome takes the row out of its queue, which is an index.
    expect(all).toBe(800);
    expect(inPlace + moved).toBeGreaterThan(360);
    expect(inPlace).toBeGreaterThan(200);
  });

  it("writes no index for a retry either", async () => {
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

  it("changes no indexed column of the table", async () => {
    const rows = await db().$client<{ name: string; def: string }[]>`
      select indexname as name, indexdef as def from pg_indexes where tablename = 'webhook_deliveries'`;
    expect(rows.length).toBeGreaterThan(2);
    for (const { name, def } of rows) expect([name, /attempts|hidden_until|claim_id/.test(def)]).toEqual([name, false]);
  });
});

/** How the transactions that wrote deliveries were committed: waiting for the disk, or not. */
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
  // Each wait for the disk between a commit and its receipt takes a millisecond, and on a busy disk twenty.
  it("is flushed when an outcome is recorded, but not when a row is created or claimed", async () => {
    const receiver = await aReceiver();
    await anEndpoint(receiver.url);
    expect(new Set(await commitsOf(() => someDeliveries(1)))).toEqual(new Set(["off"]));
    const [claims, outcome, ...others] = await commitsOf(() => send());
    expect([claims, outcome, others]).toEqual(["off", "on", []]);
  });
});
