/** What grows with the store, measured at the handlers: the doctor, the ledger, the picking sheet, the last units. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import postgres from "postgres";
import { system } from "#core/actor";
import type { Asked, Operation } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as stock from "#core/contract/stock";
import { inChange } from "#core/db/change";
import { disconnect } from "#core/db/client";
import { migrate } from "#core/db/migrate";
import { examine } from "#core/doctor/examine";
import { newSecretsKey } from "#core/secret";
import { createOwner } from "#core/staff/create-owner";
import { createKey } from "#core/staff/keys/create-key";
import { receiveStock } from "#core/stock/receive-stock";
import type { LocalPostgres } from "#local/postgres/postgres";
import { call } from "#test/support/call";
import { aStocklessVariant, aStockroom } from "#test/support/given/stock";
import { generatedId, generateOrders } from "./generate.ts";
import { forgetPeak, peakMbOf, percentiles } from "./load.ts";

export interface ScaleRow {
  readonly name: string;
  readonly size: number;
  readonly [figure: string]: string | number;
}

/** @param sizes numbers of orders, each with about 5.7 ledger entries. */
export async function scale(server: LocalPostgres, sizes: readonly number[]): Promise<ScaleRow[]> {
  const rows = [await lastUnits(server)];
  for (const orders of sizes) rows.push(...(await asked(server, orders)));
  return rows;
}

export async function onNewDatabase(server: Pick<LocalPostgres, "url" | "create">, name: string): Promise<string> {
  await server.create(name);
  const url = server.url(name);
  await migrate(url);
  process.env["DATABASE_URL"] = url;
  process.env["SECRETS_KEY"] = newSecretsKey();
  return url;
}

const owner = { ...system("bench"), role: "owner" as const };
export const anOwnersKey = async () =>
  (await inChange(owner, (change) => createKey(change, { name: "bench", role: "owner", storefront: false }))).key;

async function asked(server: LocalPostgres, orders: number): Promise<ScaleRow[]> {
  const url = await onNewDatabase(server, `scale_${orders}`);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const empty = await bytesIn(sql);
  const { movements } = await generateOrders(sql, orders);
  await sql.unsafe("vacuum analyze");
  const bytes = await bytesIn(sql);
  await createOwner({ email: "owner@example.com", password: "a-bench-password" });
  const as = await anOwnersKey();
  const timed = async <Op extends Operation>(name: string, op: Op, inputOf: (nth: number) => NoInfer<Asked<Op>>) => {
    const took: number[] = [];
    for (let nth = 0; nth < 60; nth++) {
      const input = inputOf(nth);
      const began = performance.now();
      const { status } = await call(op, input, { as });
      if (status !== 200) throw new Error(`${name} answered ${status}`);
      if (nth >= 10) took.push(performance.now() - began);
    }
    return { name, size: orders, ...percentiles(took) };
  };

  const rows: ScaleRow[] = [
    await timed("order list, page one", order.list, () => ({})),
    await timed("order list, any page", order.list, (nth) => ({
      cursor: deepCursor(orders, nth),
    })),
    await timed("order list, to be packed", order.list, () => ({ status: ["confirmed" as const] })),
    await timed("order by number", order.list, (nth) => ({ q: `QM-${100_001 + ((nth * 7919) % orders)}` })),
    await timed("order by email", order.list, (nth) => ({ q: `customer${(nth * 37) % 10_000}@example.com` })),
    await timed("order by SKU", order.list, (nth) => ({ q: `SKU-${String((nth * 37) % 2000).padStart(5, "0")}` })),
    await timed("movements, page one", stock.movements, () => ({})),
    await timed("movements of a variant", stock.movements, (nth) => ({
      variantId: generatedId("variant", nth * 31),
    })),
    await timed("picking sheet of 500 orders", order.pickingSheet, () => ({ status: ["confirmed" as const] })),
  ];
  forgetPeak();
  const began = performance.now();
  const { status } = await examine();
  rows.push({
    name: `doctor over ${movements} ledger entries (${status})`,
    size: orders,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    processPeakMb: peakMbOf(process.pid),
    databaseMb: Math.round(bytes / 2 ** 20),
    kbAnOrder: Math.round((bytes - empty) / orders / 100) / 10,
  });
  await sql.end();
  await disconnect();
  return rows;
}

async function bytesIn(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`;
  return Number(row?.bytes);
}

/** A cursor in the middle of the list, in the list's own format. */
const deepCursor = (orders: number, nth: number): string => {
  const daysAgo = ((nth * 7) % 360) + 1;
  const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  return Buffer.from(JSON.stringify([at, generatedId("order", orders)])).toString("base64url");
};

const buyers = 1_000;
const units = 100;
const processes = 4;

/** A thousand concurrent orders for a hundred units, from several processes: exactly a hundred must succeed. */
async function lastUnits(server: LocalPostgres): Promise<ScaleRow> {
  await onNewDatabase(server, "last_units");
  const key = await anOwnersKey();
  const id = await aStocklessVariant();
  const locationId = await aStockroom();
  await inChange(owner, (change) => receiveStock(change, { id, locationId, quantity: units }));
  await disconnect();

  const children = Array.from({ length: processes }, () =>
    fork(join(import.meta.dirname, "../test/support/programs/buyer.ts")),
  );
  await Promise.all(children.map((child) => once(child, "message")));
  const began = performance.now();
  const counts = await Promise.all(
    children.map(async (child) => {
      child.send({ key, variantId: id, orders: buyers / processes });
      const [came] = await once(child, "message");
      return came as Record<string, number>; // what buyer.ts sends
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const sum = (came: string) => counts.reduce((total, count) => total + (count[came] ?? 0), 0);
  const [succeeded, short] = [sum("made"), sum("stock.short")];
  if (succeeded !== units || short !== buyers - units) {
    throw new Error(`${buyers} orders for ${units} units: ${JSON.stringify(counts)}`);
  }
  return {
    name: `${buyers} orders at once for ${units} units`,
    size: buyers,
    succeeded,
    short,
    seconds: Math.round(seconds * 100) / 100,
  };
}
