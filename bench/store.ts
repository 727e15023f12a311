/**
 * A shop and its customers: pricing with many lists, searching many customers, and shoppers' requests, over HTTP on the
 * local runtime in its own process.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import { inChange } from "#core/db/change";
import { db, disconnect } from "#core/db/client";
import { migrate } from "#core/db/migrate";
import { listPrices } from "#core/price/list-prices";
import { newSecretsKey } from "#core/secret";
import { createKey } from "#core/staff/keys/create-key";
import { receiveStock } from "#core/stock/receive-stock";
import { startChild } from "#local/child";
import type { LocalPostgres } from "#local/postgres/postgres";
import { aStocklessVariant, aStockroom } from "#test/support/given/stock";
import { generatedId, generateOrders } from "./generate.ts";
import { type Base, type Call, measure, percentiles, send, type Timing } from "./load.ts";

interface StoreRow extends Partial<Timing> {
  readonly name: string;
  readonly clients?: number;
}

interface Options {
  readonly server: LocalPostgres;
  /** A million customers instead of a hundred thousand. */
  readonly heavy: boolean;
}

const lists = 100;
const pricesOfList = 50_000;
const linesOfOrder = 200;
const products = 500;
/** The variants that shoppers buy: with fewer, check-outs would wait for each other's stock levels. */
const variantsSold = 100;
const shoppers = 400;

export async function store({ server, heavy }: Options): Promise<StoreRow[]> {
  const database = `store_${process.pid}`;
  await server.create(database);
  const url = server.url(database);
  await migrate(url);
  const customers = heavy ? 1_000_000 : 100_000;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await generateOrders(sql, 10_000);
  await generatePrices(sql);
  await generateCustomers(sql, customers);
  await sql.unsafe("vacuum analyze");
  await sql.end();
  const environment = { DATABASE_URL: server.nearUrl(database), SECRETS_KEY: newSecretsKey(), TRUST_PROXY: "1" };
  Object.assign(process.env, environment);
  return [await prices(), ...(await overHttp(environment, customers))];
}

/**
 * Price lists with a price for every variant, every other list from a quantity of ten; a third of the lists is for a
 * group.
 */
async function generatePrices(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = off`;
    await tx`set local statement_timeout = 0`;
    await tx`insert into products (id, slug, title, status, options, created_at, updated_at)
      select 'prd_' || lpad((5000 + n)::text, 26, '0'), 'priced-' || n, 'Priced ' || n, 'active', '{Number}', now(), now()
      from generate_series(1, ${products}) n`;
    await tx`insert into variants (id, product_id, sku, options, price_minor, position, created_at)
      select 'var_' || lpad((100000 + n)::text, 26, '0'), 'prd_' || lpad((5001 + n % ${products})::text, 26, '0'),
        'PRICED-' || n, array[n::text], 1000 + n, n, now()
      from generate_series(1, ${pricesOfList}) n`;
    await tx`insert into customer_groups (id, name, created_at)
      values ('grp_' || repeat('0', 26), 'Wholesale', now())`;
    await tx`insert into price_lists (id, name, for_everyone, priority, created_at, updated_at)
      select 'prl_' || lpad(n::text, 26, '0'), 'List ' || n, n % 3 <> 0, n % 7, now(), now()
      from generate_series(1, ${lists}) n`;
    await tx`insert into price_list_groups select id, 'grp_' || repeat('0', 26) from price_lists where not for_everyone`;
    await tx`insert into price_list_rows (variant_id, price_list_id, min_quantity, amount_minor)
      select v.id, l.id, case when l.priority % 2 = 0 then 1 else 10 end, 900 + l.priority
      from variants v cross join price_lists l where v.id > 'var_' || lpad('100000', 26, '0')`;
    // A shop's page shows a few variants of a product, not a hundred.
    await tx`update products set status = 'archived' where id > 'prd_' || lpad('5000', 26, '0')`;
  });
}

/** Besides those of the orders. */
async function generateCustomers(sql: postgres.Sql, count: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = off`;
    await tx`set local statement_timeout = 0`;
    await tx`insert into customers (id, email, name, phone, created_at, updated_at)
      select 'cus_' || lpad((1000000 + n)::text, 26, '0'), 'shopper' || n || '@example.org', 'Shopper Number ' || n,
        '+9170' || lpad((n * 7919 % 100000000)::text, 8, '0'), now(), now()
      from generate_series(1, ${count}) n`;
  });
}

/** The time of pricing an order in the database: one statement, including the round trip. */
async function prices(): Promise<StoreRow> {
  const buyer = { customerId: null, channelId: null, at: new Date() };
  const took: number[] = [];
  for (let nth = 0; nth < 60; nth++) {
    const wanted = new Map<Id<"variant">, number>();
    for (let line = 0; line < linesOfOrder; line++)
      wanted.set(generatedId("variant", 100_001 + ((nth * 7919 + line * 241) % pricesOfList)), 1 + (line % 20));
    const began = performance.now();
    const found = await listPrices(db(), wanted, buyer);
    took.push(performance.now() - began);
    if (found.size !== linesOfOrder) throw new Error(`${found.size} of ${linesOfOrder} lines have a price`);
  }
  return { name: `prices of ${linesOfOrder} lines, ${lists} lists of ${pricesOfList}`, ...percentiles(took.slice(10)) };
}

async function overHttp(environment: Readonly<Record<string, string>>, customers: number): Promise<StoreRow[]> {
  const owner = { ...system("bench"), role: "owner" as const };
  const keyOf = (storefront: boolean) =>
    inChange(owner, (change) => createKey(change, { name: "bench", role: storefront ? "staff" : "owner", storefront }));
  const [staffKey, shopKey] = [(await keyOf(false)).key, (await keyOf(true)).key];
  const sold = await variantsInStock();
  await disconnect();
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-bench-store-"));
  const runtime = await startChild({
    folder,
    environment: { ...environment, OWNER_PASSWORD: "a-bench-password", POWERTOOLS_LOG_LEVEL: "ERROR" },
  });
  try {
    const staff = { url: runtime.url, key: staffKey };
    const shop = { url: runtime.url, key: shopKey };
    const found = (name: string, q: (nth: number) => string) =>
      timed(staff, name, 1, 300, (nth) => ({ method: "GET", path: `/api/admin/customers?q=${q(nth)}` }));
    const numberOf = (nth: number) => 1 + ((nth * 7919) % customers);
    const page = { method: "GET", path: "/api/store/products?limit=24" } as const;
    const tokens = await filledCarts(shop, sold);
    return [
      await found(`customer by email, of ${customers}`, (nth) => `shopper${numberOf(nth)}@example.org`),
      await found(`customer by name, of ${customers}`, (nth) => `number ${numberOf(nth)}`),
      await timed(shop, "a shop's page of 24 products", 1, 300, () => page),
      await timed(shop, "a shop's page of 24 products", 16, 4_000, () => page),
      await timed(shop, "a cart's lines", 1, shoppers, (nth) => linesOf(tokens, sold, nth)),
      await timed(shop, "a cart's lines", 16, 2_000, (nth) => linesOf(tokens, sold, nth)),
      await timed(shop, "check-out", 1, shoppers / 2, (nth) => checkOutOf(tokens[nth])),
      await timed(shop, "check-out", 16, shoppers / 2, (nth) => checkOutOf(tokens[shoppers / 2 + nth])),
    ];
  } finally {
    await runtime.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(
  base: Base,
  name: string,
  clients: number,
  requests: number,
  next: (nth: number) => Call,
): Promise<StoreRow> {
  // A read warms the pool and the compiler; a check-out can be made only once.
  if (next(0).method === "GET") await measure(base, { clients: 8, requests: 200 }, next);
  return { name, clients, ...(await measure(base, { clients, requests }, next)) };
}

async function variantsInStock(): Promise<Id<"variant">[]> {
  const locationId = await aStockroom();
  const made: Id<"variant">[] = [];
  for (let nth = 0; nth < variantsSold; nth++) {
    const id = await aStocklessVariant();
    await inChange(system("bench"), (change) => receiveStock(change, { id, locationId, quantity: 100_000 }));
    made.push(id);
  }
  return made;
}

/** Each shopper has their own IP address, because writes per minute are limited by address. */
const from = (nth: number) => ({ "x-forwarded-for": `198.18.${Math.floor(nth / 250) % 250}.${nth % 250}` });
const address = { line1: "1 Market Street", city: "Pune", postalCode: "411001", country: "IN" };

const wanted = (sold: readonly Id<"variant">[], nth: number) =>
  [0, 1, 2].map((line) => ({ variantId: sold[(nth * 37 + line * 11) % sold.length], quantity: 1 + (nth % 3) }));

async function filledCarts(shop: Base, sold: readonly Id<"variant">[]): Promise<string[]> {
  const tokens: string[] = [];
  for (let nth = 0; nth < shoppers; nth++) {
    const headers = from(nth);
    const body = { lines: wanted(sold, nth) };
    const made = await send(shop, { method: "POST", path: "/api/store/carts", headers, body });
    const [, token = ""] = /"token":"([^"]+)"/.exec(made) ?? [];
    const contact = { email: `bench${nth}@example.com`, name: "Bench", address };
    await send(shop, { method: "PATCH", path: `/api/store/carts/${token}`, headers, body: contact });
    tokens.push(token);
  }
  return tokens;
}

const linesOf = (tokens: readonly string[], sold: readonly Id<"variant">[], nth: number): Call => ({
  method: "PUT",
  path: `/api/store/carts/${tokens[nth % tokens.length]}/lines`,
  headers: from(nth),
  body: { lines: wanted(sold, nth) },
});

const checkOutOf = (token = ""): Call => ({
  method: "POST",
  path: `/api/store/carts/${token}/check-out`,
  headers: from(token.length + token.charCodeAt(0)),
  body: { payment: "cod" },
});
