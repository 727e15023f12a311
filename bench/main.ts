/**
 * `npm run bench`: measures Quartermaster's speed, and first the machine's, as a table and as bench.json.
 *   --only=cost                               what the store costs on AWS, in US dollars a month
 *   --only=road,requests                      some of its parts (`parts` below) instead of all
 *   --orders=10000,100000                     store sizes for measuring requests
 *   --only=years --orders=3000000             ten years of data against 10,000 orders; only on request (30 min, 60 GB)
 *   --heavy                                   two million deliveries, a million orders (ten million ledger entries with --orders=1750000)
 */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "#local/postgres/postgres";
import { admin } from "./admin.ts";
import { bundles } from "./bundles.ts";
import { cost } from "./cost/cost.ts";
import { deliveries } from "./deliveries/deliveries.ts";
import { jobs } from "./jobs.ts";
import { machine } from "./machine.ts";
import { messages } from "./messages.ts";
import { money } from "./money.ts";
import { processes } from "./processes.ts";
import { reports } from "./reports.ts";
import { requests } from "./requests.ts";
import { busyRoad } from "./road/busy-road.ts";
import { road } from "./road/road.ts";
import { scale } from "./scale.ts";
import { shipping } from "./shipping.ts";
import { store } from "./store.ts";
import { inYears } from "./years.ts";

type Row = object;

process.env["LOG_LEVEL"] ??= "ERROR";

const { values: asked } = parseArgs({
  options: {
    only: { type: "string" },
    orders: { type: "string" },
    heavy: { type: "boolean", default: false },
  },
});
const heavy = asked.heavy;
const sizes = (asked.orders ?? (heavy ? "10000,100000,1000000" : "10000,100000")).split(",").map(Number);

// Its own server, with real disk writes, to measure what a store gets.
const server = await startPostgres({ folder: join(tmpdir(), `quartermaster-bench-${process.pid}`, "postgres") });
const parts: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  machine: () => machine(server),
  bundles,
  cost: () => cost(server),
  deliveries: () => deliveries({ server, heavy }),
  road: () => road({ server }),
  busyRoad: () => busyRoad(server),
  requests: () => requests(server, sizes),
  processes: () => processes(server),
  store: () => store({ server, heavy }),
  money: () => money(server),
  messages: () => messages(server),
  jobs: () => jobs(server),
  shipping: () => shipping(server),
  reports: () => reports(server, sizes),
  scale: () => scale(server, sizes),
  years: () => inYears(server, sizes),
  admin: () => admin({ server }),
};

const results: Record<string, readonly Row[]> = {};
try {
  for (const name of new Set([
    "machine",
    ...(asked.only?.split(",") ?? Object.keys(parts).filter((part) => part !== "years")),
  ])) {
    const part = parts[name];
    if (!part) throw new Error(`There is no part called ${name}: there are ${Object.keys(parts).join(", ")}.`);
    const rows = await part();
    results[name] = rows;
    console.log(`\n${name}`);
    console.table(rows);
  }
} finally {
  await server.stop();
}
writeFileSync(
  "bench.json",
  `${JSON.stringify({ at: new Date().toISOString(), node: process.version, results }, null, 2)}\n`,
);
