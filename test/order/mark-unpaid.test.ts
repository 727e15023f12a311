import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aCancelledOrder, anOrder, nothingChanged } from "../support/orders.ts";
import { aVariantInStock, stockLevelAt } from "../support/stock.ts";

/** No gateway is there yet: the row is as one will write it. */
async function byGateway() {
  const { id } = await anOrder({ paid: true });
  await db().execute(sql`update payments set by_hand = false, method = 'stripe' where order_id = ${id}`);
  return id;
}

const inCash = { method: "cash", reference: "till 7" } as const;

describe("order.markUnpaid", () => {
  it("undoes it: the order waits again, in a new window, and its stock is reserved", async () => {
    const place = await aVariantInStock(5);
    const { id } = await anOrder({ lines: [{ place, quantity: 2 }], paid: true });
    const { body } = await call(order.markUnpaid, { id });
    expect(body).toMatchObject({
      status: "pending",
      paymentStatus: "unpaid",
      paid: { amountMinor: 0 },
      balance: { direction: "customerOwes" },
      payments: [{ kind: "captured", reversedAt: expect.any(String) }],
      unpaidSince: expect.any(String),
    });
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 2, committed: 0 });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ name: "order.unpaid", data: body });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({ action: "order.markUnpaid" });
    expect(await call(order.markPaid, { id, ...inCash })).toMatchObject({
      status: 200,
      body: { paymentStatus: "paid" },
    });
  });

  it("leaves an order to be paid in cash on delivery confirmed", async () => {
    const place = await aVariantInStock(5);
    const { id } = await anOrder({ lines: [{ place, quantity: 2 }], payment: "cod", paid: true });
    const { body } = await call(order.markUnpaid, { id });
    expect(body).toMatchObject({ status: "confirmed", paymentStatus: "unpaid" });
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 2 });
  });

  it("undoes it once when two do it together", async () => {
    const { id } = await anOrder({ paid: true });
    const answers = await Promise.all([call(order.markUnpaid, { id }), call(order.markUnpaid, { id })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ["nothing by that id", async () => `ord_${"0".repeat(26)}` as const, 404, "order.unknown"],
    ["an unpaid order", async () => (await anOrder()).id, 409, "order.notPaid"],
    ["a cancelled order that was not paid", async () => (await aCancelledOrder()).id, 409, "order.notPaid"],
    [
      "an order that has shipped in part",
      async () => (await anOrder({ shippedQuantity: 1 })).id,
      409,
      "order.locked",
      { why: "shipped" },
    ],
    ["what a gateway took", byGateway, 409, "order.paidByGateway"],
  ])("refuses %s and changes nothing", async (_, given, status, code, detail = undefined) => {
    const id = await given();
    await nothingChanged(async () => {
      const answer = await call(order.markUnpaid, { id });
      expect(answer).toMatchObject({ status, body: { error: { code, ...(detail && { detail }) } } });
    });
  });

  // The wrong order marked paid, then cancelled: without a way back the store owes a stranger for ever.
  it("undoes it of a cancelled order, which stays cancelled and owes nobody anything", async () => {
    const place = await aVariantInStock(5);
    const { id } = await anOrder({ lines: [{ place, quantity: 2 }], paid: true });
    expect((await call(order.cancel, { id })).body.balance).toMatchObject({ direction: "storeOwes" });
    const { status, body } = await call(order.markUnpaid, { id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "cancelled",
      paymentStatus: "unpaid",
      paid: { amountMinor: 0 },
      balance: { direction: "even", amount: { amountMinor: 0 } },
      payments: [{ reversedAt: expect.any(String) }],
    });
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 0 });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ name: "order.unpaid", data: body });
    expect((await call(order.sweepUnpaid, {})).body.cancelled).toBe(0);
  });

  it("leaves an order of which nothing is to be paid confirmed", async () => {
    const place = await aVariantInStock(5, { priceMinor: 0 });
    const { id } = await anOrder({ lines: [{ place, quantity: 2 }], paid: true });
    const { body } = await call(order.markUnpaid, { id });
    expect(body).toMatchObject({ status: "confirmed", paymentStatus: "unpaid", balance: { direction: "even" } });
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 2 });
  });
});
