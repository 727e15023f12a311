import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aCancelledOrder, anOrder, nothingChanged } from "../support/given/orders.ts";
import { aVariantInStock, stockLevelAt } from "../support/given/stock.ts";

/** Without a gateway: the row is what one would write. */
async function byGateway() {
  const { id } = await anOrder({ paid: true });
  await db().execute(sql`update payments set by_hand = false, method = 'stripe' where order_id = ${id}`);
  return id;
}

const inCash = { method: "cash", reference: "till 7" } as const;

describe("order.markUnpaid", () => {
  it("undoes the payment: the order is pending again, with a new window, and its stock is reserved", async () => {
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

  it("undoes it once if two do it at the same time", async () => {
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

  // The wrong order was marked paid, then cancelled: without Undo the store owes a stranger for ever.
  it("undoes it for a cancelled order, which stays cancelled with no balance", async () => {
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

  /** Paid, then increased and paid again. */
  async function paidTwice() {
    const place = await aVariantInStock(9, { priceMinor: 1000 });
    const { id, lines } = await anOrder({ lines: [{ place, quantity: 1 }], paid: true });
    await call(order.editLines, { id, change: [{ lineId: lines[0]!.id, quantity: 3 }] });
    const { body } = await call(order.markPaid, { id, method: "bankTransfer", reference: "NEFT 2" });
    expect(body.payments).toMatchObject([{ amount: { amountMinor: 1000 } }, { amount: { amountMinor: 2000 } }]);
    return { id, place, payments: body.payments };
  }

  // The second transfer belonged to someone else: the first one remains valid for its amount.
  it("undoes the given payment: the order stays paid, and owes what is missing", async () => {
    const { id, place, payments } = await paidTwice();
    const { status, body } = await call(order.markUnpaid, { id, paymentId: payments[1]!.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "confirmed",
      paymentStatus: "paid",
      unpaidSince: null,
      paid: { amountMinor: 1000 },
      balance: { direction: "customerOwes", amount: { amountMinor: 2000 } },
      payments: [{ reversedAt: null }, { byHand: true, reversedAt: expect.any(String) }],
    });
    expect(await stockLevelAt(place)).toEqual({ onHand: 9, reserved: 0, committed: 3 });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ name: "order.edited", data: { changed: ["payments"] } });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "order.markUnpaid",
      after: { amountMinor: 2000, paymentIds: [payments[1]!.id] },
    });
    expect((await call(order.markPaid, { id, ...inCash })).body.balance).toMatchObject({ direction: "even" });
  });

  it("makes the order unpaid again once the last payment is undone", async () => {
    const { id, place, payments } = await paidTwice();
    await call(order.markUnpaid, { id, paymentId: payments[0]!.id });
    const { body } = await call(order.markUnpaid, { id, paymentId: payments[1]!.id });
    expect(body).toMatchObject({ status: "pending", paymentStatus: "unpaid", paid: { amountMinor: 0 } });
    expect(await stockLevelAt(place)).toEqual({ onHand: 9, reserved: 3, committed: 0 });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ name: "order.unpaid", data: body });
  });

  it("undoes all of them if none is given", async () => {
    const { id } = await paidTwice();
    expect((await call(order.markUnpaid, { id })).body).toMatchObject({
      paymentStatus: "unpaid",
      paid: { amountMinor: 0 },
    });
  });

  it("undoes a manual payment next to a gateway's, which stays", async () => {
    const { id, payments } = await paidTwice();
    const [first, second] = payments.map((payment) => payment.id);
    await db().execute(sql`update payments set by_hand = false, method = 'stripe' where id = ${first!}`);
    await nothingChanged(async () => {
      for (const input of [{ id }, { id, paymentId: first! }]) {
        expect(await call(order.markUnpaid, input)).toMatchObject({
          status: 409,
          body: { error: { code: "order.paidByGateway" } },
        });
      }
    });
    expect((await call(order.markUnpaid, { id, paymentId: second! })).body).toMatchObject({ paymentStatus: "paid" });
  });

  it("refuses an unknown payment, another order's, and one that does not count", async () => {
    const { id, payments } = await paidTwice();
    const other = await paidTwice();
    await call(order.markUnpaid, { id, paymentId: payments[0]!.id });
    await nothingChanged(async () => {
      for (const [paymentId, status, code] of [
        [`pay_${"0".repeat(26)}`, 404, "payment.unknown"],
        [other.payments[0]!.id, 404, "payment.unknown"],
        [payments[0]!.id, 409, "payment.notCaptured"],
        ["pay_1", 400, "request.invalid"],
      ] as const) {
        const answer = await call(order.markUnpaid, { id, paymentId });
        expect(answer).toMatchObject({ status, body: { error: { code } } });
      }
    });
  });

  it("leaves an order with nothing to pay confirmed", async () => {
    const place = await aVariantInStock(5, { priceMinor: 0 });
    const { id } = await anOrder({ lines: [{ place, quantity: 2 }], paid: true });
    const { body } = await call(order.markUnpaid, { id });
    expect(body).toMatchObject({ status: "confirmed", paymentStatus: "unpaid", balance: { direction: "even" } });
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 2 });
  });
});
