/** Money in test mode is none: someone trying out a gateway must not find it in the month's figures. */
import { expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { keepFigures } from "#core/report/keep-figures";
import { within } from "#core/time-left";
import { call } from "../support/call.ts";
import { aGateway, makeCalls, orderNow, paidThrough } from "../support/given/gateways.ts";
import { anOrder } from "../support/given/orders.ts";

const may = { from: "2026-05-01", to: "2026-05-31" } as const;

it("is listed apart, and is in no total", async () => {
  const tried = await paidThrough(await aGateway());
  await call(order.refund, { id: tried.id, amountMinor: 500 });
  await makeCalls();
  expect(await orderNow(tried)).toMatchObject({ refunds: [{ status: "succeeded" }] });
  const sold = await anOrder({ paid: true });
  // Whole days, so that they are stored too.
  const noon = sql`'2026-05-05T12:00:00Z'::timestamptz`;
  await db().execute(sql`update payments set at = ${noon}`);
  await db().execute(sql`update refunds set settled_at = ${noon}`);
  const [real, test] = [sold.totals!.total, tried.totals!.total];

  const figures = async () => {
    const [money, sales] = [await call(report.payments, may), await call(report.sales, may)];
    return { money: money.body, sales: sales.body.total };
  };
  const fresh = await figures();
  expect(fresh.money.methods).toMatchObject([
    { method: "cash", mode: "live", collected: real, payments: 1, refunds: 0 },
    { method: "test", mode: "test", collected: test, refunded: { amountMinor: 500 } },
  ]);
  const onlyReal = { collected: real, refunded: { amountMinor: 0 }, net: real };
  expect(fresh.money.total).toMatchObject(onlyReal);
  expect(fresh.sales).toMatchObject(onlyReal);
  await keepFigures(within(60_000));
  expect(await figures()).toEqual(fresh);

  const behind = async (figure: "collected" | "refunded", mode?: "live" | "test") =>
    (await call(report.orders, { ...may, figure, ...(mode && { mode }) })).body.items.map(({ orderId }) => orderId);
  expect([await behind("collected"), await behind("refunded")]).toEqual([[sold.id], []]);
  expect([await behind("collected", "test"), await behind("refunded", "test")]).toEqual([[tried.id], [tried.id]]);
});
