/**
 * A day at the store: staff, shoppers, a gateway, files and webhooks at once, and everything is killed in turn. Nothing may be
 * lost, doubled or oversold, and what staff ask outside of the troubles is answered as on any other day.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db, disconnect } from "#core/db/client";
import { migrate } from "#core/db/migrate";
import { reading } from "#core/db/reading";
import { newSecretsKey } from "#core/secret";
import { receiveStock } from "#core/stock/receive-stock";
import { buildAdmin } from "#local/build-admin";
import { type Child, startChild } from "#local/child";
import { listen } from "#local/listen";
import { freePort, type LocalPostgres, startPostgres } from "#local/postgres/postgres";
import { aKey, aStorefrontKey } from "#test/support/given/given";
import { aStocklessVariant, aStockroom } from "#test/support/given/stock";
import { settled } from "#test/support/settled";
import { randomFrom } from "../choices.ts";
import { type Asker, askerOf } from "./ask.ts";
import { counting, gateway, type Shop, shopper, staff } from "./people.ts";
import { aReceiver, type Receiver } from "./receiver.ts";
import { type Machines, troubleFor } from "./troubles.ts";
import { whatIsWrong } from "./what-is-wrong.ts";

/** Each begins so often, whatever the answers take: a store of some five thousand orders a day, ten times as fast. */
const everyMs: readonly (readonly [(shop: Shop) => Promise<unknown>, ms: number])[] = [
  [staff, 80],
  [shopper, 1_500],
  [gateway, 1_000],
  [counting, 20_000],
];
const p99MsMax = 250;
const quietMsMax = 240_000;

export interface Day {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly orders: number;
  readonly paid: number;
  readonly webhooks: number;
  /** Receivers are told that this happens. */
  readonly webhooksTwice: number;
  /** Requests that were made again, for nobody had answered. */
  readonly again: number;
  readonly troubles: readonly string[];
  readonly wrong: readonly string[];
}

export async function day({ seconds, seed }: { seconds: number; seed: number }): Promise<Day> {
  const parent = await mkdtemp(join(tmpdir(), "quartermaster-day-"));
  const receiver = await aReceiver();
  const gatewayServer = await listen(createServer(asGateway));
  const host = await machinesIn(parent);
  try {
    // Once, and not by a store that is killed at it.
    await buildAdmin();
    await host.startPostgres();
    const shop = await aShop(randomFrom(seed));
    await host.startStore();
    const trouble = troubleFor(host, seconds);
    const asker = askerOf(host.url, trouble.inTrouble);
    await setUp({ ...shop, ask: asker.ask }, receiver, gatewayServer.url);
    const people = open({ ...shop, ask: asker.ask });
    await trouble.run();
    await pause((seconds * 1_000) / 10);
    await people.leave();
    const wrong = [...asker.faults, ...(await quiet()), ...(await whatIsWrong(shop, receiver))];
    const checks = await settled();
    await asker.close();
    return said({ shop, receiver, asker, troubles: trouble.met }, [
      ...wrong,
      ...checks.map((one) => JSON.stringify(one)),
    ]);
  } finally {
    await disconnect();
    await host.killStore();
    await host.stopPostgres();
    await gatewayServer.stop();
    await receiver.stop();
    await rm(parent, { recursive: true, force: true });
  }
}

interface Passed {
  readonly shop: Omit<Shop, "ask">;
  readonly receiver: Receiver;
  readonly asker: Asker;
  readonly troubles: readonly string[];
}

function said({ shop, receiver, asker, troubles }: Passed, wrong: readonly string[]): Day {
  const took = asker.took.toSorted((a, b) => a - b);
  const part = (share: number) => Math.round(took[Math.ceil(share * took.length) - 1] ?? 0);
  const slow = part(0.99) > p99MsMax ? [`the p99 of requests was ${part(0.99)} ms, above ${p99MsMax}`] : [];
  return {
    ...{ requests: took.length, p50Ms: part(0.5), p99Ms: part(0.99), orders: shop.ordered.size, paid: shop.paid.size },
    ...{ webhooks: receiver.events.size, webhooksTwice: receiver.doubled(), again: asker.again(), troubles },
    wrong: [...new Set([...wrong, ...slow])],
  };
}

/** Whatever a gateway is asked for, it has. */
const asGateway = async (
  ...[request, response]: Parameters<Parameters<typeof createServer>[1] & {}>
): Promise<void> => {
  const asked = await text(request);
  const made = { ...(asked.startsWith("{") ? JSON.parse(asked) : {}), id: `made_${Date.now()}`, status: "succeeded" };
  response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(made));
};

/** The store in a process of its own, and its PostgreSQL, at addresses that stay. */
async function machinesIn(parent: string): Promise<Machines & { readonly url: string }> {
  const [port, postgresPort] = [await freePort(), await freePort()];
  const folder = join(parent, "postgres");
  let postgres: LocalPostgres | undefined;
  let child: Child | undefined;
  process.env["SECRETS_KEY"] = newSecretsKey();
  process.env["POWERTOOLS_LOG_LEVEL"] ??= "SILENT";
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    startPostgres: async () => {
      postgres = await startPostgres({ folder, port: postgresPort });
      await postgres.create("day");
      process.env["DATABASE_URL"] = postgres.url("day");
      await migrate(postgres.url("day"));
    },
    stopPostgres: async () => {
      await postgres?.stop();
      postgres = undefined;
    },
    killPostgres: async () => {
      const pid = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0] ?? "";
      // With its children, as a machine without power: the postmaster alone would leave them for a moment.
      execFileSync("kill", ["-9", pid, ...childrenOf(pid)]);
      await postgres?.stop().catch(() => {});
      postgres = undefined;
    },
    startStore: async (clockShiftMs = 0) => {
      const { DATABASE_URL = "", SECRETS_KEY = "" } = process.env;
      const clock = `--import=${new URL("./clock.ts", import.meta.url).href}`;
      child = await startChild({
        folder: join(parent, "store"),
        environment: {
          ...{ DATABASE_URL, SECRETS_KEY, PORT: String(port), TEST_GATEWAY: "1", OWNER_PASSWORD: "a-day-password" },
          ...{ POWERTOOLS_LOG_LEVEL: "SILENT", NODE_OPTIONS: clock, CLOCK_SHIFT_MS: String(clockShiftMs) },
        },
      });
    },
    killStore: async () => void (await child?.end("SIGKILL")),
  };
}

const childrenOf = (pid: string): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);

const webhookSecret = "day-webhook-secret";

async function aShop(random: () => number): Promise<Omit<Shop, "ask">> {
  const location = await aStockroom();
  const variants: string[] = [];
  for (let made = 0; made < 20; made++) {
    const id = await aStocklessVariant({ sku: `DAY-${made}`, priceMinor: 1_000 + made });
    await inChange(system("day"), (change) => receiveStock(change, { id, locationId: location, quantity: 60 }));
    variants.push(id);
  }
  const [row] = await db().execute<{ code: string }>(sql`select code from locations where id = ${location}`);
  const counted = variants.slice(0, 10).map((_, at) => [`DAY-${at}`, row?.code ?? ""] as const);
  const keys = { staff: await aKey(), storefront: await aStorefrontKey() };
  const books = { ordered: new Set<string>(), orders: [], unpaid: [], paid: new Set<string>() };
  return { random, keys, variants, location, counted, webhookSecret, ...books };
}

async function setUp({ ask, keys }: Shop, receiver: Receiver, gatewayUrl: string): Promise<void> {
  const settings = { address: gatewayUrl, key: "day-gateway-key-0123456789", webhookSecret };
  const set = await ask({ method: "PUT", path: "/api/admin/providers/test", body: { settings }, key: keys.staff });
  const endpoint = { url: receiver.url, events: ["*"], active: true };
  const { body } = await ask({
    method: "POST",
    path: "/api/admin/x/webhooks/endpoints",
    body: endpoint,
    key: keys.staff,
  });
  if (set.status >= 300 || !body["secret"]) throw new Error("the shop could not be set up");
  receiver.signedWith(String(body["secret"]));
}

/** The doors are open until everybody is told to leave, and what they have begun is done. */
function open(shop: Shop) {
  const underWay = new Set<Promise<unknown>>();
  const begins = (doing: (shop: Shop) => Promise<unknown>) => {
    const done = doing(shop).finally(() => underWay.delete(done));
    underWay.add(done);
  };
  const timers = everyMs.map(([doing, ms]) => setInterval(() => begins(doing), ms));
  return {
    leave: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

/** Resolves when nothing is left to do; says so when that takes too long. */
async function quiet(): Promise<string[]> {
  const giveUpAt = performance.now() + quietMsMax;
  for (;;) {
    const [left] = await reading(() =>
      db().execute<Record<string, number>>(sql`
        select (select count(*) from events where fanned_out_at is null)::int as events,
          (select count(*) from webhook_deliveries where status = 'pending')::int as deliveries,
          (select count(*) from inbox where status = 'new')::int as inbox,
          (select count(*) from jobs where status in ('queued', 'running'))::int as jobs`),
    );
    const waiting = Object.entries(left ?? {}).filter(([, count]) => count > 0);
    if (waiting.length === 0) return [];
    if (performance.now() > giveUpAt) return [`after four minutes there is still to do: ${JSON.stringify(left)}`];
    await pause(500);
  }
}
