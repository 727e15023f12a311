/**
 * Whole HTTP requests on the local runtime in its own process: the daily work of staff, for one client and for sixteen.
 * Each that can be repeated is compared with a bare loop over the same statements, which is its limit on this machine.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { disconnect } from "#core/db/client";
import { migrate } from "#core/db/migrate";
import { openDriver } from "#core/db/pool/driver";
import { newSecretsKey } from "#core/secret";
import { createKey } from "#core/staff/keys/create-key";
import { receiveStock } from "#core/stock/receive-stock";
import { startChild } from "#local/child";
import { startApi } from "#local/http/api";
import type { LocalPostgres } from "#local/postgres/postgres";
import { statementsOf } from "#test/support/database-asked";
import { aStocklessVariant, aStockroom } from "#test/support/given/stock";
import { type Asked, bareLoop } from "./bare/bare.ts";
import { generateOrders } from "./generate.ts";
import { type Base, type Call, measure, peakMbOf, send, type Timing } from "./load.ts";
import { buyersLike, type Created, cancel, creation, creations, once, orderOf, questions } from "./questions.ts";

export interface RequestRow extends Timing {
  readonly name: string;
  readonly orders: number;
  readonly clients: number;
  readonly [figure: string]: string | number;
}

/** The number of clients that want the last units of one variant; those that come too late get 409. */
const buyers = 300;
const units = 100;

async function aVariantWith(quantity: number): Promise<string> {
  const id = await aStocklessVariant();
  const locationId = await aStockroom();
  await inChange(system("bench"), (change) => receiveStock(change, { id, locationId, quantity }));
  return id;
}

/** Figures for one and for sixteen clients at each size of the store, and the runtime's peak memory. */
export async function requests(server: LocalPostgres, sizes: readonly number[]): Promise<RequestRow[]> {
  const rows: RequestRow[] = [];
  for (const orders of sizes) {
    const database = `requests_${orders}`;
    await server.create(database);
    const url = server.url(database);
    await migrate(url);
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await generateOrders(sql, orders);
    await sql.unsafe("vacuum analyze");
    await sql.end();
    rows.push(...(await measured(server.nearUrl(database), orders)));
  }
  return rows;
}

const warming = { clients: 8, requests: 200 };
const loads = [
  { clients: 1, requests: 300 },
  { clients: 16, requests: 2_000 },
];

/** A request for one order after the other; `measure` restarts its count for each load. */
function inTurn(created: readonly Created[], call: (order: Created) => Call): () => Call {
  const left = created.values();
  return () => {
    const { value } = left.next();
    if (!value) throw new Error("fewer orders than questions");
    return call(value);
  };
}

/** Unpaid orders, with their only line and the location of its unit. */
async function unpaidOrders(databaseUrl: string): Promise<Created[]> {
  const sql = openDriver(databaseUrl, { max: 1, onnotice: () => {} });
  const found = await sql<Created[]>`
    select orders.id, l.id as "lineId", a.location_id as "locationId"
    from orders join order_lines l on l.order_id = orders.id join allocations a on a.line_id = l.id
    where orders.status = 'pending' and orders.email like ${buyersLike} order by orders.id`;
  await sql.end();
  return found;
}

/** So many requests, that sixteen clients seldom wait for each other's rows. */
const likeRequests = 64;

/** The statements of some like requests, answered by this process. */
async function statementsOfEach(key: string, next: (index: number) => Call): Promise<Asked[]> {
  const api = await startApi({ port: 0, host: "127.0.0.1" });
  const requests: Asked[] = [];
  for (let index = 0; index < likeRequests; index++)
    requests.push(await statementsOf(() => send({ url: api.url, key }, next(index))));
  await api.stop();
  await disconnect();
  return requests;
}

async function measured(databaseUrl: string, orders: number): Promise<RequestRow[]> {
  const store = { DATABASE_URL: databaseUrl, SECRETS_KEY: newSecretsKey() };
  Object.assign(process.env, store);
  const owner = { ...system("bench"), role: "owner" as const };
  const { key } = await inChange(owner, (change) =>
    createKey(change, { name: "bench", role: "owner", storefront: false }),
  );
  const wanted = await aVariantWith(units);
  await disconnect();

  const folder = await mkdtemp(join(tmpdir(), "quartermaster-bench-requests-"));
  const environment = { ...store, OWNER_PASSWORD: "a-bench-password", LOG_LEVEL: "ERROR" };
  const runtime = await startChild({ folder, environment });
  try {
    const base = { url: runtime.url, key };
    const rows: RequestRow[] = [];
    const timed = async (name: string, next: (index: number) => Call, at: Base = base) => {
      await measure(at, warming, next); // Warms the pool and the compiler.
      for (const load of loads) rows.push({ name, orders, clients: load.clients, ...(await measure(at, load, next)) });
    };
    for (const [name, question] of Object.entries(questions)) {
      const next = question(orders);
      await timed(name, next);
      const since = Date.now();
      const bare = await bareLoop({ databaseUrl, requests: await statementsOfEach(key, next), since });
      await timed(`${name}, bare loop`, () => ({ method: "GET", path: "/" }), { url: bare.url, key });
      bare.end();
    }
    for (const [name, question] of Object.entries(creations)) await timed(name, question(orders));
    // From the orders just created, and no order twice.
    const created = await unpaidOrders(databaseUrl);
    for (const [name, call] of Object.entries(once)) await timed(name, inTurn(created, call));
    const requests = [warming, ...loads].reduce((sum, load) => sum + load.requests, 0);
    await measure(base, { clients: 16, requests }, creation);
    await timed("order cancel", inTurn(await unpaidOrders(databaseUrl), cancel));
    const began = performance.now();
    const load = { clients: 16, requests: buyers, expected: [409] };
    const timing = await measure(base, load, (index) => orderOf(wanted, index));
    const seconds = Math.round((performance.now() - began) / 10) / 100;
    rows.push({ name: `${buyers} orders for ${units} units`, orders, clients: load.clients, ...timing, seconds });
    const peakMb = peakMbOf(runtime.process.pid ?? 0);
    return rows.map((row) => ({ ...row, runtimePeakMb: peakMb }));
  } finally {
    await runtime.end();
    await rm(folder, { recursive: true, force: true });
  }
}
