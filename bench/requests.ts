/** Whole HTTP requests on the local runtime in a process of its own: order list, read, search, create. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { disconnect } from "#core/db/client";
import { migrate } from "#core/db/migrate";
import { newSecretsKey } from "#core/secret";
import { createKey } from "#core/staff/keys/create-key";
import { receiveStock } from "#core/stock/receive-stock";
import { startChild } from "#local/child";
import type { LocalPostgres } from "#local/postgres/postgres";
import { aStocklessVariant, aStockroom } from "#test/support/given/stock";
import { generatedId, generateOrders } from "./generate.ts";
import { type Call, measure, peakMbOf, type Timing } from "./load.ts";

export interface RequestRow extends Timing {
  readonly name: string;
  readonly orders: number;
  readonly clients: number;
  readonly [figure: string]: string | number;
}

const address = { line1: "1 Market Street", city: "Pune", postalCode: "411001", country: "IN" };

/** What is asked, `index` after `index`, of a generated store of so many orders. */
const questions: Readonly<Record<string, (orders: number) => (index: number) => Call>> = {
  "order list": () => () => ({ method: "GET", path: "/api/admin/orders?limit=50" }),
  "order list, to be packed": () => () => ({ method: "GET", path: "/api/admin/orders?limit=50&status=confirmed" }),
  "order read": (orders) => (index) => ({
    method: "GET",
    path: `/api/admin/orders/${generatedId("order", 1 + ((index * 7919) % orders))}`,
  }),
  "order by e-mail": () => (index) => ({
    method: "GET",
    path: `/api/admin/orders?q=customer${(index * 37) % 10_000}@example.com`,
  }),
  "order by SKU": () => (index) => ({
    method: "GET",
    path: `/api/admin/orders?q=SKU-${String((index * 37) % 2000).padStart(5, "0")}`,
  }),
  "order line edit": (orders) => {
    // Those that wait to be packed, one after the other, and each time round another quantity.
    const packable = Math.floor(orders / 10);
    let edits = 0;
    return () => {
      const edit = edits++;
      const number = 5 + 10 * (edit % packable);
      const quantity = Math.floor(edit / packable) % 2 === 0 ? 3 : 1;
      return {
        method: "PUT",
        path: `/api/admin/orders/${generatedId("order", number)}/lines`,
        body: { change: [{ lineId: generatedId("line", number * 4), quantity }] },
      };
    };
  },
  // Spread over the variants, as a day's orders are: one stock level would measure its lock.
  "order create": () => (index) => orderOf(generatedId("variant", (index * 613) % 2000)),
};

const orderOf = (variantId: string): Call => ({
  method: "POST",
  path: "/api/admin/orders",
  body: { email: "bench@example.com", name: "Bench", address, payment: "manual", lines: [{ variantId, quantity: 1 }] },
});

/** So many want the last units of one variant; those who come too late are told 409. */
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

async function measured(databaseUrl: string, orders: number): Promise<RequestRow[]> {
  const store = { DATABASE_URL: databaseUrl, SECRETS_KEY: newSecretsKey() };
  Object.assign(process.env, store);
  const owner = { ...system("bench"), role: "owner" as const };
  const { key } = await inChange(owner, (change) => createKey(change, { name: "bench", role: "owner" }));
  const wanted = await aVariantWith(units);
  await disconnect();

  const folder = await mkdtemp(join(tmpdir(), "quartermaster-bench-requests-"));
  const environment = { ...store, OWNER_PASSWORD: "a-bench-password", POWERTOOLS_LOG_LEVEL: "ERROR" };
  const runtime = await startChild({ folder, environment });
  try {
    const rows: RequestRow[] = [];
    for (const [name, question] of Object.entries(questions)) {
      const next = question(orders);
      const base = { url: runtime.url, key };
      await measure(base, { clients: 8, requests: 200 }, next); // Warms the pool and the compiler.
      for (const clients of [1, 16]) {
        const timing = await measure(base, { clients, requests: clients === 1 ? 300 : 2_000 }, next);
        rows.push({ name, orders, clients, ...timing });
      }
    }
    const began = performance.now();
    const load = { clients: 16, requests: buyers, expected: [409] };
    const timing = await measure({ url: runtime.url, key }, load, () => orderOf(wanted));
    const seconds = Math.round((performance.now() - began) / 10) / 100;
    rows.push({ name: `${buyers} orders for ${units} units`, orders, clients: load.clients, ...timing, seconds });
    const peakMb = peakMbOf(runtime.process.pid ?? 0);
    return rows.map((row) => ({ ...row, runtimePeakMb: peakMb }));
  } finally {
    await runtime.end();
    await rm(folder, { recursive: true, force: true });
  }
}
