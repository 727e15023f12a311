import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { call } from "../support/call.ts";
import { aCancelledOrder, anOrder, eventsOf, historyOf, nothingChanged } from "../support/orders.ts";
import { aVariantInStock, balanceAt } from "../support/stock.ts";

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
    expect(await balanceAt(place)).toEqual({ onHand: 5, reserved: 2, committed: 0 });
    expect((await eventsOf(id)).at(-1)).toMatchObject({ name: "order.unpaid", data: body });
    expect((await historyOf(id)).at(-1)).toMatchObject({ action: "order.markUnpaid" });
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
    expect(await balanceAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 2 });
  });

  it("undoes it once when two do it together", async () => {
    const { id } = await anOrder({ paid: true });
    const answers = await Promise.all([call(order.markUnpaid, { id }), call(order.markUnpaid, { id })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ["nothing by that id", async () => `ord_${"0".repeat(26)}` as const, 404, "order.unknown"],
    ["an unpaid order", async () => (await anOrder()).id, 409, "order.notPaid"],
    ["a cancelled order", async () => (await aCancelledOrder()).id, 409, "order.cancelled"],
    ["an order that has shipped in part", async () => (await anOrder({ shippedQuantity: 1 })).id, 409, "order.locked"],
  ])("refuses %s and changes nothing", async (_, given, status, code) => {
    const id = await given();
    await nothingChanged(async () => {
      expect(await call(order.markUnpaid, { id })).toMatchObject({ status, body: { error: { code } } });
    });
  });
});
