/** Orders in every state, exported and imported into an empty store, export the same bytes. */

import { beforeEach, expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import * as exports from "#core/contract/export";
import type { Id } from "#core/contract/kit/fields";
import type { Asked, Operation } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import { erasedEmail } from "#core/contract/parts/order-shapes";
import * as returns from "#core/contract/returns";
import * as tax from "#core/contract/tax";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { ownColumns } from "#core/order-import/own-columns";
import { ownRowsOf } from "#core/order-import/own-rows";
import { call } from "../support/call.ts";
import { aDiscount, some } from "../support/given/catalogue.ts";
import { someFiles } from "../support/given/files.ts";
import { paidByGateway, refundedByGateway } from "../support/given/gateway-money.ts";
import { anUploadedImport, imported, runJobs, startedImport } from "../support/given/imports.ts";
import { lines, said } from "../support/given/nasty-texts.ts";
import { anOrder, type Place, somebody } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import fc from "../support/harness/properties.ts";
import { settled } from "../support/settled.ts";

async function exported(): Promise<string> {
  await someFiles();
  const { body } = await call(exports.create, { kind: "orders" });
  await runJobs();
  const done = (await call(exports.read, { id: body.id })).body;
  expect(done).toMatchObject({ status: "done", says: null });
  return Buffer.from(await (await fetch(done.file!.url)).arrayBuffer()).toString();
}

/** Removes all orders and customers. The catalogue stays, as it would be in the other store. */
const emptied = () =>
  db().execute(sql`
    do $$ begin
      set local session_replication_role = replica;
      truncate customers, orders, stock_levels, movements, imported_orders, unmatched_payments cascade;
      update discounts set used = 0;
    end $$`);
beforeEach(emptied);

const text = (max: number) => lines(max).filter((one) => one.trim() !== "");
const part = fc.integer({ min: 1, max: 3 });
const step = fc.oneof(
  fc.record({ is: fc.constant("paid" as const), reference: fc.option(said(20), { nil: undefined }) }),
  fc.record({ is: fc.constant("paidOnline" as const) }),
  fc.record({ is: fc.constant("failed" as const), reason: text(20) }),
  fc.record({ is: fc.constant("unpaid" as const) }),
  fc.record({ is: fc.constant("refunded" as const), share: fc.constantFrom(1, 2, 3) }),
  fc.record({
    is: fc.constant("sent" as const),
    line: fc.nat(2),
    quantity: part,
    trackingNumber: fc.option(said(12), { nil: undefined }),
  }),
  fc.record({ is: fc.constant("delivered" as const), parcel: fc.nat(1) }),
  fc.record({ is: fc.constant("back" as const), line: fc.nat(2), quantity: part }),
  fc.record({ is: fc.constant("edited" as const), line: fc.nat(2), quantity: part }),
  fc.record({ is: fc.constant("cancelled" as const), reason: fc.option(text(30), { nil: undefined }) }),
  fc.record({ is: fc.constant("closed" as const) }),
  fc.record({ is: fc.constant("noted" as const), text: text(40) }),
  fc.record({ is: fc.constant("tagged" as const), tags: fc.array(said(12), { maxLength: 3 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

const anyOrder = fc.record({
  email: fc.constantFrom("asha@example.com", "ben@example.com"),
  name: said(30),
  phone: fc.option(fc.constant("+919876543210"), { nil: undefined }),
  address: fc.record({
    line1: said(30),
    line2: fc.option(said(12), { nil: undefined }),
    city: said(12),
    region: fc.option(said(8), { nil: undefined }),
    postalCode: said(8),
    country: fc.constantFrom("IN" as const, "GB" as const),
  }),
  payment: fc.constantFrom("manual" as const, "cod" as const),
  shippingMinor: fc.constantFrom(0, 4_999),
  isDiscounted: fc.boolean(),
  note: fc.option(text(40), { nil: undefined }),
  quantities: fc.array(part, { minLength: 1, maxLength: 3 }),
  steps: fc.array(step, { maxLength: 8 }),
});
const store = fc.record({
  titles: fc.array(said(30), { minLength: 3, maxLength: 3 }),
  words: fc.array(said(8), { minLength: 3, maxLength: 3 }),
  discount: fc.constantFrom(
    { kind: "percentage" as const, basisPoints: 1_234 },
    { kind: "fixed" as const, amountMinor: 777 },
    { kind: "freeShipping" as const },
  ),
  orders: fc.array(anyOrder, { minLength: 1, maxLength: 5 }),
});
type Store = typeof store extends fc.Arbitrary<infer Of> ? Of : never;

/** What an order's status does not allow is refused, and is not part of its history. */
async function tried<Op extends Operation>(op: Op, input: Asked<Op>): Promise<void> {
  const { status, body } = await call(op, input);
  expect([200, 201, 409], JSON.stringify(body)).toContain(status);
}

const orderNow = async (id: Id<"order">) => order.Order.decode((await call(order.read, { id })).body);

async function taken(id: Id<"order">, places: readonly Place[], one: Step): Promise<void> {
  const now = await orderNow(id);
  const lineId = "line" in one ? now.lines[one.line % now.lines.length]!.id : undefined;
  switch (one.is) {
    case "paid":
      return tried(order.markPaid, {
        id,
        method: "bankTransfer",
        ...(one.reference && { reference: one.reference }),
      });
    case "paidOnline": {
      const isDue = now.status !== "cancelled" && ["unpaid", "failed"].includes(now.paymentStatus!);
      if (isDue && now.balance!.direction === "customerOwes") await paidByGateway(now);
      return;
    }
    case "failed":
      return tried(order.markPaid, { id, outcome: "failed", reason: one.reason });
    case "unpaid":
      return tried(order.markUnpaid, { id });
    case "refunded": {
      const left = now.paid!.amountMinor - now.refunded!.amountMinor;
      const isOnline = now.payments.some(({ byHand, kind }) => !byHand && kind === "captured");
      if (isOnline && left >= one.share) await refundedByGateway(now, Math.floor(left / one.share));
      return;
    }
    case "sent": {
      const { variantId } = now.lines.find((line) => line.id === lineId)!;
      const { locationId } = places.find((place) => place.variantId === variantId)!;
      const wanted = [{ lineId: lineId!, quantity: one.quantity }];
      const tracking = one.trackingNumber && { trackingNumber: one.trackingNumber };
      return tried(parcel.ship, { id, locationId, lines: wanted, ...tracking });
    }
    case "delivered": {
      const found = now.parcels[one.parcel];
      return found && tried(parcel.deliver, { id, parcelId: found.id });
    }
    case "back":
      return tried(returns.record, {
        id,
        lines: [{ lineId: lineId!, quantity: one.quantity, restock: true }],
      });
    case "edited":
      return tried(order.editLines, { id, change: [{ lineId: lineId!, quantity: one.quantity }] });
    case "cancelled":
      return tried(order.cancel, { id, ...(one.reason && { reason: one.reason }) });
    case "closed":
      return tried(order.closeRest, { id });
    case "noted":
      return tried(order.addNote, { id, text: one.text });
    case "tagged":
      return tried(order.tag, { id, tags: one.tags });
  }
}

async function made({ titles, words, discount, orders }: Store): Promise<void> {
  const places: Place[] = [];
  for (const [nth, title] of titles.entries()) {
    places.push(await aVariantInStock(40, { title, sku: `${words[nth]}${some("S")}`, priceMinor: 1_999 + nth }));
  }
  const { code } = await aDiscount(discount);
  for (const { quantities, steps, isDiscounted, note, phone, ...given } of orders) {
    const { status, body } = await call(order.create, {
      ...somebody,
      ...given,
      ...(phone && { phone }),
      ...(note && { note }),
      ...(isDiscounted && { discountCode: code }),
      lines: quantities.map((quantity, nth) => ({ variantId: places[nth]!.variantId, quantity })),
    });
    expect(status, JSON.stringify(body)).toBe(201);
    for (const one of steps) await taken(body.id, places, one);
  }
}

// A store that moves, or keeps its orders as files, gets each of them back: what was owed, shipped and returned.
it("exports the same bytes after it has been imported into an empty store, and changes nothing in its own", async () => {
  await fc.assert(
    fc.asyncProperty(store, async (of) => {
      await emptied();
      await made(of);
      const file = await exported();
      const id = await anUploadedImport("orders", file);
      const none = { changed: 0, refused: 0 };
      const same = { status: "done", counts: { ...none, created: 0, same: of.orders.length } };
      expect(await startedImport(id)).toMatchObject(same);
      await emptied();
      const done = await startedImport(id);
      const refused = await db().execute(sql`select row_number, problems from job_rows where job_id = ${id}`);
      expect([...refused]).toEqual([]);
      expect(done.counts).toEqual({ ...none, created: of.orders.length, same: 0 });
      expect(await exported()).toBe(file);
      expect(await startedImport(id)).toMatchObject(same);
    }),
    // Each run makes a whole store: a failure is reported without shrinking.
    { numRuns: Number(process.env["ROUND_TRIPS"] ?? 10), endOnFailure: true },
  );
}, 240_000);

// One that the export forgets would be as empty in the other store, and its file the same.
it("has a value in every column", async () => {
  const place = await aVariantInStock(40);
  const lines = [{ place, quantity: 2 }];
  const address = { ...somebody.address, line2: "2nd floor", region: "MH" };
  const { code: discountCode } = await aDiscount({ kind: "fixed", amountMinor: 100 });
  const { id } = await anOrder({ address, discountCode, shippingMinor: 100, note: "Fragile", lines });
  const happened: Step[] = [
    { is: "tagged", tags: ["gift"] },
    { is: "paidOnline" },
    { is: "sent", line: 0, quantity: 2, trackingNumber: "TRACK-1" },
    { is: "delivered", parcel: 0 },
    { is: "back", line: 0, quantity: 1 },
    { is: "refunded", share: 2 },
  ];
  for (const step of happened) await taken(id, [place], step);
  await taken((await anOrder({ lines })).id, [place], { is: "cancelled", reason: "Changed their mind." });
  const rows = (await ownRowsOf(db(), sql`true`)).flatMap((found) => found.rows);
  expect(ownColumns.filter((_, nth) => rows.every((row) => row[nth] === null))).toEqual([]);
});

// Its row was larger than any that is read: from there on the whole file was refused.
it("reads an order with very many long notes again, of which it has the first", async () => {
  const { id } = await anOrder({ lines: [{ place: await aVariantInStock(4), quantity: 1 }] });
  await db().execute(sql`
    insert into order_notes (id, order_id, text, actor_name, at)
    select 'not_' || lpad(nth::text, 26, '0'), ${id}, repeat('"🙂', 2500), 'Asha', now() from generate_series(1, 450) nth`);
  const again = await anUploadedImport("orders", await exported());
  const done = { status: "done", says: null };
  expect(await startedImport(again)).toMatchObject({ ...done, counts: { same: 1 } });
  await emptied();
  expect(await startedImport(again)).toMatchObject({ ...done, counts: { created: 1 } });
});

// They were different people, and no one may find out any more which orders were whose.
it("imports orders of erased customers without a customer", async () => {
  const place = await aVariantInStock(40);
  for (const email of ["asha@example.com", "ben@example.com"]) {
    const { customerId } = await anOrder({ email, lines: [{ place, quantity: 1 }], shippedQuantity: 1 });
    expect((await call(customer.erase, { id: customerId! })).status).toBe(200);
  }
  const file = await exported();
  await emptied();
  expect((await imported("orders", file)).counts).toMatchObject({ created: 2, refused: 0 });
  expect(await db().execute(sql`select email, customer_id from orders`)).toMatchObject(
    Array.from({ length: 2 }, () => ({ email: erasedEmail, customer_id: null })),
  );
  expect((await call(customer.list, {})).body.items).toEqual([]);
  expect(await exported()).toBe(file);
  expect(await settled({ figures: true })).toEqual([]);
});

// Free shipping became an amount off the lines as soon as somebody edited the order.
it.each([
  ["a fixed amount", { kind: "fixed", amountMinor: 777 }],
  ["free shipping", { kind: "freeShipping" }],
] as const)("an edit of an order with %s comes to the same after the order has moved", async (_, terms) => {
  await call(tax.create, { name: some("GST"), basisPoints: 1_800, isDefault: true });
  const { variantId } = await aVariantInStock(40, { priceMinor: 1_999 });
  const { code } = await aDiscount(terms);
  const lines = [{ variantId, quantity: 2 }];
  const { body: made } = await call(order.create, { ...somebody, lines, discountCode: code, shippingMinor: 4_999 });
  const edited = async (id: Id<"order">) => {
    const change = [{ lineId: (await orderNow(id)).lines[0]!.id, quantity: 3 }];
    return (await call(order.editLines, { id, change, shippingMinor: 3_333, dryRun: true })).body.totals;
  };
  const before = await edited(made.id);
  expect(before.after.tax.amountMinor).toBeGreaterThan(0);
  const file = await exported();
  await emptied();
  expect(await imported("orders", file)).toMatchObject({ counts: { created: 1, refused: 0 } });
  const [moved] = await db().execute<{ id: Id<"order"> }>(sql`select id from orders`);
  expect((await orderNow(moved!.id)).totals).toEqual(made.totals);
  expect(await edited(moved!.id)).toEqual(before);
});
