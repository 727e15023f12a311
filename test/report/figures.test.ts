/** Random histories: every report is compared with books that are kept in the slowest and plainest way. */

import { describe, expect, it } from "vitest";
import * as channel from "#core/contract/channel";
import type { Id } from "#core/contract/kit/fields";
import type { Answer, Asked, Operation } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as product from "#core/contract/product";
import * as provider from "#core/contract/provider";
import * as report from "#core/contract/report";
import * as store from "#core/contract/store";
import * as tax from "#core/contract/tax";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { cancelOrder } from "#core/order/cancel";
import { createOrder } from "#core/order/create";
import { editOrderLines } from "#core/order/edit-lines";
import { markOrderPaid } from "#core/payment/mark-paid";
import { markOrderUnpaid } from "#core/payment/mark-unpaid";
import { refundMadeElsewhere } from "#core/payment/refund-made-elsewhere";
import { settleRefund } from "#core/payment/settle-refund";
import { takePayment } from "#core/payment/take-payment";
import { Refusal } from "#core/refusal";
import { keepFigures } from "#core/report/keep-figures";
import { recordReturn } from "#core/returns/record";
import { shipParcel } from "#core/shipping/ship";
import { receiveStock } from "#core/stock/receive-stock";
import { within } from "#core/time-left";
import { call } from "../support/call.ts";
import { aDiscount } from "../support/given/catalogue.ts";
import { csv, imported } from "../support/given/imports.ts";
import { somebody } from "../support/given/orders.ts";
import { at } from "../support/given/past.ts";
import { aStockroom } from "../support/given/stock.ts";
import fc from "../support/harness/properties.ts";
import { slowBooks } from "./slow-books.ts";

const zone = "Europe/Berlin";
/** From February on, so that a range may contain the hour that is missing in March and whole months. */
const firstDay = Date.parse("2026-02-10T00:00:00Z");
const dayMs = 86_400_000;

/** Berlin's clocks go forward at 01:00 UTC on 29 March 2026: the moments around midnight of that day are frequent. */
const moment = fc.oneof(
  fc.integer({ min: 0, max: 75 * dayMs }).map((ms) => new Date(firstDay + ms)),
  fc
    .constantFrom(
      "2026-03-28T22:59:59.999Z",
      "2026-03-28T23:00:00Z",
      "2026-03-29T21:59:59.999Z",
      "2026-03-29T22:00:00Z",
    )
    .map((text) => new Date(text)),
);
const later = fc.integer({ min: 0, max: 40 * dayMs });
const step = fc.constantFrom(
  "pay",
  "payByGateway",
  "cancel",
  "edit",
  "unpay",
  "ship",
  "return",
  "refund",
  "bankSendsBack",
);
const story = fc.record({
  placedAt: moment,
  lines: fc.array(fc.record({ nth: fc.nat(2), quantity: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  shippingMinor: fc.constantFrom(0, 500),
  taxesInclusive: fc.boolean(),
  discountCode: fc.constantFrom(null, "THIRD", "FIXED", "WHOLE"),
  channel: fc.constantFrom(null, "web", "stall"),
  /** Imported from another store's file instead: when it was paid, and how much of that was refunded, if it was. */
  cameByFile: fc.option(fc.record({ paidAfter: fc.option(later), refunded: fc.nat(40), isCancelled: fc.boolean() }), {
    freq: 1,
  }),
  steps: fc.array(fc.tuple(step, later), { maxLength: 5 }),
});

const prices = [1000, 333, 47];
const parsed = <Op extends Operation>(op: Op, input: Asked<Op>) => op.input.parse(input) as never; // the input of `op`
let count = 0;

/** A refused step is not part of the history. */
async function tried(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

type Story = typeof story extends fc.Arbitrary<infer Told> ? Told : never;

async function happens(told: Story, variants: readonly Id<"variant">[], locationId: Id<"location">) {
  const id = told.cameByFile ? await importedOrder(told, told.cameByFile) : await placedOrder(told, variants);
  const steps = told.steps.toSorted(([, a], [, b]) => a - b);
  for (const [does, ms] of steps)
    await tried(() =>
      at(new Date(told.placedAt.getTime() + ms), (change) => doing(does, id, locationId, variants)(change)),
    );
}

async function placedOrder(told: Story, variants: readonly Id<"variant">[]): Promise<Id<"order">> {
  const lines = told.lines.map(({ nth, quantity }) => ({ variantId: variants[nth]!, quantity }));
  await call(store.edit, { taxesInclusive: told.taxesInclusive });
  const { id } = await at(told.placedAt, (change) =>
    createOrder(
      change,
      parsed(order.create, {
        ...somebody,
        ...(told.channel && { channel: told.channel }),
        lines,
        shippingMinor: told.shippingMinor,
        ...(told.discountCode && { discountCode: told.discountCode }),
      }),
    ),
  );
  return id;
}

/** In our own layout, with the file's own sums: the store takes them as they are. */
async function importedOrder(told: Story, by: NonNullable<Story["cameByFile"]>): Promise<Id<"order">> {
  const number = `#OLD-${count++}`;
  const { placedAt, shippingMinor, lines } = told;
  const lineTotals = lines.map(({ nth, quantity }) => prices[nth]! * quantity);
  const subtotal = lineTotals.reduce((sum, total) => sum + total, 0);
  const paidAt = by.paidAfter !== null && new Date(placedAt.getTime() + by.paidAfter);
  const about = {
    "placed at": placedAt.toISOString(),
    status: by.isCancelled ? "cancelled" : "confirmed",
    "payment status": paidAt ? (by.refunded > 0 ? "partiallyRefunded" : "paid") : "unpaid",
    ...{
      email: "old@example.com",
      currency: "JPY",
      subtotal,
      shipping: shippingMinor,
      total: subtotal + shippingMinor,
    },
    ...(paidAt && { paid: subtotal + shippingMinor, "paid by": "cash", "paid at": paidAt.toISOString() }),
    ...(paidAt &&
      by.refunded > 0 && { refunded: by.refunded, "refunded at": new Date(paidAt.getTime() + dayMs).toISOString() }),
    ...(by.isCancelled && { "cancelled at": placedAt.toISOString() }),
  };
  const rows = lines.map(({ nth, quantity }, at) => ({
    number,
    ...(at === 0 && about),
    ...{ sku: `CUP-${nth}`, item: `Cup ${nth}`, quantity, "unit price": prices[nth]!, "line total": lineTotals[at]! },
  }));
  const columns = Object.keys(rows[0]!);
  const cellsOf = (row: Readonly<Record<string, string | number>>) => columns.map((column) => row[column] ?? "");
  const { counts } = await imported("orders", csv(columns, ...rows.map(cellsOf)));
  expect(counts).toEqual({ created: 1, changed: 0, same: 0, refused: 0 });
  const [order] = await db().execute<{ id: Id<"order"> }>(sql`select id from orders where number = ${number}`);
  return order!.id;
}

const doing =
  (does: string, id: Id<"order">, locationId: Id<"location">, variants: readonly Id<"variant">[]) =>
  async (change: Parameters<Parameters<typeof at>[1]>[0]) => {
    const shown = order.Order.decode((await call(order.read, { id })).body);
    const line = shown.lines[0]!;
    const gateway = "stripe";
    switch (does) {
      case "pay":
        return markOrderPaid(change, parsed(order.markPaid, { id, method: "cash" }));
      case "payByGateway": {
        if (shown.status === "cancelled" || shown.balance?.direction !== "customerOwes") return undefined;
        return takePayment(change, {
          gateway,
          paymentId: `pi_${count++}`,
          orderId: id,
          amountMinor: shown.balance.amount.amountMinor,
          currency: shown.currency,
        });
      }
      case "cancel":
        return cancelOrder(change, { id });
      case "edit":
        return editOrderLines(
          change,
          parsed(order.editLines, {
            id,
            add: [{ variantId: variants[count++ % 3]!, quantity: 1 }],
            change: [{ lineId: line.id, quantity: line.quantity + 1 }],
          }),
        );
      case "unpay":
        return markOrderUnpaid(change, parsed(order.markUnpaid, { id }));
      case "ship":
        return shipParcel(change, {
          id,
          locationId,
          lines: [{ lineId: line.id, quantity: 1 }],
          carrier: "manual",
        } as never);
      case "return":
        return recordReturn(change, {
          id,
          lines: [{ lineId: line.id, quantity: 1, restock: false }],
          reason: count++ % 2 ? "Too small" : undefined,
        } as never);
      case "refund": {
        const paid = shown.payments.find(({ byHand }) => !byHand);
        if (!paid) return undefined;
        const told = {
          is: "refundMadeElsewhere",
          state: "succeeded",
          refundId: `re_${count++}`,
          paymentId: paid.reference!,
          amountMinor: 1 + (count % 50),
          currency: shown.currency,
        } as const;
        return refundMadeElsewhere(change, gateway, told);
      }
      default: {
        const refund = shown.refunds.find(({ status }) => status === "succeeded");
        return refund && settleRefund(change, { refundId: refund.id, status: "failed" });
      }
    }
  };

const ask = async <Op extends Operation>(op: Op, input: Asked<Op>): Promise<Answer<Op>> => {
  const { status, body } = await call(op, input);
  expect(status).toBe(200);
  return body;
};

/** All reports for a span of days, compared with the plain books. */
async function expectTrue(from: string, to: string): Promise<void> {
  const all = await slowBooks(zone);
  const books = all.between(from, to);
  for (const by of ["day", "week", "month"] as const) {
    const { periods, total } = await ask(report.sales, { from, to, by });
    const plain = (sums: typeof total) => ({
      ...{ orders: sums.orders, units: sums.units, gross: sums.gross.amountMinor, discount: sums.discount.amountMinor },
      ...{
        shipping: sums.shipping.amountMinor,
        tax: sums.tax.amountMinor,
        collected: sums.collected.amountMinor,
        refunded: sums.refunded.amountMinor,
      },
    });
    const { orders, units, gross, discount, shipping, tax: taxes, collected, refunded } = books;
    expect(plain(total)).toEqual({ orders, units, gross, discount, shipping, tax: taxes, collected, refunded });
    expect(periods.reduce((sum, period) => sum + period.gross.amountMinor, 0)).toBe(gross);
    for (const period of periods.filter((_, nth) => nth % 7 === 0)) {
      expect(period.gross.amountMinor).toBe(all.between(period.from, period.to).gross);
    }
  }
  const paid = await ask(report.payments, { from, to });
  expect(
    Object.fromEntries(
      paid.methods.filter(({ net }) => net.amountMinor !== 0).map(({ method, net }) => [method, net.amountMinor]),
    ),
  ).toEqual(books.methods);
  const best = await ask(report.products, { from, to, by: "variant" });
  expect(
    Object.fromEntries(
      best.items
        .filter(({ revenue }) => revenue.amountMinor !== 0)
        .map(({ variantId, revenue }) => [variantId, revenue.amountMinor]),
    ),
  ).toEqual(books.revenueOf);
  const through = await ask(report.channels, { from, to });
  const idOf = new Map(
    (await db().execute<{ id: string; code: string }>(sql`select id, code from channels`)).map(({ id, code }) => [
      code,
      id,
    ]),
  );
  expect(
    Object.fromEntries(
      through.channels
        .filter(({ gross }) => gross.amountMinor !== 0)
        .map(({ code, gross }) => [code === null ? "" : idOf.get(code), gross.amountMinor]),
    ),
  ).toEqual(books.grossOf);
  expect(through.total).toMatchObject({
    orders: books.orders,
    units: books.units,
    gross: { amountMinor: books.gross },
  });
  const taxed = await ask(report.taxes, { from, to });
  expect(
    Object.fromEntries(
      taxed.rates.filter((rate) => rate.tax.amountMinor !== 0).map((rate) => [rate.basisPoints, rate.tax.amountMinor]),
    ),
  ).toEqual(books.taxOf);
  expect(taxed.total).toMatchObject({
    taxed: { amountMinor: books.gross - books.shipping - books.tax },
    tax: { amountMinor: books.tax },
  });
  const cameBack = await ask(report.returned, { from, to, by: "reason" });
  expect(cameBack.total.units).toBe(books.returned);
  expect(Object.fromEntries(cameBack.items.map(({ reason, units }) => [reason ?? "", units]))).toEqual(
    books.returnedFor,
  );
  await expectTheDaysBefore(from, to, all);
  await expectRowsToAddUp(from, to, books);
}

/** What each report returns for the previous period equals its answer for that period alone. */
async function expectTheDaysBefore(from: string, to: string, all: Awaited<ReturnType<typeof slowBooks>>) {
  const { before: past } = await ask(report.sales, { from, to, by: "month", compare: true });
  const books = all.between(past!.from, past!.to);
  expect(past).toMatchObject({
    to: new Date(Date.parse(from) - dayMs).toISOString().slice(0, 10),
    total: { orders: books.orders, gross: { amountMinor: books.gross }, collected: { amountMinor: books.collected } },
  });
  expect((await ask(report.payments, { from, to, compare: true })).before).toMatchObject({
    ...{ from: past!.from, to: past!.to },
    total: { collected: { amountMinor: books.collected }, refunded: { amountMinor: books.refunded } },
  });
  const best = await ask(report.products, { from, to, by: "variant", compare: true });
  for (const { variantId, unitsBefore, revenueBefore } of best.items) {
    expect(revenueBefore!.amountMinor).toBe(books.revenueOf[variantId!] ?? 0);
    expect(unitsBefore).toBe(books.unitsOf[variantId!] ?? 0);
  }
}

async function expectRowsToAddUp(
  from: string,
  to: string,
  books: ReturnType<Awaited<ReturnType<typeof slowBooks>>["between"]>,
) {
  const behind = async (input: Omit<Asked<typeof report.orders>, "from" | "to" | "limit">) => {
    const rows = [];
    let cursor: string | undefined;
    do {
      const page = await ask(report.orders, { ...input, from, to, limit: 7, ...(cursor && { cursor }) });
      rows.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return {
      amount: rows.reduce((sum, row) => sum + (row.amount?.amountMinor ?? 0), 0),
      units: rows.reduce((sum, row) => sum + (row.units ?? 0), 0),
    };
  };
  expect(await behind({ figure: "sales" })).toEqual({ amount: books.gross, units: books.units });
  expect((await behind({ figure: "collected" })).amount).toBe(books.collected);
  expect((await behind({ figure: "refunded" })).amount).toBe(books.refunded);
  expect((await behind({ figure: "returned" })).units).toBe(books.returned);
  for (const [rate, amount] of Object.entries(books.taxOf))
    expect((await behind({ figure: "tax", basisPoints: Number(rate) })).amount).toBe(amount);
  for (const [variantId, amount] of Object.entries(books.revenueOf)) {
    expect((await behind({ figure: "product", variantId: variantId as Id<"variant"> })).amount).toBe(amount);
  }
}

const keep = () => keepFigures(within(60_000));

describe("the figures of reports", () => {
  // Yen have no minor units, and the store's days are not those of UTC: the two ways in which sums go wrong unnoticed.
  it("are the same before and after they are cached, and after a change to past days", async () => {
    await call(store.edit, { timeZone: zone, currency: "JPY" });
    await call(provider.configure, { code: "stripe", settings: { secretKey: "sk_live_1", webhookSecret: "whsec_1" } });
    const rates = await Promise.all(
      [700, 1900].map(async (basisPoints) => (await call(tax.create, { name: `${basisPoints}`, basisPoints })).body.id),
    );
    await aDiscount({ code: "THIRD", kind: "percentage", basisPoints: 3333 });
    await aDiscount({ code: "FIXED", kind: "fixed", amountMinor: 101 });
    await aDiscount({ code: "WHOLE", kind: "percentage", basisPoints: 10_000 });
    for (const code of ["web", "stall"]) await call(channel.create, { code, name: code });
    const locationId = await aStockroom();
    const variants: Id<"variant">[] = [];
    for (const [nth, priceMinor] of prices.entries()) {
      const { body } = await call(product.create, {
        title: `Cup ${nth}`,
        status: "active",
        options: [],
        variants: [{ sku: `CUP-${nth}`, priceMinor, ...(rates[nth] && { taxRateId: rates[nth] }) }],
      });
      variants.push(body.variants[0]!.id);
      await at(new Date(firstDay), (change) =>
        receiveStock(change, { id: body.variants[0]!.id, locationId, quantity: 5000 } as never),
      );
    }
    const ranges = fc.tuple(fc.nat(80), fc.nat(60)).map(([start, length]) => {
      const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
      return [day(firstDay + start * dayMs), day(firstDay + (start + length) * dayMs)] as const;
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(story, { minLength: 1, maxLength: 6 }),
        fc.array(ranges, { minLength: 1, maxLength: 2 }),
        async (stories, spans) => {
          for (const told of stories) await happens(told, variants, locationId);
          for (const [from, to] of spans) await expectTrue(from, to);
          await keep();
          expect(await db().$count(sql`report_stale`)).toBe(0);
          for (const [from, to] of spans) await expectTrue(from, to);
          await expectTrue("2026-03-01", "2026-04-30");
        },
      ),
      { numRuns: 8 },
    );
    const [kept] = await db().execute<{ days: number; months: number }>(sql`
      select (select count(*)::integer from report_days) as days, (select count(*)::integer from report_months) as months`);
    expect(kept!.days).toBeGreaterThan(100);
    expect(kept!.months).toBeGreaterThan(3);
  });
});
