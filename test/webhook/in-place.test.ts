/** What an attempt writes. The table of deliveries is the one that grows fastest, and each index of it is written for each row. */
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#core/db/client";
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
