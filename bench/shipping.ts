/**
 * Parcels with carriers, over HTTP on the local runtime in its own process: rates of five carriers side by side, many
 * labels at once, carriers' webhooks, and a sweep over very many parcels in transit. This process plays the carriers.
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
import { editLocation } from "#core/location/edit-location";
import { newSecretsKey } from "#core/secret";
import { sweepTracking } from "#core/shipping/tracking/sweep-tracking";
import { createKey } from "#core/staff/keys/create-key";
import { receiveStock } from "#core/stock/receive-stock";
import { startChild } from "#local/child";
import { listen } from "#local/http/listen";
import type { LocalPostgres } from "#local/postgres/postgres";
import { answerShop } from "#local/test-providers/carrier/answer-shop";
import { newBooks } from "#local/test-providers/carrier/books";
import { aStocklessVariant, aStockroom } from "#test/support/given/stock";
import { type Base, type Call, measure, measureAtRate, send, type Timing, tenths } from "./load.ts";

export interface ShippingRow extends Partial<Timing> {
  readonly name: string;
  readonly seconds?: number;
  /** The time beyond that of the slowest carrier. */
  readonly overSlowestMs?: number;
}

const labels = 50;
const labelMs = 400;
const questions = 20;
const notices = 5_000;
const underWay = 100_000;
/** How long each carrier takes to return its rates. */
const priceMs = { easypost: 100, shippo: 200, shipstation: 300, testcarrier: 400, easyship: 600 };
type Code = keyof typeof priceMs;
const slowestMs = Math.max(...Object.values(priceMs));
const address = { line1: "14 MG Road", city: "Bengaluru", postalCode: "560001", country: "IN" };
const books = newBooks();

export async function shipping(server: LocalPostgres): Promise<ShippingRow[]> {
  const database = `shipping_${process.pid}`;
  await server.create(database);
  await migrate(server.url(database));
  const store = { DATABASE_URL: server.nearUrl(database), SECRETS_KEY: newSecretsKey(), TEST_CARRIER: "1" };
  const before = { ...process.env };
  Object.assign(process.env, store);
  const carriers = await listen(createServer((request, response) => void answer(request, response)));
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-bench-shipping-"));
  const owner = { ...system("bench"), role: "owner" as const };
  const { key } = await inChange(owner, (change) =>
    createKey(change, { name: "bench", role: "owner", storefront: false }),
  );
  const locationId = await aStockroom();
  const variantId = await aStocklessVariant({ priceMinor: 1_000 });
  await inChange(owner, (change) => editLocation(change, { id: locationId, address, phone: "+919812345678" }));
  await inChange(owner, (change) => receiveStock(change, { id: variantId, locationId, quantity: 1_000 }));
  const environment = { ...store, OWNER_PASSWORD: "a-bench-password", LOG_LEVEL: "ERROR" };
  const runtime = await startChild({ folder, environment });
  try {
    const base = { url: runtime.url, key };
    const box = { name: "Box", lengthMm: 300, widthMm: 200, heightMm: 100, weightGrams: 100, isDefault: true };
    await send(base, { method: "POST", path: "/api/admin/boxes", body: box });
    const configure = (code: string, settings: object) =>
      send(base, { method: "PUT", path: `/api/admin/providers/${code}`, body: { settings } });
    await configure("testcarrier", {
      ...{ address: `${carriers.url}/testcarrier`, key: books.key, webhookSecret: books.webhookSecret },
    });
    const orders = [];
    for (let made = 0; made < labels + 1; made++) orders.push(await aPaidOrder(base, variantId));
    const parcelOf = ({ id, lineId }: Made) => ({ id, locationId, lines: [{ lineId, quantity: 1 }], weightGrams: 500 });
    const shipped = ({ id, ...order }: Made): Call => {
      const { id: _, ...body } = parcelOf({ id, ...order });
      return {
        method: "POST",
        path: `/api/admin/orders/${id}/parcels`,
        body: { ...body, carrier: "testcarrier" },
        headers,
      };
    };
    const rows: ShippingRow[] = [];

    // The first is a warm-up.
    const [first, ...others] = orders;
    if (!first) throw new Error("no order was made");
    await send(base, shipped(first));
    const began = performance.now();
    const booked = await measure(base, { clients: labels, requests: labels }, (index) =>
      shipped(others[index] ?? first),
    );
    rows.push({
      name: `${labels} labels at once, a carrier of ${labelMs} ms`,
      seconds: tenths((performance.now() - began) / 1_000),
      p50Ms: booked.p50Ms,
      p99Ms: booked.p99Ms,
    });

    const priced = { labelFormat: "PDF", server: `${carriers.url}/easypost`, apiKey: "EZTKbench0123456789" };
    await configure("easypost", priced);
    await configure("shippo", { token: "shippo_test_bench", labelFormat: "PDF_4x6", server: `${carriers.url}/shippo` });
    await configure("shipstation", {
      ...{
        apiKey: "TEST_bench0123456789",
        carriers: "se-1",
        labelFormat: "pdf",
        server: `${carriers.url}/shipstation`,
      },
    });
    await configure("easyship", {
      ...{ token: "sand_bench0123456789", itemCategory: "fashion", labelFormat: "pdf" },
      server: `${carriers.url}/easyship`,
    });
    const asker = await aPaidOrder(base, variantId);
    const { id: _, ...about } = parcelOf(asker);
    const question = (): Call => ({
      ...{ method: "POST", path: `/api/admin/orders/${asker.id}/parcels/rates`, body: about, headers },
    });
    await send(base, question());
    const asked = await measure(base, { clients: 1, requests: questions }, question);
    rows.push({
      name: `prices of five carriers, the slowest ${slowestMs} ms`,
      ...asked,
      overSlowestMs: Math.round(asked.p50Ms - slowestMs),
    });

    const told = await measureAtRate(base, { perSecond: 500, requests: notices }, notice);
    rows.push({ name: "tracking webhooks, 500 a second", ...told });

    await manyUnderWay();
    const from = performance.now();
    const polls = await sweepTracking();
    rows.push({
      name: `a minute's sweep over ${underWay} parcels, all due: ${polls} polls, ${tenths(polls / 60)} a second`,
      seconds: tenths((performance.now() - from) / 1_000),
    });
    return rows;
  } finally {
    await runtime.end();
    await carriers.stop();
    await disconnect();
    await rm(folder, { recursive: true, force: true });
    process.env = before;
  }
}

/** The store answers once the carrier has, or after fifteen seconds. */
const headers = { prefer: "wait=15" };

interface Made {
  readonly id: string;
  readonly lineId: string;
}

async function aPaidOrder(base: Base, variantId: string): Promise<Made> {
  const who = { email: "bench@example.com", phone: "+919876543210", name: "Bench", address };
  const body = { ...who, payment: "manual", lines: [{ variantId, quantity: 1 }] };
  const { id, lines } = JSON.parse(await send(base, { method: "POST", path: "/api/admin/orders", body }));
  await send(base, { method: "POST", path: `/api/admin/orders/${id}/mark-paid`, body: { method: "cash" } });
  return { id, lineId: lines[0].id };
}

/** A carrier's webhook about one of the labels, a different one each time. */
function notice(index: number): Call {
  const { reference = "", trackingNumber = "" } = books.labels[index % books.labels.length] ?? {};
  const at = new Date().toISOString();
  const events = [{ at, place: "Pune", words: "Picked up" }];
  const body = JSON.stringify({ id: `notice_${index}`, at, reference, trackingNumber, events });
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac("sha256", books.webhookSecret).update(`${time}.${body}`).digest("hex");
  const signed = { "test-carrier-signature": `t=${time},v1=${signature}` };
  return { method: "POST", path: "/api/carriers/testcarrier/webhook", body, headers: signed };
}

/** A hundred thousand copies of the first parcel, each due for a status request. */
async function manyUnderWay(): Promise<void> {
  for (let made = 0; made < underWay; made += atATime) {
    await db().execute(sql`
      insert into parcels
      select copy.* from (select one from parcels one where booking_id is not null order by id limit 1) picked,
        generate_series(${made + 1}::integer, ${made + atATime}::integer) nth,
        lateral jsonb_populate_record(picked.one, jsonb_build_object('id', 'par_' || lpad(nth::text, 26, '0'),
          'booking_id', 'label_' || nth, 'tracking_number', 'TC' || nth, 'label_key', null, 'label_format', null,
          'status', 'shipped', 'track_due_at', now())) copy`);
  }
  await db().execute(sql`analyze parcels`);
}
/** Rows per statement. */
const atATime = 5_000;

const rate = { id: "rate_1", object_id: "rate_1", rate: "5.93", amount: "5.93", currency: "USD", carrier: "USPS" };
const money = { currency: "usd", amount: 5.93 };
/** Rates in each carrier's own format. */
const prices: Readonly<Record<Exclude<Code, "testcarrier">, readonly [status: number, json: object]>> = {
  easypost: [201, { id: "shp_1", rates: [{ ...rate, service: "Priority" }] }],
  shippo: [201, { rates: [{ ...rate, provider: "USPS", servicelevel: { token: "usps", name: "Priority" } }] }],
  shipstation: [
    200,
    {
      rate_response: {
        rates: [
          {
            carrier_id: "se-1",
            service_code: "x",
            service_type: "X",
            carrier_friendly_name: "UPS",
            shipping_amount: money,
          },
        ],
      },
    },
  ],
  easyship: [200, { rates: [{ courier_service: { id: "cs1", name: "DHL" }, total_charge: 5.93, currency: "USD" }] }],
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const { method = "", url = "", headers: given } = request;
  const [, code = ""] = url.split("/");
  const isOther = (name: string): name is keyof typeof prices => name in prices;
  if (isOther(code)) {
    await wait(priceMs[code]);
    const [status, json] = prices[code];
    return void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  }
  const { pathname, searchParams: query } = new URL(url, "http://carrier");
  await wait(pathname.endsWith("/rates") ? priceMs.testcarrier : labelMs);
  const path = pathname.slice("/testcarrier".length);
  const { status, json } = answerShop(books, { method, path, query, headers: given, body }, new Date());
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
}
