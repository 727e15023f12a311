/**
 * Payments through a gateway, over HTTP on the local runtime in its own process: receiving and settling its webhooks,
 * refunds from click to success, and how a hanging gateway affects the others. This process plays the gateways.
 */
import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db, disconnect } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { migrate } from "#core/db/migrate";
import { takePayment } from "#core/payment/take-payment";
import { newSecretsKey } from "#core/secret";
import { createKey } from "#core/staff/keys/create-key";
import { receiveStock } from "#core/stock/receive-stock";
import { startChild } from "#local/child";
import { listen } from "#local/http/listen";
import type { LocalPostgres } from "#local/postgres/postgres";
import { aStocklessVariant, aStockroom } from "#test/support/given/stock";
import { type Base, type Call, hundredths, measure, measureAtRate, send, type Timing } from "./load.ts";

export interface MoneyRow extends Partial<Timing> {
  readonly name: string;
  readonly settledPerSecond?: number;
  /** The share of the rate without the hanging gateway. */
  readonly shareOfAlone?: number;
}

const gatewayMs = 100;
const variants = 100;
const webhooks = 3_000;
const refundsOneByOne = 100;
const refundsAtOnce = 400;
const hanging = 40;
const unitMinor = 1_000;
const webhookSecret = "bench-webhook-secret";
const settingsOf = (url: string) => ({
  test: { address: url, key: "bench-gateway-key-0123456789", webhookSecret },
  stripe: { server: `${url}/hangs`, secretKey: "sk_test_bench", webhookSecret: "whsec_bench" },
});

export async function money(server: LocalPostgres): Promise<MoneyRow[]> {
  const database = `money_${process.pid}`;
  await server.create(database);
  await migrate(server.url(database));
  const store = { DATABASE_URL: server.nearUrl(database), SECRETS_KEY: newSecretsKey(), TEST_GATEWAY: "1" };
  const before = { ...process.env };
  Object.assign(process.env, store);
  const gateway = await listen(createServer((request, response) => void answer(request, response)));
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-bench-money-"));
  const owner = { ...system("bench"), role: "owner" as const };
  const { key } = await inChange(owner, (change) =>
    createKey(change, { name: "bench", role: "owner", storefront: false }),
  );
  const wanted = await variantsInStock();
  const environment = { ...store, OWNER_PASSWORD: "a-bench-password", LOG_LEVEL: "ERROR" };
  const runtime = await startChild({ folder, environment });
  try {
    const base = { url: runtime.url, key };
    for (const [code, settings] of Object.entries(settingsOf(gateway.url)))
      await send(base, { method: "PUT", path: `/api/admin/providers/${code}`, body: { settings } });
    const rows: MoneyRow[] = [];
    const ordersOf = (count: number, code = "test") => unpaidOrders(base, wanted, count, code);
    const warm = await ordersOf(200);
    await measure(base, { clients: 8, requests: warm.length }, (index) => paid(warm[index]));
    await settled();

    const takenOf = async (orders: readonly string[], whose: string) => {
      const began = performance.now();
      const taken = await measure(base, { clients: 16, requests: orders.length }, (index) => paid(orders[index]));
      await settled();
      const settledPerSecond = Math.round(orders.length / ((performance.now() - began) / 1000));
      rows.push({ name: `webhooks of a gateway, 16 clients, orders ${whose}`, ...taken, settledPerSecond });
    };
    await takenOf(await unpaidOrders(base, wanted, webhooks, "test", 1), "of one customer");
    const first = await ordersOf(webhooks);
    await takenOf(first, `of ${customers} customers`);

    const second = await ordersOf(2_000);
    const even = await measureAtRate(base, { perSecond: 200, requests: second.length }, (index) => paid(second[index]));
    rows.push({ name: "webhooks of a gateway, 200 a second", ...even });
    await settled();

    const clicks = { clients: 1, requests: refundsOneByOne };
    rows.push({
      name: `refund, a gateway of ${gatewayMs} ms`,
      ...(await measure(base, clicks, refund(first, answered))),
    });

    const rateOf = async (orders: readonly string[]) => {
      const from = performance.now();
      await measure(base, { clients: 16, requests: orders.length }, refund(orders, answered));
      return orders.length / ((performance.now() - from) / 1000);
    };
    const alone = await rateOf(second.slice(0, refundsAtOnce));
    const stuck = await ordersOf(hanging, "stripe");
    await paidThroughStripe(stuck);
    await measure(base, { clients: 16, requests: hanging }, refund(stuck, {}));
    const beside = await rateOf(second.slice(refundsAtOnce, 2 * refundsAtOnce));
    rows.push({ name: "refunds, 16 clients", perSecond: Math.round(alone) });
    rows.push({
      name: "refunds, beside a gateway that hangs",
      perSecond: Math.round(beside),
      shareOfAlone: hundredths(beside / alone),
    });
    return rows;
  } finally {
    await runtime.end();
    await gateway.stop();
    await disconnect();
    await rm(folder, { recursive: true, force: true });
    process.env = before;
  }
}

/** Plays the gateways: one that answers after a while, and one that never does. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = await text(request);
  if (request.url?.startsWith("/hangs")) return;
  const body = JSON.parse(asked);
  await wait(gatewayMs);
  const made = { ...body, id: `refund_of_${String(body.reference)}`, status: "succeeded" };
  response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(made));
}

async function variantsInStock(): Promise<string[]> {
  const locationId = await aStockroom();
  const ids: string[] = [];
  for (let made = 0; made < variants; made++) {
    const id = await aStocklessVariant({ priceMinor: unitMinor });
    await inChange(system("bench"), (change) => receiveStock(change, { id, locationId, quantity: 100_000 }));
    ids.push(id);
  }
  return ids;
}

const clients = 16;
const customers = 1_000;
/** Of this many customers in turn: each payment updates the figures of one. */
async function unpaidOrders(
  base: Base,
  wanted: readonly string[],
  count: number,
  payment: string,
  of = customers,
): Promise<string[]> {
  const ids: string[] = [];
  let begun = 0;
  const client = async () => {
    for (let mine = begun++; mine < count; mine = begun++) {
      const lines = [{ variantId: wanted[mine % wanted.length], quantity: 1 }];
      const body = { email: `bench-${mine % of}@example.com`, name: "Bench", address, payment, lines };
      ids.push(JSON.parse(await send(base, { method: "POST", path: "/api/admin/orders", body })).id);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return ids;
}
const address = { line1: "1 Market Street", city: "Pune", postalCode: "411001", country: "IN" };

/** The gateway's webhook for a paid order. */
function paid(orderId = ""): Call {
  const of = { pageId: "page", reference: "", orderId, amountMinor: unitMinor, currency: "INR" };
  const told = { id: `event_${orderId}`, kind: "payment.succeeded", at: new Date().toISOString(), ...of };
  const body = JSON.stringify({ ...told, paymentId: `payment_${orderId}` });
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac("sha256", webhookSecret).update(`${time}.${body}`).digest("hex");
  const headers = { "test-gateway-signature": `t=${time},v1=${signature}` };
  return { method: "POST", path: "/api/gateways/test/webhook", body, headers };
}

const paidThroughStripe = (orders: readonly string[]) =>
  Promise.all(
    orders.map((orderId) =>
      inChange(system("bench"), (change) =>
        takePayment(change, {
          ...{ gateway: "stripe", paymentId: `pi_${orderId}`, orderId },
          ...{ amountMinor: unitMinor, currency: "INR" },
        }),
      ),
    ),
  );

/** The store answers once the gateway has, or after ten seconds. */
const answered = { prefer: "wait=10" };
const refund =
  (orders: readonly string[], headers: Readonly<Record<string, string>>) =>
  (index: number): Call => ({
    method: "POST",
    path: `/api/admin/orders/${orders[index]}/refunds`,
    body: {},
    headers,
  });

async function settled(): Promise<void> {
  for (;;) {
    const [row] = await db().execute<{ left: number }>(sql`
      select count(*)::integer as left from inbox where status = 'new'`);
    if (row?.left === 0) return;
    await wait(20);
  }
}
