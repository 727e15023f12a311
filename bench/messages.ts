/**
 * Emails of the local runtime in its own process: from an order over HTTP to the mail server's acceptance, at an even
 * rate; and how many a second are rendered and sent, with the runtime's memory. The mail server is a thread of this
 * process.
 */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db, disconnect } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { migrate } from "#core/db/migrate";
import { newSecretsKey } from "#core/secret";
import { createKey } from "#core/staff/keys/create-key";
import { receiveStock } from "#core/stock/receive-stock";
import { startChild } from "#local/child";
import type { LocalPostgres } from "#local/postgres/postgres";
import { aStocklessVariant, aStockroom } from "#test/support/given/stock";
import { type Base, measureAtRate, peakMbOf, send } from "./load.ts";

export interface MessagesRow {
  readonly name: string;
  readonly perSecond: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  /** Peak memory of the runtime. */
  readonly peakMb?: number;
}

const perSecond = 20;
const atRate = 400;
const copies = 4_000;

export async function messages(server: LocalPostgres): Promise<MessagesRow[]> {
  const database = `messages_${process.pid}`;
  await server.create(database);
  await migrate(server.url(database));
  const store = { DATABASE_URL: server.nearUrl(database), SECRETS_KEY: newSecretsKey() };
  const before = { ...process.env };
  Object.assign(process.env, store);
  const mails = await aMailServer();
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-bench-messages-"));
  const owner = { ...system("bench"), role: "owner" as const };
  const { key } = await inChange(owner, (change) =>
    createKey(change, { name: "bench", role: "owner", storefront: false }),
  );
  const variantId = await aVariant();
  const environment = { ...store, OWNER_PASSWORD: "a-bench-password", LOG_LEVEL: "ERROR" };
  const runtime = await startChild({ folder, environment });
  try {
    const base = { url: runtime.url, key };
    const settings = { host: "127.0.0.1", port: String(mails.port), security: "none" };
    const from = { fromName: "The store", fromAddress: "orders@store.test" };
    const path = "/api/admin/providers/smtp";
    await send(base, { method: "PUT", path, body: { settings: { ...settings, ...from } } });
    const waited = await fromOrderToMail(base, variantId, mails);
    return [waited, await asFastAsItGoes(mails, runtime.process.pid ?? 0)];
  } finally {
    await runtime.end();
    await mails.stop();
    await disconnect();
    await rm(folder, { recursive: true, force: true });
    process.env = before;
  }
}

interface Mails {
  readonly port: number;
  /** The arrival time of each, by subject. */
  readonly at: Map<string, number>;
  readonly count: () => number;
  readonly stop: () => Promise<unknown>;
}

async function aMailServer(): Promise<Mails> {
  const worker = new Worker(new URL("./mail-server.ts", import.meta.url));
  const [{ port }] = await once(worker, "message");
  const at = new Map<string, number>();
  let count = 0;
  worker.on("message", (mail: { subject: string; at: number }) => {
    count++;
    at.set(mail.subject, mail.at);
  });
  return { port, at, count: () => count, stop: () => worker.terminate() };
}

async function aVariant(): Promise<string> {
  const locationId = await aStockroom();
  const id = await aStocklessVariant({ priceMinor: 1_000 });
  await inChange(system("bench"), (change) => receiveStock(change, { id, locationId, quantity: 1_000_000 }));
  return id;
}

const address = { line1: "1 Market Street", city: "Pune", postalCode: "411001", country: "IN" };
const anOrder = (variantId: string) => ({
  ...{ method: "POST" as const, path: "/api/admin/orders" },
  body: { email: "bench@example.com", name: "Bench", address, payment: "cod", lines: [{ variantId, quantity: 1 }] },
});

/** From the event's time, that of the commit, to the last byte at the mail server. */
async function fromOrderToMail(base: Base, variantId: string, mails: Mails): Promise<MessagesRow> {
  const warm = 20;
  for (let nth = 0; nth < warm; nth++) await send(base, anOrder(variantId));
  await arrived(mails, warm);
  mails.at.clear();
  await measureAtRate(base, { perSecond, requests: atRate }, () => anOrder(variantId));
  await arrived(mails, warm + atRate);
  const events = await db().execute<{ subject: string; at: number }>(sql`
    select 'We have received your order ' || number as subject, extract(epoch from created_at)::float8 * 1000 as at from orders`);
  const took = events
    .flatMap(({ subject, at }) => (mails.at.get(subject) ?? 0) - at)
    .filter((ms) => ms > 0)
    .toSorted((a, b) => a - b);
  const part = (share: number) => Math.round(took[Math.floor((took.length - 1) * share)] ?? 0);
  return { name: "from an order to its email, 20 a second", perSecond, p50Ms: part(0.5), p99Ms: part(0.99) };
}

/**
 * Many copies of the same event, which the store's sweep finds within a minute. Measured from the first email to the
 * last.
 */
async function asFastAsItGoes(mails: Mails, pid: number): Promise<MessagesRow> {
  await db().execute(sql`
    insert into events (id, name, subject_type, subject_id, change_id, time, body, fanned_out_at)
    select id || '_' || nth, name, subject_type, subject_id, change_id, now(), body, now()
    from (select * from events where name = 'order.created' limit 1) event, generate_series(1, ${sql.raw(String(copies))}) nth`);
  const before = mails.count();
  await arrived(mails, before + 1);
  const began = performance.now();
  await arrived(mails, before + copies);
  const seconds = (performance.now() - began) / 1_000;
  return {
    ...{ name: "emails written out and handed over, as fast as it goes" },
    ...{ perSecond: Math.round(copies / seconds), peakMb: peakMbOf(pid) },
  };
}

async function arrived(mails: Mails, count: number): Promise<void> {
  while (mails.count() < count) await wait(20);
}
