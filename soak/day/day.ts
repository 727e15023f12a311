/**
 * A day at the store: staff, shoppers, a gateway, a carrier, files and webhooks at once, and everything is killed in turn. Nothing may be
 * lost, doubled or oversold, and what staff ask outside of the troubles is answered as on any other day.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db, disconnect } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { reading } from "#core/db/reading";
import { editLocation } from "#core/location/edit-location";
import { receiveStock } from "#core/stock/receive-stock";
import { buildAdmin } from "#local/build-admin";
import { listen } from "#local/http/listen";
import { aKey, aStorefrontKey } from "#test/support/given/given";
import { aStocklessVariant, aStockroom } from "#test/support/given/stock";
import { settled } from "#test/support/settled";
import { aCarrierInTrouble } from "../carrier.ts";
import { randomFrom } from "../choices.ts";
import { type Asker, askerOf } from "./ask.ts";
import { machinesIn } from "./machines.ts";
import { carrier, counting, exporting, gateway, type Shop, shopper, staff } from "./people.ts";
import { aReceiver, type Receiver } from "./receiver.ts";
import { troubleFor } from "./troubles.ts";
import { whatIsWrong } from "./what-is-wrong.ts";

/** Each begins so often, whatever the answers take: a store of some five thousand orders a day, ten times as fast. */
const everyMs: readonly (readonly [(shop: Shop) => Promise<unknown>, ms: number])[] = [
  [staff, 80],
  [shopper, 1_500],
  [gateway, 1_000],
  [carrier, 2_000],
  [counting, 20_000],
  [exporting, 20_000],
];
const p99MsMax = 250;
const quietMsMax = 240_000;

export interface Day {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly orders: number;
  readonly paid: number;
  /** That the carrier has made, the cancelled ones too. */
  readonly labels: number;
  /** Imports and exports. */
  readonly files: number;
  readonly webhooks: number;
  /** Receivers are told that this happens. */
  readonly webhooksTwice: number;
  /** Requests that were made again, for nobody had answered. */
  readonly again: number;
  readonly troubles: readonly string[];
  readonly wrong: readonly string[];
}

/** @param apart whether the store is in two processes, one that takes requests and one that works, with queues outside of both. */
export async function day({ seconds, seed, apart }: { seconds: number; seed: number; apart: boolean }): Promise<Day> {
  const parent = await mkdtemp(join(tmpdir(), "quartermaster-day-"));
  const receiver = await aReceiver();
  const gatewayServer = await listen(createServer(asGateway));
  const shippers = await aCarrierInTrouble({ random: randomFrom(seed) });
  const host = await machinesIn(parent, apart);
  try {
    // Once, and not by a store that is killed at it.
    await buildAdmin();
    await host.startPostgres();
    const shop = { ...(await aShop(randomFrom(seed))), carrier: shippers };
    for (const part of host.parts) await host.start(part);
    const trouble = troubleFor(host, seconds);
    const asker = askerOf(host.url, trouble.inTrouble);
    await setUp({ ...shop, ask: asker.ask }, receiver, gatewayServer.url);
    const people = open({ ...shop, ask: asker.ask });
    await trouble.run();
    await pause((seconds * 1_000) / 10);
    await people.leave();
    shippers.calm();
    const wrong = [...asker.faults, ...(await quiet()), ...(await whatIsWrong(shop, receiver))];
    const checks = await settled({ figures: true });
    await asker.close();
    return said({ shop, receiver, asker, troubles: trouble.met }, [
      ...wrong,
      ...checks.map((one) => JSON.stringify(one)),
    ]);
  } finally {
    await disconnect();
    await host.stop();
    await shippers.stop();
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
    ...{ labels: shop.carrier.labels.length, files: shop.jobs.size },
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

const webhookSecret = "day-webhook-secret";

async function aShop(random: () => number): Promise<Omit<Shop, "ask" | "carrier">> {
  const location = await aStockroom();
  const address = { line1: "14 MG Road", city: "Bengaluru", postalCode: "560001", country: "IN" };
  await inChange(system("day"), (change) => editLocation(change, { id: location, address, phone: "+919812345678" }));
  const variants: string[] = [];
  for (let made = 0; made < 20; made++) {
    const id = await aStocklessVariant({ sku: `DAY-${made}`, priceMinor: 1_000 + made });
    await inChange(system("day"), (change) => receiveStock(change, { id, locationId: location, quantity: 60 }));
    variants.push(id);
  }
  const [row] = await db().execute<{ code: string }>(sql`select code from locations where id = ${location}`);
  const counted = variants.slice(0, 10).map((_, at) => [`DAY-${at}`, row?.code ?? ""] as const);
  const keys = { staff: await aKey(), storefront: await aStorefrontKey() };
  const books = {
    ordered: new Set<string>(),
    orders: [],
    unpaid: [],
    paid: new Set<string>(),
    jobs: new Set<string>(),
  };
  return { random, keys, variants, location, counted, webhookSecret, ...books };
}

async function setUp({ ask, keys, carrier }: Shop, receiver: Receiver, gatewayUrl: string): Promise<void> {
  const configured = (code: string, settings: object) =>
    ask({ method: "PUT", path: `/api/admin/providers/${code}`, body: { settings }, key: keys.staff });
  const gatewaySettings = { address: gatewayUrl, key: "day-gateway-key-0123456789", webhookSecret };
  const set = [await configured("test", gatewaySettings), await configured("testcarrier", carrier.settings)];
  const endpoint = { url: receiver.url, events: ["*"], active: true };
  const { body } = await ask({
    method: "POST",
    path: "/api/admin/x/webhooks/endpoints",
    body: endpoint,
    key: keys.staff,
  });
  if (set.some(({ status }) => status >= 300) || !body["secret"]) throw new Error("the shop could not be set up");
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
    // What the carrier's troubles have put off is due at once.
    await db().execute(sql`update providers set paused_until = null where paused_until is not null`);
    await db().execute(sql`update calls set due_at = clock_timestamp() where due_at > clock_timestamp()`);
    const [left] = await reading(() =>
      db().execute<Record<string, number>>(sql`
        select (select count(*) from events where fanned_out_at is null)::int as events,
          (select count(*) from webhook_deliveries where status = 'pending')::int as deliveries,
          (select count(*) from calls where status in ('asked', 'unknown'))::int as calls,
          (select count(*) from inbox where status = 'new')::int as inbox,
          (select count(*) from jobs where status in ('queued', 'running'))::int as jobs`),
    );
    const waiting = Object.entries(left ?? {}).filter(([, count]) => count > 0);
    if (waiting.length === 0) return [];
    if (performance.now() > giveUpAt) return [`after four minutes there is still to do: ${JSON.stringify(left)}`];
    await pause(500);
  }
}
