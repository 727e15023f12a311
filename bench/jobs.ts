/**
 * Imports over HTTP on the local runtime in its own process: rows a second of products, stock and orders compared with
 * a plain COPY of the same file, how often the progress moves, the runtime's memory, and the requests answered
 * meanwhile.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { request } from "undici";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { disconnect } from "#core/db/client";
import { migrate } from "#core/db/migrate";
import { reached } from "#core/db/pool/driver";
import { newSecretsKey } from "#core/secret";
import { createKey } from "#core/staff/keys/create-key";
import { startChild } from "#local/child";
import type { LocalPostgres } from "#local/postgres/postgres";
import { type ImportFile, locations, orderFile, productFile, stockFile } from "./import-files.ts";
import { type Base, hundredths, measure, peakMbOf, send, tenths } from "./load.ts";

export interface JobRow {
  readonly name: string;
  readonly rows: number;
  readonly rowsPerSecond: number;
  readonly copiedPerSecond: number;
  /** The import's rate in percent of a plain COPY. */
  readonly ofCopyPercent: number;
  /** The longest time without progress, in seconds. */
  readonly progressSeconds: number;
  /** Peak memory of the runtime since it was started. */
  readonly runtimePeakMb: number;
  readonly requestsPerSecond?: number;
  /** The share of the rate without an import. */
  readonly shareOfAlone?: number;
}

const sizes = { products: 10_000, stock: 50_000, orders: 20_000 };
const clients = 16;

export async function jobs(server: LocalPostgres): Promise<JobRow[]> {
  const database = `jobs_${process.pid}`;
  await server.create(database);
  await migrate(server.url(database));
  const store = { DATABASE_URL: server.nearUrl(database), SECRETS_KEY: newSecretsKey() };
  const before = { ...process.env };
  Object.assign(process.env, store);
  const owner = { ...system("bench"), role: "owner" as const };
  const { key } = await inChange(owner, (change) =>
    createKey(change, { name: "bench", role: "owner", storefront: false }),
  );
  await disconnect();
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-bench-jobs-"));
  const environment = { ...store, OWNER_PASSWORD: "a-bench-password", LOG_LEVEL: "ERROR" };
  const runtime = await startChild({ folder, environment });
  try {
    const base = { url: runtime.url, key };
    for (const name of locations) {
      await send(base, { method: "POST", path: "/api/admin/locations", body: { code: name, name } });
    }
    const measured = async (name: string, kind: string, file: ImportFile): Promise<JobRow> => {
      const copiedPerSecond = await copied(server.nearUrl(database), file);
      const { seconds, progressSeconds } = await imported(base, kind, file);
      const rowsPerSecond = Math.round(file.rows / seconds);
      const ofCopyPercent = tenths((100 * rowsPerSecond) / copiedPerSecond);
      const runtimePeakMb = peakMbOf(runtime.process.pid ?? 0);
      return { name, rows: file.rows, rowsPerSecond, copiedPerSecond, ofCopyPercent, progressSeconds, runtimePeakMb };
    };
    const products = await measured("products, two variants each", "products", productFile(sizes.products));
    const stock = await measured("stock, five locations", "stock", stockFile(sizes.stock));
    const orders = await measured("orders of one line", "orders", orderFile("A", sizes.orders));

    const alone = await requestsUntil(base, wait(5_000));
    const beside = measured("orders of one line, beside requests", "orders", orderFile("B", sizes.orders));
    const requestsPerSecond = await requestsUntil(base, beside);
    const shareOfAlone = hundredths(requestsPerSecond / alone);
    return [products, stock, orders, { ...(await beside), requestsPerSecond, shareOfAlone }];
  } finally {
    await runtime.end();
    await rm(folder, { recursive: true, force: true });
    process.env = before;
  }
}

/** Rows a second of a plain COPY of the file into a table of text columns. */
async function copied(databaseUrl: string, { text, rows }: ImportFile): Promise<number> {
  const [url, socket] = reached(databaseUrl);
  const sql = postgres(url, { ...socket, max: 1, onnotice: () => {} });
  try {
    const columns = (text.split("\n", 1)[0] ?? "").split(",").map((_, nth) => `c${nth} text`);
    await sql.unsafe(`drop table if exists copied; create table copied (${columns.join(", ")})`);
    const began = performance.now();
    await pipeline(Readable.from([text]), await sql`copy copied from stdin (format csv, header)`.writable());
    const perSecond = rows / ((performance.now() - began) / 1_000);
    await sql`drop table copied`;
    return Math.round(perSecond);
  } finally {
    await sql.end();
  }
}

/** Measures an import from start to end as seen by a client, with nothing refused. */
async function imported(base: Base, kind: string, { text, rows }: ImportFile) {
  const bytes = Buffer.from(text);
  const path = "/api/admin/jobs/imports";
  const made = JSON.parse(
    await send(base, { method: "POST", path, body: { kind, fileName: `${kind}.csv`, bytes: bytes.length } }),
  );
  const { url, headers } = made.upload;
  const sent = await request(url, { method: "PUT", headers, body: bytes });
  await sent.body.dump();
  if (sent.statusCode >= 300) throw new Error(`the upload was answered ${sent.statusCode}`);
  const began = performance.now();
  await send(base, { method: "POST", path: `${path}/${made.import.id}/start`, body: { dryRun: false } });
  let [rowsSeen, movedAt, stoodMs] = [0, began, 0];
  for (;;) {
    const now = JSON.parse(await send(base, { method: "GET", path: `${path}/${made.import.id}` }));
    const at = performance.now();
    if (now.rows !== rowsSeen || now.endedAt !== null) {
      stoodMs = Math.max(stoodMs, at - movedAt);
      [rowsSeen, movedAt] = [now.rows, at];
    }
    if (now.endedAt !== null) {
      if (now.status !== "done" || now.rows !== rows || now.counts.refused > 0) {
        throw new Error(`the import of ${kind} ended as ${now.status}, ${JSON.stringify(now.counts)}: ${now.says}`);
      }
      return { seconds: (at - began) / 1_000, progressSeconds: tenths(stoodMs / 1_000) };
    }
    await wait(50);
  }
}

/** Requests the order list until `over` settles. Returns requests a second. */
async function requestsUntil(base: Base, over: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = () => {
    isOver = true;
  };
  over.then(ended, ended);
  const began = performance.now();
  let count = 0;
  for (; !isOver; count += 10 * clients) {
    const load = { clients, requests: 10 * clients };
    await measure(base, load, () => ({ method: "GET", path: "/api/admin/orders?limit=50" }));
  }
  return Math.round(count / ((performance.now() - began) / 1_000));
}
