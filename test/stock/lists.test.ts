import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as product from "#core/contract/product";
import * as stock from "#core/contract/stock";
import * as transfer from "#core/contract/transfer";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { vendors } from "#core/staff/staff.table";
import { call } from "../support/call.ts";
import { anAllocation } from "../support/given/allocations.ts";
import { aKey } from "../support/given/given.ts";
import { anOrder, sentOrder } from "../support/given/orders.ts";
import { aStocklessVariant, aStockroom, aVariantInStock, receives } from "../support/given/stock.ts";
import { planOf, rowsReadOf } from "../support/plans.ts";

async function aVendorsKey() {
  const vendorId = newId("vendor");
  await db().insert(vendors).values({ id: vendorId, name: "Potters", createdAt: new Date() });
  return { vendorId, as: await aKey({ role: "vendor", vendorId }) };
}

/** A search term that no other test has. */
const aWord = () => `W${randomBytes(5).toString("hex")}`;

describe("stock.list", () => {
  it("shows a variant's figures in total and for each location", async () => {
    const sku = aWord();
    const [near, far] = [await aStockroom({ priority: 1 }), await aStockroom({ priority: 2 })];
    const place = await aVariantInStock(2, { sku, locationId: near, continueSelling: true });
    await receives({ ...place, locationId: far }, 3);
    await anAllocation(place.variantId, 6);
    const { body } = await call(stock.list, { q: sku.toLowerCase().slice(2) });
    expect(body.items).toMatchObject([
      {
        ...{ variantId: place.variantId, sku, onHand: 5, reserved: 5, committed: 0, available: 0, backordered: 1 },
        locations: [
          { locationId: near, onHand: 2, reserved: 2, available: 0 },
          { locationId: far, onHand: 3, reserved: 3, available: 0 },
        ],
      },
    ]);
    const { body: there } = await call(stock.list, { q: sku, locationId: far });
    expect(there.items).toMatchObject([{ onHand: 3, locations: [{ locationId: far }] }]);
    expect((await call(stock.list, { q: sku, locationId: await aStockroom() })).body.items).toEqual([]);
  });

  it("goes through a list page by page, by SKU, each variant once", async () => {
    const word = aWord();
    const skus = Array.from({ length: 7 }, (_, n) => `${word}-${n}`);
    for (const sku of skus.toReversed()) await aStocklessVariant({ sku });
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { body } = await call(stock.list, { q: word, limit: 3, ...(cursor && { cursor }) });
      seen.push(...body.items.map(({ sku }) => sku));
      cursor = body.nextCursor;
    } while (cursor);
    expect(seen).toEqual(skus);
  });

  // The product page makes one request for all of its variants, rather than one for each.
  it("shows only a product's variants", async () => {
    const { variantId } = await aVariantInStock(4);
    await aVariantInStock(5);
    const { productId } = (await call(stock.read, { id: variantId })).body;
    const { body } = await call(stock.list, { productId });
    expect(body.items).toMatchObject([{ variantId, productId, available: 4 }]);
  });

  it("filters by state", async () => {
    const word = aWord();
    await aVariantInStock(50, { sku: `${word}-in` });
    await aVariantInStock(0, { sku: `${word}-out` });
    await aVariantInStock(3, { sku: `${word}-low`, lowStockThreshold: 3 });
    await aVariantInStock(0, { sku: `${word}-free`, trackStock: false });
    const backordered = await aVariantInStock(0, { sku: `${word}-backordered`, continueSelling: true });
    await anAllocation(backordered.variantId, 1);
    const skusThatAre = async (state?: "in" | "out" | "low" | "backordered") =>
      (await call(stock.list, { q: word, ...(state && { state }) })).body.items.map(({ sku }) => sku.split("-")[1]);
    expect(await skusThatAre()).toEqual(["backordered", "free", "in", "low", "out"]);
    expect(await skusThatAre("in")).toEqual(["in", "low"]);
    expect(await skusThatAre("out")).toEqual(["backordered", "out"]);
    expect(await skusThatAre("low")).toEqual(["backordered", "low", "out"]);
    expect(await skusThatAre("backordered")).toEqual(["backordered"]);
  });

  // Otherwise no one would order what its customers wait for.
  it("lists an archived variant if it has goods or backorders, and as low only if it has backorders", async () => {
    const word = aWord();
    await aVariantInStock(0, { sku: `${word}-gone` });
    await aVariantInStock(1, { sku: `${word}-left` });
    const waited = await aVariantInStock(0, { sku: `${word}-waited`, continueSelling: true });
    await anAllocation(waited.variantId, 1);
    await db().execute(sql`update variants set archived_at = now() where starts_with(sku, ${word})`);
    const skusThatAre = async (state?: "in" | "out" | "low" | "backordered") =>
      (await call(stock.list, { q: word, ...(state && { state }) })).body.items.map(({ sku }) => sku.split("-")[1]);
    expect(await skusThatAre()).toEqual(["left", "waited"]);
    expect(await skusThatAre("in")).toEqual(["left"]);
    expect(await skusThatAre("out")).toEqual(["waited"]);
    expect(await skusThatAre("low")).toEqual(["waited"]);
    expect(await skusThatAre("backordered")).toEqual(["waited"]);
  });

  it("refuses an invalid limit, cursor or parameter", async () => {
    for (const rawQuery of ["limit=0", "limit=201", "limit=1.5", "page=2", "state=some"]) {
      expect(await call(stock.list, {}, { rawQuery })).toMatchObject({ status: 400 });
    }
    for (const cursor of ["x", "WyJhIiwxXQ"]) {
      const unknown = { status: 404, body: { error: { code: "cursor.unknown" } } };
      expect(await call(stock.list, {}, { rawQuery: `cursor=${cursor}` })).toMatchObject(unknown);
    }
  });
});

describe("stock.low", () => {
  it("uses the variant's own threshold, else the store's, unless one is given", async () => {
    const { as, vendorId } = await aVendorsKey();
    await aVariantInStock(5, { sku: `${vendorId}-stores`, vendorId });
    await aVariantInStock(6, { sku: `${vendorId}-enough`, vendorId });
    await aVariantInStock(9, { sku: `${vendorId}-own`, lowStockThreshold: 9, vendorId });
    const low = async (asked = {}) =>
      (await call(stock.low, asked, { as })).body.items.map(({ sku }) => sku.split("-")[1]);
    expect(await low()).toEqual(["own", "stores"]);
    expect(await low({ threshold: 8 })).toEqual(["enough", "stores"]);
  });
});

describe("stock.low, for products that are not on sale", () => {
  // An archived product is meant to run out: a list full of them hides what has to be ordered.
  it("leaves them out unless they are requested", async () => {
    const { as, vendorId } = await aVendorsKey();
    for (const [status, sku] of [
      ["active", "on-sale"],
      ["draft", "to-come"],
      ["archived", "gone"],
    ] as const) {
      const { variantId } = await aVariantInStock(0, { sku: `${vendorId} ${sku}`, vendorId });
      await db().execute(sql`update products set status = ${status}
        where id = (select product_id from variants where id = ${variantId})`);
    }
    const low = async (productStatus?: ("draft" | "active" | "archived")[]) =>
      (await call(stock.low, { ...(productStatus && { productStatus }) }, { as })).body.items.map(
        ({ sku }) => sku.split(" ")[1],
      );
    expect(await low()).toEqual(["on-sale"]);
    expect(await low(["draft"])).toEqual(["to-come"]);
    expect(await low(["active", "archived"])).toEqual(["gone", "on-sale"]);
    const sold = await call(stock.low, { productStatus: ["sold" as "draft"] }, { as });
    expect(sold).toMatchObject({ status: 400, body: { error: { code: "request.invalid" } } });
  });
});

describe("stock.read", () => {
  // Stock requests are kept for ever: a popular variant has 100,000, and three of them wait.
  it("finds waiting orders in the index of waiting requests, in their order", async () => {
    const { variantId } = await aVariantInStock(1);
    const plan = await planOf(() => call(stock.read, { id: variantId }), "order by kind, placed_at, line_id");
    expect(plan).toMatch(/Index Scan using stock_requests_backordered/);
    expect(plan).not.toMatch(/Sort/);
  });

  // Receiving goods continues from the last request served: if each batch started at the first, a long list would be
  // read many times.
  it("continues from the last one served in that index too", async () => {
    const place = await aVariantInStock(0, { continueSelling: true });
    await anAllocation(place.variantId, 1);
    const receive = () => call(stock.receive, { id: place.variantId, locationId: place.locationId, quantity: 1 });
    expect(await planOf(receive, "skip locked", { inOrder: true })).toMatch(
      /using stock_requests_backordered .*\n.*Index Cond: .*ROW\(kind, placed_at, line_id\) >/,
    );
  });

  it("lists waiting orders in the order in which they will be served", async () => {
    const place = await aVariantInStock(0, { continueSelling: true });
    const newer = await anAllocation(place.variantId, 2, { placedAt: new Date("2026-02-02T10:00:00.123Z") });
    const older = await anAllocation(place.variantId, 1, { placedAt: new Date("2026-01-01") });
    expect(await call(stock.read, { id: place.variantId })).toMatchObject({
      status: 200,
      body: {
        backordered: 3,
        backorders: [
          { orderId: older.orderId, orderNumber: older.number, quantity: 1 },
          { orderId: newer.orderId, quantity: 2, placedAt: "2026-02-02T10:00:00.123Z" },
        ],
      },
    });
  });

  it("answers 404 for an unknown variant", async () => {
    expect(await call(stock.read, { id: "var_00000000000000000000000000" })).toMatchObject({
      ...{ status: 404, body: { error: { code: "variant.unknown" } } },
    });
  });
});

describe("stock.movements", () => {
  it("lists the ledger newest first, by variant, location, order, kind and time", async () => {
    const before = new Date();
    const place = await aVariantInStock(2);
    const allocation = await anAllocation(place.variantId, 1);
    await receives(place, 3);
    const kinds = async (asked: Parameters<typeof call<typeof stock.movements>>[1]) =>
      (await call(stock.movements, asked)).body.items.map(({ kind }) => kind);
    const { variantId, locationId } = place;
    expect(await kinds({ variantId })).toEqual(["receive", "reserve", "opening"]);
    expect(await kinds({ locationId })).toEqual(["receive", "reserve", "opening"]);
    expect(await kinds({ orderId: allocation.orderId })).toEqual(["reserve"]);
    expect(await kinds({ variantId, kind: ["opening", "receive"] })).toEqual(["receive", "opening"]);
    expect(await kinds({ variantId, from: before.toISOString() })).toHaveLength(3);
    expect(await kinds({ variantId, to: before.toISOString() })).toEqual([]);
    expect(await kinds({ variantId, from: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);

    const { body } = await call(stock.movements, { orderId: allocation.orderId });
    expect(body.items).toMatchObject([
      {
        ...{
          variantId,
          locationId,
          by: { kind: "system", name: "test" },
          orderNumber: allocation.number,
          source: null,
        },
        ...{ change: { onHand: 0, reserved: 1, committed: 0 }, after: { onHand: 2, reserved: 1, committed: 0 } },
      },
    ]);
  });

  // The rare kinds have their own index: a kind missing from it would never be found.
  it("finds each of the eleven kinds alone and among others", async () => {
    const { made, place } = await sentOrder(1);
    const { variantId, locationId } = place;
    await call(stock.adjust, { id: variantId, locationId, quantity: 1, reason: "Found" });
    await call(stock.count, { id: variantId, locationId, quantity: 7 });
    const toLocationId = await aStockroom();
    await call(transfer.create, { fromLocationId: locationId, toLocationId, lines: [{ variantId, quantity: 1 }] });
    await receives(place, 1);
    await call(parcel.unship, { id: made.id, parcelId: made.parcels[0]!.id });
    await call(order.cancel, { id: made.id });
    const found = async (...kind: stock.MovementKind[]) =>
      (await call(stock.movements, { kind, limit: 200 })).body.items;
    const whole = (await call(stock.movements, { limit: 200 })).body.items;
    for (const kind of stock.movementKinds.filter((one) => one !== "import")) {
      expect(await found(kind)).toEqual(whole.filter((one) => one.kind === kind));
      expect((await found(kind)).length).toBeGreaterThan(0);
    }
    expect(await found("import")).toEqual([]);
    const both = await found("count", "reserve");
    expect(both).toEqual(whole.filter(({ kind }) => kind === "count" || kind === "reserve"));
  });

  it("continues where a page ended, even if more has been recorded since", async () => {
    const place = await aVariantInStock(1);
    for (let n = 0; n < 4; n++) await receives(place, 1);
    const { variantId } = place;
    const first = await call(stock.movements, { variantId, limit: 2 });
    await receives(place, 1);
    const second = await call(stock.movements, { variantId, limit: 50, cursor: first.body.nextCursor! });
    const onHand = [...first.body.items, ...second.body.items].map(({ after }) => after.onHand);
    expect(onHand).toEqual([5, 4, 3, 2, 1]);
    expect(second.body.nextCursor).toBeNull();
  });
});

describe("a vendor login", () => {
  // Another vendor's stock is a trade secret.
  it("sees its own stock and movements, but not that others exist", async () => {
    const { as, vendorId } = await aVendorsKey();
    const [own, other] = [await aVariantInStock(3, { vendorId }), await aVariantInStock(3)];
    const seen = async (op: typeof stock.list | typeof stock.low | typeof stock.movements, asked = {}) =>
      (await call(op, { ...asked, limit: 200 }, { as })).body.items.map(({ variantId }) => variantId);
    expect(await seen(stock.list)).toEqual([own.variantId]);
    expect(await seen(stock.low)).toEqual([own.variantId]);
    expect(await seen(stock.movements)).toEqual([own.variantId]);
    expect(await seen(stock.movements, { variantId: other.variantId })).toEqual([]);
    expect(await call(stock.read, { id: own.variantId }, { as })).toMatchObject({ status: 200 });
    expect(await call(stock.read, { id: other.variantId }, { as })).toMatchObject({ status: 404 });
  });

  // An order's lines keep the vendor they were sold for: the order itself is a 404 for another.
  it("sees no orders of the vendor who had its product before", async () => {
    const { as, vendorId } = await aVendorsKey();
    const place = await aVariantInStock(1, { continueSelling: true });
    const { id, lines } = await anOrder({ lines: [{ place, quantity: 2 }] });
    await call(product.edit, { id: lines[0]!.productId, vendorId });
    const mine = await anOrder({ lines: [{ place, quantity: 2 }] });
    await receives(place, 2);
    const { body } = await call(stock.movements, {}, { as });
    const orders = body.items.map(({ orderId, orderNumber }) => [orderId, orderNumber]);
    expect(orders).toEqual([
      [mine.id, mine.number],
      [null, null],
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect((await call(stock.movements, { orderId: id }, { as })).body.items).toEqual([]);
    expect((await call(stock.movements, { orderId: mine.id }, { as })).body.items).toHaveLength(1);
    const read = await call(stock.read, { id: place.variantId }, { as });
    expect(read.body).toMatchObject({ backordered: 1, backorders: [{ orderId: mine.id }] });
  });

  // For a vendor without recent sales the whole ledger would be read.
  it("has its movements listed without reading those of others, newest first, page by page", async () => {
    const { as, vendorId } = await aVendorsKey();
    const own = [await aVariantInStock(3, { vendorId }), await aVariantInStock(3, { vendorId })];
    for (const place of [...own, ...own]) await receives(place, 1);
    const other = await aVariantInStock(3);
    await db().$client`
      insert into movements (id, change_id, at, actor_kind, actor_name, variant_id, location_id, kind,
        on_hand_change, reserved_change, committed_change, on_hand, reserved, committed)
      select id_from('mov', now()) || lpad(n::text, 16, '0'), 'chg_1', now(), 'system', 'test', ${other.variantId}, ${other.locationId},
        (array['receive', 'adjust'])[n % 2 + 1], case n % 4 when 0 then 1 when 1 then 1 else -1 end, 0, 0, 3, 0, 0
      from generate_series(1, 4000) n`;
    await db().$client`analyze movements, products, variants`;
    const plan = await planOf(() => call(stock.movements, {}, { as }), "movements m", { inOrder: true });
    expect(plan).not.toMatch(/movements_pkey/);
    const [first, second] = [own[0]!.variantId, own[1]!.variantId];
    const seen: string[] = [];
    for (const asked of [{}, { kind: ["receive"] as const }, { kind: ["ship"] as const }]) {
      const found: string[] = [];
      const read = await rowsReadOf("movements", async () => {
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const input = { ...asked, kind: asked.kind && [...asked.kind], limit: 4, ...(cursor && { cursor }) };
          const { body } = await call(stock.movements, input, { as });
          found.push(...body.items.map(({ variantId }) => variantId));
          cursor = body.nextCursor;
        }
      });
      expect(read).toBeLessThan(200);
      seen.push(...found, "|");
    }
    const received = [second, first, second, first];
    expect(seen).toEqual([...received, second, first, "|", ...received, "|", "|"]);
  });
});
