/**
 * The effect of ten years of data: the searches of staff in a store of ten years and in one of 10,000 orders. Each row
 * has the factor by which the large one is slower.
 */
import postgres from "postgres";
import { system } from "#core/actor";
import * as audit from "#core/contract/audit";
import * as customer from "#core/contract/customer";
import type { Asked, Operation } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as stock from "#core/contract/stock";
import * as webhook from "#core/contract/webhook";
import { inChange } from "#core/db/change";
import { disconnect } from "#core/db/client";
import { examine } from "#core/doctor/examine";
import { createOwner } from "#core/staff/create-owner";
import { closeLedger } from "#core/stock/close-ledger";
import { within } from "#core/time-left";
import { createEndpoint } from "#core/webhook/endpoints/create-endpoint";
import type { LocalPostgres } from "#local/postgres/postgres";
import { call } from "#test/support/call";
import { aKey } from "#test/support/given/given";
import { generatedId, generateOrders } from "./generate.ts";
import { percentiles, tenths } from "./load.ts";
import { anOwnersKey, onNewDatabase, type ScaleRow } from "./scale.ts";
import { unburdened } from "./unburdened.ts";

const years = 10;
/** The most that a store of ten years may be slower than a small one. */
const timesMax = 1.5;
const p50MsMax = 50;
/** Each goes to four endpoints: 20 deliveries for each order, limited by what else a disk of 70 GB must hold. */
const eventsOfOrder = 5;
const eventsMax = 7_500_000;

/** One vendor sells a tenth of everything; the other's two products have not been sold for years. */
const vendors = { large: generatedId("vendor", 1), still: generatedId("vendor", 2) };

/**
 * @param sizes numbers of orders; 3,000,000 make 17 million ledger entries and 30 million deliveries.
 * @param small orders of the store that they are compared with.
 * @param asked how often each request is made, the first quarter to warm up.
 */
export async function inYears(
  server: Pick<LocalPostgres, "url" | "create">,
  sizes: readonly number[],
  { small = 10_000, asked = 40 } = {},
): Promise<ScaleRow[]> {
  const baseStore = await aStore(server, small);
  const rows: ScaleRow[] = [];
  for (const orders of sizes.filter((size) => size !== small)) {
    const store = await aStore(server, orders);
    // One right after the other, so that other load on the machine affects both.
    const base = await measured(baseStore, asked);
    for (const row of await measured(store, asked)) {
      const { p50Ms } = base.find(({ name }) => name === row.name) ?? row;
      const [isMs, wasMs] = [Number(row["p50Ms"]), Number(p50Ms)];
      if (Number.isNaN(isMs)) rows.push(row);
      else {
        const times = tenths(isMs / wasMs);
        const over = isMs > p50MsMax || (times > timesMax && isMs - wasMs > 1) ? "over" : "";
        rows.push({ ...row, [`p50MsOf${small}`]: wasMs, times, over });
      }
    }
  }
  return rows;
}

interface Store {
  readonly orders: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Entries of closed months of the ledger. */
  readonly carried: number;
}

const alone = { max: 1, onnotice: () => {} };

async function aStore(server: Pick<LocalPostgres, "url" | "create">, orders: number): Promise<Store> {
  const url = await onNewDatabase(server, `years_${orders}`);
  const [sql, another] = [postgres(url, alone), postgres(url, alone)];
  try {
    await createOwner({ email: "owner@example.com", password: "a-bench-password" });
    // Deliveries do not depend on orders, so both are generated concurrently.
    await Promise.all([
      generateOrders(sql, orders, { years }).then(() => besideOrders(sql, orders)),
      deliveriesOf(another, Math.min(orders * eventsOfOrder, eventsMax)),
    ]);
    const carried = await closeLedger(within(24 * 3_600_000));
    await sql.unsafe("vacuum analyze");
    const { DATABASE_URL, SECRETS_KEY } = process.env;
    return { orders, carried, environment: { DATABASE_URL, SECRETS_KEY } };
  } finally {
    await Promise.all([sql.end(), another.end()]);
    await disconnect();
  }
}

async function measured({ orders, environment, carried }: Store, asked: number): Promise<ScaleRow[]> {
  Object.assign(process.env, environment);
  try {
    const rows = await questions(orders, asked);
    for (const all of [false, true]) {
      const began = performance.now();
      const { checks } = await examine({ all });
      const seconds = tenths((performance.now() - began) / 1000);
      const wrong = checks.filter(({ status }) => status !== "ok").map(({ name, sentence }) => `${name}: ${sentence}`);
      const name = all ? `doctor --all, ${carried} entries closed` : "doctor";
      rows.push({ name, size: orders, seconds, over: wrong.join(" ") });
    }
    return rows;
  } finally {
    await disconnect();
  }
}

/** Other data in a store of ten years: vendors, tags and the audit trail. */
async function besideOrders(sql: postgres.Sql, orders: number): Promise<void> {
  await unburdened(sql, ["audit", "order_tags"], async (tx) => {
    await tx`insert into vendors (id, name, created_at) values (${vendors.large}, 'Large', now()), (${vendors.still}, 'Still', now())`;
    await tx`update products set vendor_id = ${vendors.large} where substr(id, 5)::int % 10 = 1`;
    await tx`update products set vendor_id = ${vendors.still} where id in (${generatedId("product", 2)}, ${generatedId("product", 3)})`;
    await tx`update order_lines set vendor_id = products.vendor_id from products where products.id = product_id and products.vendor_id is not null`;
    await tx`insert into order_tags (order_id, tag, placed_at)
      select id, tag, created_at from orders cross join lateral (
        values ('web', substr(id, 5)::bigint / 3 % 2 = 0), ('gift', substr(id, 5)::bigint % 1000 = 1)) as tags (tag, has) where has`;
    await tx`update orders set name = 'Zebedee Quill' where id = ${generatedId("order", orders / 2)}`;
    await tx`insert into audit (id, change_id, at, actor_kind, actor_id, actor_name, actor_role, action, subject_type, subject_id, after)
      select 'aud' || mark || lpad((number * 4 + step)::text, 16, '0'), 'chg_' || substr(id, 5), at,
        'staff', 'stf_' || lpad((number % 7)::text, 26, '0'), 'Staff', 'staff',
        (array['order.create', 'order.markPaid', 'parcel.ship', 'parcel.deliver'])[step + 1], 'order', id, '{"status": "confirmed"}'
      from (select id, created_at as at, substr(id, 5)::bigint as number, id_from('', created_at) as mark from orders offset 0) each,
        generate_series(0, 3) step
      order by number, step`;
  });
}

/** Older ones are past their retention, so all are within the last four weeks. Several may have the same time. */
async function deliveriesOf(sql: postgres.Sql, events: number): Promise<void> {
  const endpoints: string[] = [];
  for (let nth = 1; nth <= 4; nth++) {
    const given = { url: `https://receiver.test/${nth}`, events: ["*"], active: true };
    endpoints.push((await inChange(system("bench"), (change) => createEndpoint(change, given))).id);
  }
  const moments = Math.min(events, 500_000);
  const perMoment = Math.ceil(events / moments);
  await unburdened(sql, ["webhook_deliveries", "webhook_deliveries_first"], async (tx) => {
    await tx`insert into webhook_deliveries (id, endpoint_id, event_id, event_name, status, delivered_at, created_at)
      select 'whd' || mark || lpad((n * 4 + nth)::text, 16, '0'), endpoint, 'evt' || mark || lpad(n::text, 16, '0'),
        'order.paid', 'delivered', at, at
      from (
        select moment, at, id_from('', at) as mark from (
          select moment, now() - make_interval(secs => (${moments} - moment) * ${(28 * 86_400) / moments}::float8) as at
          from generate_series(0, ${moments - 1}) moment) moments offset 0) moments
        cross join lateral generate_series(moment * ${perMoment}::bigint + 1, least((moment + 1) * ${perMoment}::bigint, ${events}::bigint)) n
        cross join unnest(${endpoints}::text[]) with ordinality as each (endpoint, nth)`;
  });
}

async function questions(orders: number, asked: number): Promise<ScaleRow[]> {
  const as = await anOwnersKey();
  const rows: ScaleRow[] = [];
  const timed = async <Op extends Operation>(
    name: string,
    op: Op,
    inputOf: (nth: number) => NoInfer<Asked<Op>>,
    key = as,
  ): Promise<void> => {
    const took: number[] = [];
    for (let nth = 0; nth < asked; nth++) {
      const began = performance.now();
      const { status } = await call(op, inputOf(nth), { as: key });
      if (status !== 200) throw new Error(`${name} answered ${status}`);
      if (nth >= asked / 4) took.push(performance.now() - began);
    }
    rows.push({ name, size: orders, ...percentiles(took) });
  };
  const someOrder = (nth: number) => generatedId("order", 1 + ((nth * 7919) % orders));
  const someNumber = (nth: number) => 100_001 + ((nth * 7919) % orders);
  const someVariant = (nth: number) => generatedId("variant", nth * 31);
  const list = (name: string, inputOf: (nth: number) => Asked<typeof order.list>, key = as) =>
    timed(name, order.list, inputOf, key);
  const search = (what: string, qOf: (nth: number) => string) => list(`orders by ${what}`, (nth) => ({ q: qOf(nth) }));

  await list("order list", () => ({}));
  await list("order list, to be packed", () => ({ status: ["confirmed" as const] }));
  await list("order list by total", () => ({ sort: "total" as const }));
  await list("order list, two statuses and a tag", () => ({
    status: ["partiallyShipped" as const, "cancelled" as const],
    tag: "gift",
  }));
  await list("order list, two statuses and a tag of every other", () => ({
    ...{ status: ["partiallyShipped" as const, "cancelled" as const], tag: "web" },
  }));
  await list("order list, two statuses that a rare tag never has", () => ({
    ...{ status: ["pending" as const, "cancelled" as const], tag: "gift" },
  }));
  await list("order list, a status and a payment that never meet", () => ({
    ...{ status: ["delivered" as const], paymentStatus: ["unpaid" as const] },
  }));
  await list("order list, what can be shipped", () => ({ fulfillable: true }));
  await list("order list, what waits for stock", () => ({ backordered: true }));
  await list("order list, what somebody owes", () => ({ balance: "customerOwes" }));
  await list("order list, returned", () => ({ returned: "some" }));
  await search("number", (nth) => `QM-${someNumber(nth)}`);
  await search("number without prefix", (nth) => `${someNumber(nth)}`);
  await search("email", (nth) => `customer${(nth * 37) % 10_000}@example.com`);
  await search("name", (nth) => `number ${(nth * 37) % 10_000} customer`);
  await search("a rare word", () => "quill");
  await search("a word that is nowhere", () => "xylophone");
  await search(
    "a phone number",
    (nth) => `+9198${String((((nth * 37) % 10_000) * 1987) % 100_000_000).padStart(8, "0")}`,
  );
  await search("four digits of a phone number", (nth) => String(1000 + nth * 37));
  await search("SKU", (nth) => `SKU-${String((nth * 37) % 2000).padStart(5, "0")}`);
  await search("the beginning of a SKU", () => "SKU-00");
  await search("title", (nth) => `product ${(nth * 37) % 1000}`);
  await search("tracking number", (nth) => `T${1 + ((nth * 7919) % orders)}`);
  await search("a payment's reference", (nth) => `UTR${String(1 + ((nth * 7919) % orders)).padStart(11, "0")}`);
  await timed("order page", order.read, (nth) => ({ id: someOrder(nth) }));
  await timed("order timeline", order.timeline, (nth) => ({ id: someOrder(nth) }));
  await timed("picking sheet of 500 orders", order.pickingSheet, () => ({ status: ["confirmed" as const] }));
  await timed("movements", stock.movements, () => ({}));
  await timed("movements of a variant", stock.movements, (nth) => ({ variantId: someVariant(nth) }));
  await timed("movements of a location", stock.movements, () => ({ locationId: generatedId("location", 1) }));
  await timed("movements of an order", stock.movements, (nth) => ({ orderId: someOrder(nth) }));
  await timed("movements of a kind that never happened", stock.movements, () => ({ kind: ["adjust" as const] }));
  await timed("movements of a variant that was restocked", stock.movements, (nth) => ({
    ...{ variantId: someVariant(nth), kind: ["restock" as const] },
  }));
  await timed("stock levels", stock.list, () => ({}));
  for (const [size, vendorId] of Object.entries(vendors)) {
    const key = await aKey({ role: "vendor", vendorId });
    await list(`orders of a ${size} vendor`, () => ({}), key);
    await list(`orders of a ${size} vendor, to be packed`, () => ({ status: ["confirmed" as const] }), key);
    await list(`orders of a ${size} vendor, unpaid`, () => ({ status: ["pending" as const] }), key);
    await list(`orders of a ${size} vendor by title`, (nth) => ({ q: `product ${(nth * 10 + 1) % 1000}` }), key);
    await timed(`movements of a ${size} vendor`, stock.movements, () => ({}), key);
    await timed(
      `movements of a ${size} vendor, received`,
      stock.movements,
      () => ({ kind: ["receive" as const] }),
      key,
    );
    await timed(`movements of a ${size} vendor, shipped`, stock.movements, () => ({ kind: ["ship" as const] }), key);
    await timed(`stock levels of a ${size} vendor`, stock.list, () => ({}), key);
  }
  await timed("customers", customer.list, () => ({}));
  await timed("customers by email", customer.list, (nth) => ({ q: `customer${(nth * 37) % 10_000}@example.com` }));
  await timed("customers by name", customer.list, (nth) => ({ q: `number ${(nth * 37) % 10_000}` }));
  await timed("customers by what they spent", customer.list, () => ({ sort: "spent" as const }));
  await timed("customers by their last order", customer.list, () => ({ sort: "lastOrder" as const }));
  await timed("audit", audit.list, () => ({}));
  await timed("audit of a person", audit.list, (nth) => ({ actor: generatedId("staff", nth % 7) }));
  await timed("audit of an action", audit.list, () => ({ action: "parcel.ship" }));
  await timed("audit of an order", audit.list, (nth) => ({ subjectId: someOrder(nth) }));
  await timed("audit of a person's actions that never happened", audit.list, () => ({
    ...{ actor: generatedId("staff", 1), action: "store.edit" },
  }));
  await timed("deliveries", webhook.listDeliveries, () => ({}));
  return rows;
}
