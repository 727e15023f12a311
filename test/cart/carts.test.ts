/** Carts before they become orders: what they show, who can open them, and what happens to abandoned ones. */

import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { describe, expect, it, onTestFinished } from "vitest";
import * as audit from "#core/contract/audit";
import * as cart from "#core/contract/cart";
import { areas } from "#core/contract/index";
import { amountMinorMax } from "#core/contract/kit/fields";
import * as product from "#core/contract/product";
import * as shippingRate from "#core/contract/shippingRate";
import * as store from "#core/contract/store";
import * as storefront from "#core/contract/storefront";
import * as variant from "#core/contract/variant";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { removeOldStorefrontRows } from "#core/storefront/remove-old";
import { within } from "#core/time-left";
import { handler as sweepCarts } from "#functions/schedule/sweep-carts";
import { call, ownersKey, storefrontsKey } from "../support/call.ts";
import { aFilledCart } from "../support/given/carts.ts";
import { aProduct, withStatus } from "../support/given/catalogue.ts";
import { aCustomer, aGroup, aPriceList } from "../support/given/customers.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import { invocation, scheduled } from "../support/invocation.ts";
import { linesLogged } from "../support/logged.ts";
import { processorMsOf } from "../support/processor-time.ts";

describe("a storefront's key", () => {
  const admin = Object.values(areas)
    .flat()
    .filter(({ right }) => right !== "anyone" && right !== "storefront");
  it.each(admin)("does not open $name", async (op) => {
    const answer = await call(op, {}, { as: await storefrontsKey() });
    expect([answer.status, answer.body.error?.code]).toEqual([403, "key.otherDoor"]);
  });

  const store = Object.values(areas)
    .flat()
    .filter(({ right }) => right === "storefront");
  it.each(store)("is the only one that opens $name", async (op) => {
    const answer = await call(op, { token: "x", slug: "x" }, { as: await ownersKey() });
    expect([answer.status, answer.body.error?.code]).toEqual([403, "key.otherDoor"]);
  });

  it("limits the writes per minute from one address, and says when to retry", async () => {
    const as = await storefrontsKey();
    await db().execute(sql`
      insert into storefront_requests values ('address 203.0.113.7', date_trunc('minute', clock_timestamp()), 600)
      on conflict (asker, minute) do update set requests = 600`);
    const answer = await call(cart.create, {}, { as });
    await db().execute(sql`truncate storefront_requests`);
    expect(answer).toMatchObject({ status: 429, body: { error: { code: "request.tooMany" } } });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });

  // A provider's customer has 2^64 IPv6 addresses: each of them would count as a new caller.
  it("counts all addresses in a /64 as one", async () => {
    const as = await storefrontsKey();
    const from = (sourceIp: string) => (event: APIGatewayProxyEventV2) => {
      const { http, ...context } = event.requestContext;
      return { ...event, requestContext: { ...context, http: { ...http, sourceIp } } };
    };
    await call(cart.create, {}, { as, altered: from("2001:db8:1:2::1") });
    await db().execute(sql`
      insert into storefront_requests
      select asker, minute + nth * interval '1 minute', 600 from storefront_requests, generate_series(0, 1) nth
      where asker like 'address %'
      on conflict (asker, minute) do update set requests = 600`);
    const [same, other] = [
      await call(cart.create, {}, { as, altered: from("2001:db8:1:2:ffff::2") }),
      await call(cart.create, {}, { as, altered: from("2001:db8:1:3::2") }),
    ];
    await db().execute(sql`truncate storefront_requests`);
    expect([same.status, other.status]).toEqual([429, 201]);
  });

  // The key is in a public page: someone who copies it must not be able to flood the store from a thousand addresses.
  it("has a limit of writes per minute from all addresses together", async () => {
    const as = await storefrontsKey();
    await call(cart.create, {}, { as });
    await db().execute(sql`
      insert into storefront_requests
      select asker, minute + nth * interval '1 minute', 60000 from storefront_requests, generate_series(0, 1) nth
      where asker like 'key %'
      on conflict (asker, minute) do update set requests = 60000`);
    const answer = await call(cart.create, {}, { as });
    await db().execute(sql`truncate storefront_requests`);
    expect(answer).toMatchObject({ status: 429, body: { error: { code: "request.tooMany" } } });
    expect((await call(cart.create, {}, { as })).status).toBe(201);
  });
});

// A draft's title, SKU and price must not be known before it goes on sale.
it("a cart treats a draft like a variant that does not exist", async () => {
  const as = await storefrontsKey();
  const draft = await aProduct({ title: "Secret lamp", status: "draft", variants: [{ priceMinor: 77_777 }] });
  const { variants } = (await call(product.read, { id: draft.id })).body;
  await aPriceList([{ variantId: variants[0]!.id, amountMinor: 77_777 }]);
  const { body } = await call(cart.create, { lines: [{ variantId: variants[0]!.id, quantity: 1 }] }, { as });
  expect(body.lines).toMatchObject([{ problem: "unknown", title: "", sku: "", slug: null, total: { amountMinor: 0 } }]);
  expect(JSON.stringify(body)).not.toMatch(/Secret|77777/);
  const refused = await call(cart.checkOut, { token: body.token, payment: "manual" }, { as });
  expect([refused.status, JSON.stringify(refused.body).match(/Secret|77777/)]).toEqual([409, null]);
});

describe("the catalogue of a storefront", () => {
  const list = async (said: object = {}) =>
    (await call(storefront.listProducts, said, { as: await storefrontsKey() })).body;

  it("shows what is on sale, its price and availability, but no stock levels, costs or drafts", async () => {
    const { variantId } = await aVariantInStock(7, { title: "Cork mat", priceMinor: 1000 });
    const { slug, id } = await aProduct({ title: "Hidden", status: "draft", variants: [{ costMinor: 77_777 }] });
    const sold = await aProduct({ title: "Sold out", variants: [{ costMinor: 77_777, compareAtMinor: 12_000 }] });
    const shown = await list();
    const byTitle = new Map(shown.items.map((item) => [item.title, item]));
    expect(byTitle.get("Cork mat")?.variants).toMatchObject([
      { id: variantId, price: { amountMinor: 1000 }, available: true },
    ]);
    expect(byTitle.get("Sold out")?.variants).toMatchObject([{ available: false, compareAt: { amountMinor: 12_000 } }]);
    expect(byTitle.has("Hidden")).toBe(false);
    expect(JSON.stringify(shown)).not.toMatch(/77777|onHand|cost|draft|vendor/i);
    const one = await call(storefront.readProduct, { slug }, { as: await storefrontsKey() });
    expect([one.status, one.body.error?.code]).toEqual([404, "product.unknown"]);
    await withStatus(id, "active");
    expect((await call(storefront.readProduct, { slug }, { as: await storefrontsKey() })).body.title).toBe("Hidden");
    expect((await call(product.read, { id: sold.id })).status).toBe(200);
  });

  it("can be searched by part of a title, and cached for a minute", async () => {
    await aProduct({ title: "Walnut spoon" });
    const as = await storefrontsKey();
    const asked = await call(storefront.listProducts, { q: "alnut" }, { as });
    expect(asked.body.items.map(({ title }) => title)).toEqual(["Walnut spoon"]);
    expect(asked.headers["cache-control"]).toBe("public, max-age=60");
    const headers = { "if-none-match": asked.headers["etag"]! };
    const again = await call(storefront.listProducts, { q: "alnut" }, { as, headers });
    expect([again.status, again.body]).toEqual([304, undefined]);
    const among = { "if-none-match": `"x" ,  ${asked.headers["etag"]} , W/"y"` };
    expect((await call(storefront.listProducts, { q: "alnut" }, { as, headers: among })).status).toBe(304);
    // A header full of blanks used to cost more than the rest of the request.
    const blank = { "if-none-match": `${" ".repeat(100_000)}x` };
    const ms = await processorMsOf(async () => {
      expect((await call(storefront.listProducts, { q: "alnut" }, { as, headers: blank })).status).toBe(200);
    });
    expect(ms).toBeLessThan(4_000);
  });

  it("shows the prices for a cart's customer, uncached", async () => {
    const { variantId } = await aVariantInStock(7, { title: "Slate board", priceMinor: 1000 });
    const group = await aGroup();
    await aPriceList([{ variantId, amountMinor: 600 }], { groupIds: [group.id] });
    const { email } = await aCustomer({ groupIds: [group.id] });
    const { token, key: as } = await aFilledCart({ contact: { email: email! } });
    const own = await call(storefront.listProducts, { q: "Slate", cart: token }, { as });
    expect(own.body.items[0]?.variants[0]?.price.amountMinor).toBe(600);
    expect(own.headers["cache-control"]).toBe("no-store");
    const others = await call(storefront.listProducts, { q: "Slate" }, { as });
    expect(others.body.items[0]?.variants[0]?.price.amountMinor).toBe(1000);
  });
});

describe("a cart", () => {
  it("says for each line why it cannot be ordered", async () => {
    const [short, archived] = [await aVariantInStock(1), await aVariantInStock(5)];
    const unknown = "var_00000000000000000000000000" as const;
    const lines = [short.variantId, archived.variantId, unknown].map((variantId) => ({ variantId, quantity: 2 }));
    const { token, key: as } = await aFilledCart({ lines });
    await db().execute(sql`update variants set archived_at = now() where id = ${archived.variantId}`);
    const { body } = await call(cart.read, { token }, { as });
    expect(body.lines.map(({ problem }) => problem)).toEqual(["short", "notSold", "unknown"]);
    expect(body.problems).toContain("lines");
    await db().execute(sql`update variants set archived_at = null where id = ${archived.variantId}`);
  });

  // Prices go up. One such cart must not keep the others from being announced.
  it("whose total is above an order's maximum is shown and announced, but cannot be ordered", async () => {
    const [dear, other] = [
      await aVariantInStock(1, { priceMinor: amountMinorMax / 1_000_000 }),
      await aVariantInStock(5),
    ];
    const lines = [
      { variantId: dear.variantId, quantity: 1_000_000 },
      { variantId: other.variantId, quantity: 2 },
    ];
    const { token, key: as, cart: filled } = await aFilledCart({ lines: lines.slice(0, 1) });
    expect([filled.totals.total.amountMinor, filled.lines[0]?.problem]).toEqual([amountMinorMax, "short"]);
    const full = (await call(cart.setLines, { token, lines }, { as })).body;
    expect(full.lines.map(({ problem }) => problem)).toEqual(["short", "tooLarge"]);
    expect(full.totals.total.amountMinor).toBe(amountMinorMax);

    await call(variant.edit, { id: dear.variantId, priceMinor: amountMinorMax });
    const { body } = await call(cart.read, { token }, { as });
    expect(body.lines.map(({ problem, total }) => [problem, total.amountMinor])).toEqual([
      ["tooLarge", 0],
      [null, 2 * 1999],
    ]);
    expect(body.problems).toEqual(["lines", "changed"]);
    expect((await call(cart.inspect, { id: filled.id })).body.totals).toEqual(body.totals);
    expect((await call(cart.checkOut, { token, payment: "manual" }, { as })).body.error?.code).toBe("price.tooLarge");
    await db().execute(sql`update carts set updated_at = now() - interval '25 hours' where id = ${filled.id}`);
    await sweepCarts(scheduled, invocation);
    const { items } = (await call(cart.list, { state: "abandoned" })).body;
    expect(items.map(({ id }) => id)).toContain(filled.id);
  });

  it("whose shipping charge is above the maximum cannot be ordered", async () => {
    const { variantId } = await aVariantInStock(1, { priceMinor: 1 });
    const { body: rate } = await call(shippingRate.create, { name: "Gold", amountMinor: amountMinorMax });
    const { cart: filled } = await aFilledCart({ lines: [{ variantId, quantity: 1 }] });
    await call(shippingRate.remove, { id: rate.id });
    expect(filled.problems).toEqual(["shipping"]);
  });

  it("opens only with its token, and reveals nothing about other tokens", async () => {
    const { token, key: as, cart: filled } = await aFilledCart();
    for (const other of [`${token}x`, filled.id, "x".repeat(43), "..", "%00"]) {
      const answer = await call(cart.read, { token: other }, { as });
      expect([answer.status, answer.body.error?.code, answer.body.error?.detail]).toEqual([
        404,
        "cart.unknown",
        undefined,
      ]);
    }
  });

  it("that became an order can no longer be changed, and names the order", async () => {
    const { token, key: as, cart: made } = await aFilledCart();
    const { body } = await call(cart.checkOut, { token, payment: "manual" }, { as });
    const refused = { status: 409, body: { error: { code: "cart.ordered", detail: { number: body.order!.number } } } };
    expect(await call(cart.setLines, { token, lines: [] }, { as })).toMatchObject(refused);
    expect(await call(cart.setContact, { token, name: "Late" }, { as })).toMatchObject(refused);
    const [listed] = (await call(cart.list, { state: "ordered" })).body.items;
    expect(listed).toMatchObject({ id: made.id, state: "ordered", order: { number: body.order!.number } });
  });

  it("abandoned for a day with an email address is announced once; one that became an order never is", async () => {
    const [left, ordered, empty] = [await aFilledCart(), await aFilledCart(), await aFilledCart({ lines: [] })];
    const unknown = await aFilledCart();
    await db().execute(sql`update carts set email = null where id = ${unknown.cart.id}`);
    await call(cart.checkOut, { token: ordered.token, payment: "manual" }, { as: ordered.key });
    await db().execute(sql`update carts set updated_at = now() - interval '25 hours'`);
    await Promise.all([sweepCarts(scheduled, invocation), sweepCarts(scheduled, invocation)]);
    await sweepCarts(scheduled, invocation);
    const events = await db().execute<{ subject_id: string; body: string }>(sql`
      select subject_id, body from events where name = 'cart.abandoned'`);
    const about = (id: string) =>
      events.filter(({ subject_id }) => subject_id === id).map(({ body }) => JSON.parse(body));
    expect(about(left.cart.id)).toMatchObject([{ data: { token: left.token, email: left.cart.email } }]);
    expect([ordered, empty, unknown].flatMap(({ cart }) => about(cart.id))).toEqual([]);
    const { items } = (await call(cart.list, { state: "abandoned" })).body;
    expect(items.map(({ id }) => id)).toContain(left.cart.id);
  });

  // In the staff's list, someone who is shopping now was among those who had left.
  it("is open again when its shopper returns, and abandoned again later, but announced once", async () => {
    const { cart: one, token, key: as } = await aFilledCart();
    const stateOf = async () =>
      (await call(cart.list, { limit: 200 })).body.items.find(({ id }) => id === one.id)?.state;
    const leftAlone = async () => {
      await db().execute(sql`update carts set updated_at = now() - interval '25 hours' where id = ${one.id}`);
      await sweepCarts(scheduled, invocation);
    };
    await leftAlone();
    expect(await stateOf()).toBe("abandoned");
    for (const name of ["Returned", "And again"]) {
      await call(cart.setContact, { token, name }, { as });
      expect(await stateOf()).toBe("open");
      await leftAlone();
      expect(await stateOf()).toBe("abandoned");
    }
    const announced = await db().execute(
      sql`select from events where name = 'cart.abandoned' and subject_id = ${one.id}`,
    );
    expect(announced).toHaveLength(1);
  });

  it("is abandoned after as many hours as the store sets", async () => {
    const [soon, later] = [await aFilledCart(), await aFilledCart()];
    await call(store.edit, { cartAbandonedHours: 3 });
    onTestFinished(async () => void (await call(store.edit, { cartAbandonedHours: 24 })));
    const leftFor = (hours: number, { cart: { id } }: typeof soon) =>
      db().execute(sql`update carts set updated_at = now() - make_interval(hours => ${hours}) where id = ${id}`);
    await leftFor(2, soon);
    await leftFor(4, later);
    await sweepCarts(scheduled, invocation);
    const { items } = (await call(cart.list, { state: "abandoned", limit: 200 })).body;
    const ids = items.map(({ id }) => id);
    expect([ids.includes(soon.cart.id), ids.includes(later.cart.id)]).toEqual([false, true]);
  });

  // The order's history and the repeated click of its shopper lead to it.
  it("is removed once it is old, unless it became an order", async () => {
    const [left, ordered, recent] = [await aFilledCart(), await aFilledCart(), await aFilledCart()];
    const placed = await call(cart.checkOut, { token: ordered.token, payment: "manual" }, { as: ordered.key });
    expect(placed.status).toBe(200);
    for (const [{ cart: one }, days] of [
      [left, store.cartKeptDays + 1],
      [ordered, 400],
      [recent, store.cartKeptDays - 1],
    ] as const)
      await db().execute(
        sql`update carts set updated_at = now() - make_interval(days => ${days}) where id = ${one.id}`,
      );
    await removeOldStorefrontRows(within(60_000));
    const kept = await db().execute(sql`
      select id from carts where id in (${left.cart.id}, ${ordered.cart.id}, ${recent.cart.id})`);
    expect(kept.map(({ id }) => id).toSorted()).toEqual([ordered.cart.id, recent.cart.id].toSorted());
  });

  // It was removed first, and nobody was reminded.
  it("is abandoned before it is removed, after as many hours as a store can set", async () => {
    const one = await aFilledCart();
    await call(store.edit, { cartAbandonedHours: store.cartAbandonedHoursMax });
    onTestFinished(async () => void (await call(store.edit, { cartAbandonedHours: 24 })));
    const hours = store.cartAbandonedHoursMax + 1;
    await db().execute(
      sql`update carts set updated_at = now() - make_interval(hours => ${hours}) where id = ${one.cart.id}`,
    );
    await removeOldStorefrontRows(within(60_000));
    await sweepCarts(scheduled, invocation);
    const told = await db().execute(
      sql`select from events where name = 'cart.abandoned' and subject_id = ${one.cart.id}`,
    );
    expect(told).toHaveLength(1);
  });

  // Staff could not save such a line when they edit the order.
  it("holds no more of a variant than an order line can, however often it is named", async () => {
    const { variantId } = await aVariantInStock(1, { priceMinor: 0 });
    const twice = (quantity: number) => [1, 2].map(() => ({ variantId, quantity }));
    expect(await call(cart.create, { lines: twice(500_001) })).toMatchObject({
      status: 400,
      body: { error: { code: "request.invalid", detail: { issues: [{ path: "lines" }] } } },
    });
    expect((await call(cart.create, { lines: twice(500_000) })).body.lines).toMatchObject([{ quantity: 1_000_000 }]);
  });

  // One cart whose token could not be decrypted kept all others from being announced.
  it("that cannot be shown is skipped, and holds up no other", async () => {
    const [sealed, good] = [await aFilledCart(), await aFilledCart()];
    await db().execute(sql`update carts set token_sealed = 'lost.AAAA.AAAA' where id = ${sealed.cart.id}`);
    await db().execute(sql`update carts set updated_at = now() - interval '25 hours' where abandoned_at is null`);
    await sweepCarts(scheduled, invocation);
    const told = await db().execute<{ id: string }>(
      sql`select subject_id as id from events where name = 'cart.abandoned'`,
    );
    const isTold = ({ cart }: typeof good) => told.some(({ id }) => id === cart.id);
    expect([sealed, good].map(isTold)).toEqual([false, true]);
    await db().execute(sql`delete from carts where id = ${sealed.cart.id}`);
  });

  // All shoppers share the shop's key, so the answer kept for one of them would open the cart to the next.
  it("is a new one for each request, whatever the Idempotency-Key", async () => {
    const how = { as: await storefrontsKey(), headers: { "idempotency-key": "cart-1" } };
    const [one, other] = [await call(cart.create, {}, how), await call(cart.create, {}, how)];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.body.token).not.toBe(one.body.token);
    expect(other.body.id).not.toBe(one.body.id);
  });

  // Whoever used a key first, such as "check-out", kept all other shoppers from using it for a day.
  it("has keys of its own, although all shoppers have the same API key", async () => {
    const as = await storefrontsKey();
    const how = { as, headers: { "idempotency-key": "name" } };
    const named = async (name: string) => {
      const { token } = (await call(cart.create, {}, { as })).body;
      return [await call(cart.setContact, { token, name }, how), await call(cart.setContact, { token, name }, how)];
    };
    for (const name of ["Asha", "Ravi"]) {
      const answers = await named(name);
      expect(answers.map(({ status, body }) => [status, body.name])).toEqual([
        [200, name],
        [200, name],
      ]);
      expect(answers.map(({ headers }) => headers["idempotent-replayed"])).toEqual([undefined, "true"]);
    }
  });

  // Someone who reads a log or the audit could otherwise buy, and read an address, in someone else's name.
  it("does not show its token in any log, audit entry or list", async () => {
    const lines = linesLogged();
    const tokens: string[] = [];
    {
      const { token, key: as } = await aFilledCart();
      const made = (await call(cart.create, {}, { as })).body;
      await call(cart.checkOut, { token, payment: "manual" }, { as });
      await call(cart.read, { token: `${token}wrong` }, { as });
      for (const secret of [token, made.token]) {
        const { items } = (await call(cart.list, {})).body;
        const inspected = await call(cart.inspect, { id: items[0]!.id });
        const entries = (await call(audit.list, { limit: 200 })).body;
        expect(JSON.stringify([items, inspected.body, entries])).not.toContain(secret);
        for (const table of ["carts", "audit", "idempotency", "events"]) {
          const rows = await db().execute(sql.raw(`select * from ${table} as t where t::text like '%${secret}%'`));
          expect([table, rows.length]).toEqual([table, 0]);
        }
      }
      tokens.push(token, made.token);
    }
    for (const token of tokens) expect(JSON.stringify(lines)).not.toContain(token);
  });
});
