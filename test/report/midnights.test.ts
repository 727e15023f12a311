/** Days that begin twice or not at midnight: in some places the clocks change then. */

import { expect, it } from "vitest";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as report from "#core/contract/report";
import * as store from "#core/contract/store";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { keptFigures } from "#core/doctor/report-figures";
import { cancelOrder } from "#core/order/cancel";
import { createOrder } from "#core/order/create";
import { keepFigures } from "#core/report/keep-figures";
import { recordReturn } from "#core/returns/record";
import { within } from "#core/time-left";
import { call } from "../support/call.ts";
import { sentOrder, somebody } from "../support/given/orders.ts";
import { at } from "../support/given/past.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import { slowBooks } from "./slow-books.ts";

const hourMs = 3_600_000;

it.each([
  // From 01:00 back to 00:00: the day's first hour comes twice.
  ["Atlantic/Azores", "2025-10-26"],
  ["America/Havana", "2025-11-02"],
  // From 00:00 back to 23:00, and from 00:00 on to 01:00.
  ["Africa/Cairo", "2025-10-31"],
  ["Africa/Cairo", "2025-04-25"],
  ["America/Santiago", "2025-09-07"],
  // From 23:00 on to 00:00.
  ["America/Nuuk", "2025-03-30"],
])("uses the calendar of %s: %s has the right orders and returns", async (timeZone, day) => {
  await call(store.edit, { timeZone });
  const { variantId } = await aVariantInStock(100, { priceMinor: 100 });
  const input = order.create.input.parse({ ...somebody, lines: [{ variantId, quantity: 1 }] });
  const midday = Date.parse(`${day}T00:00:00Z`);
  const placed = [];
  for (let nth = -8; nth <= 14; nth++) {
    const moment = new Date(midday + (nth + 0.5) * hourMs);
    placed.push(await at(moment, (change) => createOrder(change, input as InputOf<typeof order.create>)));
    const { made } = await sentOrder(1);
    await at(moment, (change) => {
      const lines = [{ lineId: made.lines[0]!.id, quantity: 1, restock: false }];
      return recordReturn(change, { id: made.id, lines });
    });
  }
  const shownAsTheBooks = async () => {
    const [from, to] = [-1, 1].map((days) => new Date(midday + days * 24 * hourMs).toISOString().slice(0, 10));
    const books = await slowBooks(timeZone);
    const { periods } = (await call(report.sales, { from: from!, to: to! })).body;
    for (const { from: one, orders } of periods) {
      const { orders: expected, returned } = books.between(one, one);
      expect([one, orders]).toEqual([one, expected]);
      const behind = (await call(report.orders, { from: one, to: one, figure: "sales", limit: 200 })).body;
      expect([one, behind.items.length]).toEqual([one, expected]);
      const cameBack = (await call(report.returned, { from: one, to: one, by: "reason" })).body;
      expect([one, cameBack.total.units]).toEqual([one, returned]);
    }
  };
  await shownAsTheBooks();
  await keepFigures(within(60_000));
  await shownAsTheBooks();
  for (const { id } of placed.filter((_, nth) => nth % 2 === 0)) {
    await at(new Date(), (change) => cancelOrder(change, { id }));
  }
  await shownAsTheBooks();
  await keepFigures(within(60_000));
  await shownAsTheBooks();
  for (const check of keptFigures) expect(await db().execute(sql`select * from (${check}) faults`)).toHaveLength(0);
});

// The first order is placed on a day of New York's calendar that has no orders in Kolkata: its cached figures must not
// survive the move.
it("a day cached before the time zone changed is not used when it changes back", async () => {
  const { variantId } = await aVariantInStock(100, { priceMinor: 100 });
  const input = order.create.input.parse({ ...somebody, lines: [{ variantId, quantity: 1 }] });
  const movesTo = async (timeZone: string) => {
    await call(store.edit, { timeZone });
    await keepFigures(within(60_000));
  };
  const placed = await at(new Date("2025-03-01T02:00:00Z"), (change) =>
    createOrder(change, input as InputOf<typeof order.create>),
  );
  const ofThatDay = async () => (await call(report.sales, { from: "2025-02-28", to: "2025-02-28" })).body.total.orders;
  await movesTo("America/New_York");
  expect(await ofThatDay()).toBe(1);
  await movesTo("Asia/Kolkata");
  await at(new Date(), (change) => cancelOrder(change, { id: placed.id }));
  await movesTo("Asia/Kolkata");
  await movesTo("America/New_York");
  expect(await ofThatDay()).toBe(0);
});

// A machine often starts with its clock hours or days ahead, until the network tells it the time. The rows of such days
// are inserted here directly: no test can put PostgreSQL's clock forward.
it("days stored while the clock was ahead are not used after it was put back", async () => {
  await call(store.edit, { timeZone: "UTC" });
  const today = new Date().toISOString().slice(0, 10);
  const month = `${today.slice(0, 8)}01`;
  await db().execute(sql`
    insert into report_days (day, time_zone, orders, units, gross_minor, discount_minor, shipping_minor, tax_minor, foreign_orders)
    select day, 'UTC', 0, 0, 0, 0, 0, 0, 0 from unnest(array[${today}::date, ${today}::date + 1]) as day`);
  await db().execute(sql`insert into report_months (month, time_zone) values (${month}::date, 'UTC')`);
  await sentOrder(1);
  await keepFigures(within(60_000));
  expect((await call(report.sales, {})).body.total.orders).toBeGreaterThan(0);
  expect((await call(report.products, {})).body.items.length).toBeGreaterThan(0);
  for (const check of keptFigures) expect(await db().execute(sql`select * from (${check}) faults`)).toHaveLength(0);
});
