import { beforeAll, describe, expect, it } from "vitest";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { Order } from "#core/contract/order";
import * as order from "#core/contract/order";
import * as payment from "#core/contract/payment";
import * as report from "#core/contract/report";
import * as returns from "#core/contract/returns";
import * as store from "#core/contract/store";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { settleRefund } from "#core/payment/settle-refund";
import { call } from "../support/call.ts";
import { statementsOf } from "../support/database-asked.ts";
import { anUnmatchedPayment, paidByGateway, refundedByGateway } from "../support/given/gateway-money.ts";
import { aKey } from "../support/given/given.ts";
import { aCancelledOrder, anOrder, shipped } from "../support/given/orders.ts";
import { aVendor, roleHas } from "../support/given/people.ts";
import { aVariantInStock } from "../support/given/stock.ts";

/** As if the order had been placed at this time. */
async function placedAt(at: string, { id }: Order): Promise<void> {
  await db().execute(sql`update orders set created_at = ${at}::timestamptz where id = ${id}`);
  await db().execute(sql`update order_lines set placed_at = ${at}::timestamptz where order_id = ${id}`);
  await db().execute(sql`update stock_requests set placed_at = ${at}::timestamptz where order_id = ${id}`);
}

const sold = async (input: Parameters<typeof call<typeof report.sales>>[1]) => (await call(report.sales, input)).body;
const orders = async (input: Parameters<typeof sold>[0]) =>
  (await sold(input)).periods
    .filter((period) => period.orders > 0)
    .map((period) => [period.from, period.to, period.orders]);

describe("report.sales", () => {
  beforeAll(async () => {
    await call(store.edit, { timeZone: "America/New_York", currency: "USD" });
    const place = await aVariantInStock(500, { priceMinor: 1_000 });
    const of = (quantity: number) => [{ place, quantity }];
    // New York's Sunday 8 March 2026 has 23 hours: from 05:00 to 04:00 UTC.
    await placedAt("2026-03-08T04:59:59.999Z", await anOrder({ lines: of(1) }));
    await placedAt("2026-03-08T05:00:00Z", await anOrder({ lines: of(2), paid: true }));
    await placedAt(
      "2026-03-09T03:59:59.999Z",
      await anOrder({ lines: [...of(1), { place: await aVariantInStock(9, { priceMinor: 50 }), quantity: 3 }] }),
    );
    await placedAt("2026-03-09T04:00:00Z", await anOrder({ lines: of(4) }));
    await placedAt("2026-03-08T12:00:00Z", await aCancelledOrder());
  });

  it("sums what was placed on each day, and includes days without an order", async () => {
    const usd = (amountMinor: number) => ({ amountMinor, currency: "USD" });
    const none = { discount: usd(0), shipping: usd(0), tax: usd(0), collected: usd(0), refunded: usd(0), net: usd(0) };
    const figures = (orders: number, units: number, gross: number) => ({ orders, units, gross: usd(gross), ...none });
    expect(await sold({ from: "2026-03-08", to: "2026-03-10" })).toEqual({
      by: "day",
      timeZone: "America/New_York",
      currency: "USD",
      from: "2026-03-08",
      to: "2026-03-10",
      periods: [
        { from: "2026-03-08", to: "2026-03-08", ...figures(2, 6, 3_150) },
        { from: "2026-03-09", to: "2026-03-09", ...figures(1, 4, 4_000) },
        { from: "2026-03-10", to: "2026-03-10", ...figures(0, 0, 0) },
      ],
      total: figures(3, 10, 7_150),
      before: null,
    });
  });

  // A late-evening order that slips into the next day makes the books of two days wrong.
  it("divides days at the store's midnight, also on the day when its clocks change", async () => {
    expect(await orders({ from: "2026-03-01", to: "2026-03-31" })).toEqual([
      ["2026-03-07", "2026-03-07", 1],
      ["2026-03-08", "2026-03-08", 2],
      ["2026-03-09", "2026-03-09", 1],
    ]);
  });

  it("sums by week from Monday and by month, only for the days requested", async () => {
    expect(await orders({ from: "2026-03-01", to: "2026-03-20", by: "week" })).toEqual([
      ["2026-03-02", "2026-03-08", 3],
      ["2026-03-09", "2026-03-15", 1],
    ]);
    expect(await orders({ from: "2026-03-08", to: "2026-03-12", by: "week" })).toEqual([
      ["2026-03-08", "2026-03-08", 2],
      ["2026-03-09", "2026-03-12", 1],
    ]);
    const { periods } = await sold({ from: "2026-02-10", to: "2026-03-08", by: "month" });
    expect(periods.map(({ from, to, orders }) => [from, to, orders])).toEqual([
      ["2026-02-10", "2026-02-28", 0],
      ["2026-03-01", "2026-03-08", 3],
    ]);
  });

  it("shows the store's last 30 days if no days are given, and the 30 up to a given end", async () => {
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date());
    const { periods } = await sold({});
    expect(periods).toHaveLength(30);
    expect(periods.at(-1)).toMatchObject({ from: today, to: today });
    const ended = (await sold({ to: "2026-03-30" })).periods;
    expect([ended.length, ended[0]?.from, ended.at(-1)?.to]).toEqual([30, "2026-03-01", "2026-03-30"]);
    const future = (await sold({ from: "9999-12-31" })).periods;
    expect(future).toMatchObject([{ from: "9999-12-31", to: "9999-12-31", orders: 0 }]);
  });

  it("works at the limits of the calendar, with as many previous days as exist", async () => {
    const framed = async (input: Parameters<typeof sold>[0]) => {
      const { from, to, periods, before } = await sold({ ...input, compare: true });
      const past = before && [before.from, before.to, before.periods.length];
      return [from, to, periods.length, past];
    };
    expect(await framed({ to: "0001-01-05" })).toEqual(["0001-01-01", "0001-01-05", 5, null]);
    const early = { from: "0001-01-04", to: "0001-01-20" };
    expect(await framed(early)).toEqual(["0001-01-04", "0001-01-20", 17, ["0001-01-01", "0001-01-03", 3]]);
    const months = { from: "0001-03-01", to: "0001-04-30", by: "month" } as const;
    expect(await framed(months)).toEqual(["0001-03-01", "0001-04-30", 2, ["0001-01-01", "0001-02-28", 2]]);
    // The first days of a month are compared with as many days before them.
    const part = { from: "2026-03-01", to: "2026-03-15" };
    expect(await framed(part)).toEqual(["2026-03-01", "2026-03-15", 15, ["2026-02-14", "2026-02-28", 15]]);
    const last = { from: "9999-12-01", to: "9999-12-31", by: "month" } as const;
    expect(await framed(last)).toEqual(["9999-12-01", "9999-12-31", 1, ["9999-11-01", "9999-11-30", 1]]);
    for (const op of [report.payments, report.products]) {
      expect(await call(op, { to: "0001-01-05", compare: true })).toMatchObject({
        status: 200,
        body: { before: null },
      });
    }
  });

  // No one needs ten thousand bars, but anyone could request them.
  it.each([
    [
      { from: "2020-01-01", to: "2021-02-03", by: "day" },
      { from: "2020-01-01", to: "2021-02-04", by: "day" },
    ],
    // Both begin on a Sunday, the last day of its week.
    [
      { from: "2012-01-01", to: "2019-08-25", by: "week" },
      { from: "2012-01-01", to: "2019-08-26", by: "week" },
    ],
    [
      { from: "1990-01-31", to: "2023-04-30", by: "month" },
      { from: "1990-01-31", to: "2023-05-01", by: "month" },
    ],
  ] as const)("answers 400 periods and refuses 401: %o", async (most, more) => {
    expect((await sold(most)).periods).toHaveLength(400);
    expect(await call(report.sales, more)).toMatchObject({
      status: 400,
      body: { error: { code: "report.tooLong", detail: { periods: 401, most: 400 } } },
    });
  });

  it("answers twenty years, and refuses a day more", async () => {
    expect((await call(report.returned, { from: "2006-01-01", to: "2026-01-05", by: "product" })).status).toBe(200);
    expect(await call(report.returned, { from: "2006-01-01", to: "2026-01-06", by: "product" })).toMatchObject({
      status: 400,
      body: { error: { code: "report.tooLong", detail: { days: 7311, most: 7310 } } },
    });
  });

  it("refuses days that do not exist, and an end before the beginning", async () => {
    for (const days of [{ from: "2026-02-30" }, { from: "0000-01-01" }, { from: "2026-03-09", to: "2026-03-08" }]) {
      expect(await call(report.sales, days)).toMatchObject({
        status: 400,
        body: { error: { code: "request.invalid" } },
      });
    }
  });

  it("is for users who may see reports, and refused to vendor logins", async () => {
    expect(await call(report.sales, {}, { as: await aKey({ role: "manager" }) })).toMatchObject({ status: 200 });
    expect(await call(report.sales, {}, { as: await aKey({ role: "staff" }) })).toMatchObject({
      status: 403,
      body: { error: { code: "right.missing" } },
    });
    await roleHas("vendor", ["reports.read"]);
    const vendor = await aKey({ role: "vendor", vendorId: await aVendor() });
    expect((await call(report.sales, {}, { as: vendor })).body.error?.code).toBe("vendor.closed");
  });

  // Dollars and rupees added up are a meaningless number, on the screen that the owner looks at first.
  it("never adds up two currencies: the store's counts, and an order in another is a fault and not a sum", async () => {
    expect(await call(store.edit, { currency: "INR" })).toMatchObject({
      status: 409,
      body: { error: { code: "store.currencyInUse" } },
    });
    const odd = await anOrder();
    await placedAt("2026-05-01T12:00:00Z", odd);
    await db().execute(sql`update orders set currency = 'INR' where id = ${odd.id}`);
    const expected = { "x-expect-fault": "yes" };
    expect((await call(report.sales, { from: "2026-05-01", to: "2026-05-31" }, { headers: expected })).status).toBe(
      500,
    );
    expect((await sold({ from: "2026-03-01", to: "2026-03-31" })).currency).toBe("USD");
    await db().execute(sql`update orders set currency = 'USD' where id = ${odd.id}`);
  });
});

describe("best sellers", () => {
  const july = { from: "2026-07-01", to: "2026-07-31" } as const;
  it("come by revenue or by units, and the orders behind one are its own", async () => {
    const [dear, cheap] = [
      await aVariantInStock(9, { priceMinor: 9_000 }),
      await aVariantInStock(10, { priceMinor: 10 }),
    ];
    const both = [
      { place: dear, quantity: 1 },
      { place: cheap, quantity: 5 },
    ];
    const [one, other] = [await anOrder({ lines: both }), await anOrder({ lines: both.slice(1) })];
    for (const made of [one, other]) await placedAt("2026-07-04T12:00:00Z", made);
    const units = async (sort: "revenue" | "units") =>
      (await call(report.products, { ...july, sort })).body.items.map((item) => item.units);
    expect(await units("revenue")).toEqual([1, 10]);
    expect(await units("units")).toEqual([10, 1]);
    const [most] = (await call(report.products, { ...july, sort: "units", limit: 1 })).body.items;
    expect(most?.units).toBe(10);
    // What sold only before is no best seller now.
    const august = { from: "2026-08-01", to: "2026-08-31", compare: true } as const;
    expect((await call(report.products, august)).body).toMatchObject({ items: [], before: july });
    const [best] = (await call(report.products, july)).body.items;
    const { body } = await call(report.orders, { ...july, figure: "product", productId: best!.productId });
    expect(body.items.map(({ orderId }) => orderId)).toEqual([one.id]);
  });
});

// Imported orders with mistyped amounts: without an answer no one would find them.
it("returns the largest exact number if a sum exceeds it", async () => {
  const made = [await anOrder({ paid: true }), await anOrder({ paid: true })];
  const day = { from: "2026-06-01", to: "2026-06-01" } as const;
  for (const one of made) await placedAt("2026-06-01T12:00:00Z", one);
  const ids = sql`(${made[0]!.id}, ${made[1]!.id})`;
  const most = { amountMinor: Number.MAX_SAFE_INTEGER, currency: "USD" };
  const slip = async (minor: number) => {
    await db().execute(sql`update orders set total_minor = total_minor + ${minor}::bigint where id in ${ids}`);
    await db().execute(sql`
      update order_lines set total_minor = total_minor + ${minor}::bigint, tax_minor = tax_minor + ${minor / 2}::bigint
      where order_id in ${ids}`);
    await db().execute(
      sql`update payments set amount_minor = amount_minor + ${minor}::bigint where order_id in ${ids}`,
    );
  };
  await db().execute(sql`update payments set at = '2026-06-01T12:00:00Z' where order_id in ${ids}`);
  await slip(9e15);
  expect((await sold(day)).total).toMatchObject({ orders: 2, gross: most, collected: most, net: most });
  expect((await call(report.payments, day)).body.total).toMatchObject({ collected: most, net: most });
  expect((await call(report.products, day)).body.total.revenue).toEqual(most);
  expect((await call(report.channels, day)).body.total.gross).toEqual(most);
  expect((await call(report.taxes, day)).body.total.taxed.amountMinor).toBeGreaterThan(9e15 - 1);
  await slip(-9e15);
});

describe("the statement of report.sales", () => {
  // A year of orders must not be read for one month.
  it("runs once besides the store's settings, and reads a range of the orders' index", async () => {
    const statements = await statementsOf(() => sold({ from: "2026-03-01", to: "2026-03-31" }));
    expect(statements.length).toBeLessThanOrEqual(3);
    const { text, parameters } = statements.find(({ text }) => text.includes("generate_series"))!;
    const plan = await db().$client.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      return (await tx.unsafe(`explain ${text}`, parameters as string[])).map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(plan).toMatch(/orders_created/);
    expect(plan).toMatch(/Index Cond: \(\(created_at >= .* AND \(created_at < /);
  });
});

it("counts money that came or went at midnight on the day that begins, as do the rows behind it", async () => {
  const { id } = await refundedByGateway(await paidByGateway(await anOrder()), 300);
  const midnight = sql`'2026-04-08T04:00:00Z'::timestamptz`;
  await db().execute(sql`update payments set at = ${midnight} where order_id = ${id}`);
  await db().execute(sql`update refunds set settled_at = ${midnight} where order_id = ${id}`);
  const on = async (day: string) => {
    const days = { from: day, to: day };
    const behind = async (figure: "collected" | "refunded") =>
      (await call(report.orders, { ...days, figure, mode: "test" })).body.items.length;
    const { methods } = (await call(report.payments, days)).body;
    return [
      methods.map(({ payments, refunds }) => [payments, refunds]),
      await behind("collected"),
      await behind("refunded"),
    ];
  };
  expect([await on("2026-04-07"), await on("2026-04-08")]).toEqual([
    [[], 0, 0],
    [[[1, 1]], 1, 1],
  ]);
});

// In figures and in the rows behind them.
it("counts no payment that failed or was undone, and no refund that failed or was of a payment without an order", async () => {
  const { id } = await paidByGateway(await anOrder());
  const figures = async () => {
    const year = { from: "2026-01-01", to: "2040-12-31" };
    const behind = async (figure: "collected" | "refunded", mode: "live" | "test") =>
      (await call(report.orders, { ...year, figure, mode })).body.items.length;
    const { methods } = (await call(report.payments, year)).body;
    return { methods, collected: await behind("collected", "live"), refunded: await behind("refunded", "test") };
  };
  const before = await figures();
  const undone = await anOrder({ paid: true });
  expect((await figures()).collected).toBe(before.collected + 1);
  await call(order.markUnpaid, { id: undone.id });
  await call(order.markPaid, { id: undone.id, outcome: "failed", method: "cash" });
  await call(order.refund, { id, amountMinor: 1 });
  await call(payment.refundUnmatched, { id: await anUnmatchedPayment(500) });
  const refunds = await db().execute<{ id: Id<"refund">; isNobodys: boolean }>(sql`
    select id, order_id is null as "isNobodys" from refunds where status = 'pending'`);
  for (const { id: refundId, isNobodys } of refunds) {
    const status = isNobodys ? "succeeded" : "failed";
    await inChange(system("test"), (change) => settleRefund(change, { refundId, status }));
  }
  expect((await call(payment.listUnmatched, { status: "refunded" })).body.items).toHaveLength(1);
  expect(await figures()).toEqual(before);
});

it("the returns for a reason are those behind its figure, and those without one have none", async () => {
  const made = await anOrder({ lines: [{ place: await aVariantInStock(6), quantity: 6 }], shippedQuantity: 6 });
  const cameBack = (quantity: number, reason?: string) =>
    call(returns.record, {
      ...{ id: made.id, lines: [{ lineId: made.lines[0]!.id, quantity, restock: false }] },
      ...(reason && { reason }),
    });
  for (const [quantity, reason] of [[1, "Too small"], [2], [3, "Broken"]] as const) {
    expect((await cameBack(quantity, reason)).status).toBe(201);
  }
  await db().execute(sql`update returns set recorded_at = '2026-06-10T12:00:00Z'`);
  const day = { from: "2026-06-10", to: "2026-06-10" };
  const behind = async (reason?: string) =>
    (await call(report.orders, { ...day, figure: "returned", ...(reason !== undefined && { reason }) })).body.items.map(
      ({ units }) => units,
    );
  expect([await behind("Too small"), await behind("Broken"), await behind("")]).toEqual([[1], [3], [2]]);
  expect((await behind()).toSorted()).toEqual([1, 2, 3]);
});

it("a return of several products is one return, of which only what was restocked counts as that", async () => {
  const places = [await aVariantInStock(3), await aVariantInStock(2)];
  const made = await anOrder({ lines: places.map((place) => ({ place, quantity: 2 })), shippedQuantity: 2 });
  await shipped({ ...made, lines: made.lines.slice(1) }, 2);
  const lines = made.lines.map(({ id: lineId }, nth) => ({ lineId, quantity: nth + 1, restock: nth === 0 }));
  const { status, body } = await call(returns.record, { id: made.id, lines, reason: "Both" });
  expect(status).toBe(201);
  await db().execute(sql`update returns set recorded_at = '2026-06-12T12:00:00Z' where id = ${body.return.id}`);
  const returned = async (by: "reason" | "product") => {
    const { items, total } = (await call(report.returned, { from: "2026-06-12", to: "2026-06-12", by })).body;
    expect(total).toEqual({ returns: 1, units: 3, restocked: 1 });
    return items.map((item) => [item.returns, item.units, item.restocked]);
  };
  expect(await returned("product")).toEqual([
    [1, 2, 0],
    [1, 1, 1],
  ]);
  expect(await returned("reason")).toEqual([[1, 3, 1]]);
});

// A clock that was wrong once must not hide money.
it("counts money that came or went before the first order", async () => {
  const { id } = await refundedByGateway(await paidByGateway(await anOrder()), 7);
  const on = async (day: string) => {
    const { collected, refunded } = (await sold({ from: day, to: day })).total;
    return [collected.amountMinor > 0, refunded.amountMinor];
  };
  await db().execute(sql`update payments set at = '2026-01-05T12:00:00Z', mode = 'live' where order_id = ${id}`);
  expect(await on("2026-01-05")).toEqual([true, 0]);
  await db().execute(sql`update refunds set settled_at = '2026-01-04T12:00:00Z', mode = 'live' where order_id = ${id}`);
  expect(await on("2026-01-04")).toEqual([false, 7]);
});
