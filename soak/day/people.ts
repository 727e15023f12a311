/** Who is in the store all day: staff, shoppers, somebody with a file, and a gateway and a carrier that tell what has happened. */
import { randomUUID } from "node:crypto";
import type { SoakCarrier } from "../carrier.ts";
import { noticeOf } from "../carrier.ts";
import type { Chooser } from "../choices.ts";
import { oneOf } from "../choices.ts";
import { signed } from "../in-trouble.ts";
import type { Answer, Asked } from "./ask.ts";

export interface Shop extends Chooser {
  readonly ask: (asked: Asked) => Promise<Answer>;
  /** An owner's key, and a storefront's. */
  readonly keys: { readonly staff: string; readonly storefront: string };
  readonly variants: readonly string[];
  readonly location: string;
  /** Rows of a stock file: SKU and location code. */
  readonly counted: readonly (readonly [sku: string, location: string])[];
  readonly webhookSecret: string;
  readonly carrier: Pick<SoakCarrier, "labels" | "settings">;
  /** What the store has said yes to, by email address: each is to be one order. */
  readonly ordered: Set<string>;
  readonly orders: string[];
  /** Orders that wait for the gateway. */
  readonly unpaid: string[];
  /** Orders whose payment the store has taken note of. */
  readonly paid: Set<string>;
  /** Imports and exports that the store has taken on. */
  readonly jobs: Set<string>;
}

type Doing = (shop: Shop) => Promise<unknown>;

const address = { line1: "1 Market Street", city: "Pune", postalCode: "411001", country: "IN" };
const phone = "+919812345678";
const admin = (path: string) => `/api/admin${path}`;
const someEmail = () => `day-${randomUUID()}@example.com`;

const get =
  (path: (shop: Shop) => string): Doing =>
  (shop) =>
    shop.ask({ method: "GET", path: admin(path(shop)), key: shop.keys.staff });

const anOrder = (shop: Shop) => shop.orders.at(-1 - Math.floor(shop.random() * Math.min(50, shop.orders.length))) ?? "";

const notes: Doing = (shop) => {
  const body = { text: "The customer asked for delivery after six." };
  return shop.ask({ method: "POST", path: admin(`/orders/${anOrder(shop)}/notes`), body, key: shop.keys.staff });
};

const cancels: Doing = (shop) =>
  shop.ask({ method: "POST", path: admin(`/orders/${anOrder(shop)}/cancel`), body: {}, key: shop.keys.staff });

const adjusts: Doing = (shop) => {
  const path = admin(`/variants/${oneOf(shop, shop.variants)}/stock/adjust`);
  const body = { locationId: shop.location, quantity: 1, reason: "found" };
  return shop.ask({ method: "POST", path, body, key: shop.keys.staff });
};

/** An order on the telephone. */
const takes: Doing = async (shop) => {
  const email = someEmail();
  const lines = [{ variantId: oneOf(shop, shop.variants), quantity: 1 }];
  const body = { email, name: "Day", phone, address, payment: shop.random() < 0.5 ? "test" : "manual", lines };
  const { status, body: order } = await shop.ask({
    method: "POST",
    path: admin("/orders"),
    body,
    key: shop.keys.staff,
  });
  if (status !== 201) return;
  shop.ordered.add(email);
  shop.orders.push(String(order["id"]));
  if (body.payment === "test") shop.unpaid.push(String(order["id"]));
};

interface Line {
  readonly id: string;
  readonly allocations: readonly { readonly locationId: string; readonly quantity: number }[];
}

/** What an order waits for leaves with the carrier. */
const packs: Doing = async (shop) => {
  const { staff: key } = shop.keys;
  const { body } = await shop.ask({ method: "GET", path: admin("/orders?limit=50&status=confirmed"), key });
  const { items = [] } = body as { items?: readonly { id: string }[] };
  if (items.length === 0) return;
  const path = admin(`/orders/${oneOf(shop, items).id}`);
  const { body: order } = await shop.ask({ method: "GET", path, key });
  const { lines = [] } = order as { lines?: readonly Line[] };
  const packed = lines.flatMap(({ id: lineId, allocations }) =>
    allocations.filter(({ locationId }) => locationId === shop.location).map(({ quantity }) => ({ lineId, quantity })),
  );
  if (packed.length === 0) return;
  const asked = { locationId: shop.location, lines: packed, carrier: "testcarrier", weightGrams: 500 };
  await shop.ask({ method: "POST", path: `${path}/parcels`, body: asked, key });
};

/** What staff do, as often as they do it. */
const staffDo: readonly (readonly [times: number, Doing])[] = [
  [6, get(() => "/orders?limit=50")],
  [6, get((shop) => `/orders/${anOrder(shop)}`)],
  [2, get(() => "/orders?limit=50&status=confirmed")],
  [2, get(() => "/inventory?limit=50")],
  [1, get(() => "/products?limit=50")],
  [2, takes],
  [2, notes],
  [2, adjusts],
  [2, packs],
  [1, cancels],
];
const eachOnce = staffDo.flatMap(([times, doing]) => Array.from({ length: times }, () => doing));
export const staff: Doing = (shop) => oneOf(shop, eachOnce)(shop);

/** From an empty cart to an order; some look and leave. */
export const shopper: Doing = async (shop) => {
  const key = shop.keys.storefront;
  const lines = [{ variantId: oneOf(shop, shop.variants), quantity: 1 }];
  const made = await shop.ask({ method: "POST", path: "/api/store/carts", body: { lines }, key });
  const cart = `/api/store/carts/${String(made.body["token"])}`;
  if (made.status !== 201 || shop.random() < 0.3) return;
  const email = someEmail();
  await shop.ask({ method: "PATCH", path: cart, body: { email, name: "Day", phone, address }, key });
  const { status } = await shop.ask({ method: "POST", path: `${cart}/check-out`, body: { payment: "manual" }, key });
  if (status === 200) shop.ordered.add(email);
};

/** The gateway says that somebody has paid: until the store says that it has it, and now and then once more. */
export const gateway: Doing = async (shop) => {
  const orderId = shop.unpaid.shift();
  if (orderId === undefined) return;
  const { status, body: order } = await shop.ask({
    method: "GET",
    path: admin(`/orders/${orderId}`),
    key: shop.keys.staff,
  });
  const { totals } = order as { totals?: { total: { amountMinor: number; currency: string } } };
  if (status !== 200 || !totals) return;
  const of = { pageId: "page", reference: "", orderId, ...totals.total };
  const told = { id: `event_${orderId}`, kind: "payment.succeeded", at: new Date().toISOString(), ...of };
  const body = JSON.stringify({ ...told, paymentId: `payment_${orderId}` });
  for (let times = 0; times < 1 + Math.round(shop.random()); times++) {
    const headers = { "test-gateway-signature": signed(body, shop.webhookSecret, new Date()) };
    const said = await shop.ask({ method: "POST", path: "/api/gateways/test/webhook", body, headers });
    if (said.status < 300) shop.paid.add(orderId);
  }
};

/** The carrier says where a parcel is. */
export const carrier: Doing = async (shop) => {
  const { labels, settings } = shop.carrier;
  if (labels.length === 0) return;
  const { rawBody: body, headers } = noticeOf(shop, oneOf(shop, labels).reference, settings.webhookSecret);
  await shop.ask({ method: "POST", path: "/api/carriers/testcarrier/webhook", body, headers });
};

/** The day's orders, as a file. */
export const exporting: Doing = async (shop) => {
  const body = { kind: "orders" };
  const made = await shop.ask({ method: "POST", path: admin("/jobs/exports"), body, key: shop.keys.staff });
  if (made.status < 300) shop.jobs.add(String(made.body["id"]));
};

/** Somebody who counted, with a file. */
export const counting: Doing = async (shop) => {
  const rows = shop.counted.map(([sku, location]) => [sku, location, 100 + Math.floor(shop.random() * 50), "counted"]);
  const file = [["sku", "location", "on hand", "reason"], ...rows].map((row) => row.join(",")).join("\r\n");
  const key = shop.keys.staff;
  const body = { kind: "stock", fileName: "counted.csv", bytes: Buffer.byteLength(file) };
  const made = await shop.ask({ method: "POST", path: admin("/jobs/imports"), body, key });
  if (made.status >= 300) return;
  const { upload, import: job } = made.body as {
    upload: { url: string; headers: Record<string, string> };
    import: { id: string };
  };
  const sent = await fetch(upload.url, { method: "PUT", headers: upload.headers, body: file }).catch(() => undefined);
  if (!sent?.ok) return;
  const path = admin(`/jobs/imports/${job.id}/start`);
  const started = await shop.ask({ method: "POST", path, body: { dryRun: false }, key });
  if (started.status < 300) shop.jobs.add(job.id);
};
