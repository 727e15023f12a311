/** The table of deliveries is partitioned by week while the previous version keeps writing, claiming and settling. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { knownMigrations, migrate } from "#core/db/migrate";

const server = postgres(inject("serverUrl"), { max: 1, onnotice: () => {} });
const name = `weeks_${process.pid}`;
const url = inject("serverUrl").replace(/postgres$/, name);
const inTable = 20_000;
let folder = "";

beforeAll(async () => {
  await server.unsafe(`create database ${name}`);
  await server.unsafe(`create role ${name} login password 'works'`);
  folder = await mkdtemp(join(tmpdir(), "quartermaster-before-"));
  const all = join(import.meta.dirname, "../../core/db/migrations");
  for (const file of await knownMigrations()) if (file < "0038") await cp(join(all, file), join(folder, file));
  await migrate(url, folder);
});
afterAll(async () => {
  await server.unsafe(`drop database ${name} with (force)`);
  await server.unsafe(`drop role ${name}`);
  await server.end();
  await rm(folder, { recursive: true });
});

/** As the previous version's senders and subscriber query: rows are located by ctid. */
const before = {
  fanOut: `
    insert into webhook_deliveries (id, endpoint_id, event_id, event_name, next_attempt_at)
    select new_id('whd', now()), 'whe_1', new_id('evt', now()), 'order.paid', now() from generate_series(1, 5)
    on conflict (endpoint_id, event_id) do nothing`,
  claim: `
    update webhook_deliveries row set attempts = row.attempts + 1, hidden_until = now() + interval '60 seconds', claim_id = gen_random_uuid()
    where row.ctid = any(array(
      select row.ctid from webhook_deliveries row
      where row.endpoint_id = 'whe_1' and row.again = false and row.status = 'pending' and row.next_attempt_at <= now()
        and (row.hidden_until is null or row.hidden_until <= now())
      order by row.next_attempt_at, row.id limit 20 for update skip locked))
    returning row.id, row.claim_id`,
  record: `
    update webhook_deliveries row set status = 'delivered', delivered_at = now(), next_attempt_at = null, hidden_until = null, claim_id = null
    where id = any($1::text[]) and status = 'pending'`,
};

it("loses, duplicates and refuses nothing, and does not wait for existing rows", async () => {
  const owner = postgres(url, { max: 1, onnotice: () => {} });
  await owner
    .unsafe(`
    insert into webhook_endpoints (id, url, events, active, secret, secret_last4, created_at, updated_at)
      values ('whe_1', 'https://receiver.test/', '{*}', true, 'x', 'x', now(), now());
    insert into webhook_deliveries (id, endpoint_id, event_id, event_name, status, delivered_at)
      select new_id('whd', at), 'whe_1', new_id('evt', at), 'order.paid', 'delivered', at
      from (select now() - n * interval '1 minute' as at from generate_series(1, ${inTable}) n) as given;
    grant select, insert, update, delete on all tables in schema public to ${name}`)
    .simple();

  const old = postgres(url.replace(/\/\/.*@/, `//${name}:works@`), { max: 2, onnotice: () => {} });
  let [written, sent, migrated, roundsAfter] = [0, 0, false, 0];
  const trickle = async () => {
    while (!migrated || roundsAfter++ < 20) {
      written += (await old.unsafe(before.fanOut)).count;
      const claimed = await old.unsafe<{ id: string }[]>(before.claim);
      sent += (await old.unsafe(before.record, [claimed.map(({ id }) => id)])).count;
    }
  };
  const atWork = trickle();
  expect(await migrate(url)).toContain("0039-deliveries-in-partitions.sql");
  migrated = true;
  await atWork;

  expect(sent).toBe(written);
  expect(
    await owner`
    select status, attempts, count(*)::int as count from webhook_deliveries group by 1, 2 order by 2`,
  ).toMatchObject([
    { status: "delivered", attempts: 0, count: inTable },
    { status: "delivered", attempts: 1, count: written },
  ]);
  // Existing rows stay where they were, with those of the next days: the previous version finds rows by their place.
  expect(await owner`select distinct tableoid::regclass::text as part from webhook_deliveries`).toMatchObject([
    { part: "webhook_deliveries_first" },
  ]);
  const [first] = await owner`
    select until > id_from('evt', now() + interval '6 days 23 hours') as "forAWeek" from partitions_of('webhook_deliveries') where since is null and until is not null`;
  expect(first).toMatchObject({ forAWeek: true });
  await Promise.all([owner.end(), old.end()]);
});
