import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { paidByGateway, refundedByGateway } from "../support/given/gateway-money.ts";
import { aCancelledOrder, anOrder, nothingChanged } from "../support/given/orders.ts";
import { aVariantInStock, stockLevelAt } from "../support/given/stock.ts";

const inCash = { method: "cash", reference: "till 7" } as const;

describe("order.markPaid", () => {
  it("records the whole balance, confirms the order, commits its stock and says so", async () => {
    const place = await aVariantInStock(5, { priceMinor: 1000 });
    const { id } = await anOrder({ lines: [{ place, quantity: 2 }] });
    const { status, body } = await call(order.markPaid, { id, ...inCash });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "confirmed",
      paymentStatus: "paid",
      paid: { amountMinor: 2000 },
      balance: { direction: "even", amount: { amountMinor: 0 } },
      unpaidSince: null,
      version: 2,
    });
    expect(body.payments).toMatchObject([
      { kind: "captured", method: "cash", reference: "till 7", amount: { amountMinor: 2000 }, by: "owner's key" },
    ]);
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 2 });
    expect((await eventsAbout(id)).map(({ name }) => name)).toEqual(["order.created", "order.paid"]);
    expect((await eventsAbout(id))[1]!.data).toEqual({ ...body, payment: body.payments[0] });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({ action: "order.markPaid", after: { amountMinor: 2000 } });
  });

  // The bank's confirmation and a clerk's click at the same moment must not record the money twice.
  it("records the payment once if two mark it paid at the same time", async () => {
    const place = await aVariantInStock(5);
    const { id } = await anOrder({ lines: [{ place, quantity: 2 }] });
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(order.markPaid, { id, ...inCash })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { body } = await call(order.read, { id });
    expect(body.payments).toHaveLength(1);
    expect(body.paid!.amountMinor).toBe(body.totals!.total.amountMinor);
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 2 });
  });

  it("records a failed payment: the order stays pending, its window keeps running, and no event is emitted", async () => {
    const place = await aVariantInStock(5);
    const made = await anOrder({ lines: [{ place, quantity: 2 }] });
    const { body } = await call(order.markPaid, { id: made.id, outcome: "failed", reason: "Cheque bounced" });
    expect(body).toMatchObject({ status: "pending", paymentStatus: "failed", paid: { amountMinor: 0 } });
    expect(body.updatedAt).toBe(body.payments[0]!.at);
    expect(body.unpaidSince).toBe(made.unpaidSince!.toISOString());
    expect(body.payments).toMatchObject([{ kind: "failed", method: null, reason: "Cheque bounced" }]);
    expect((await entriesAbout(made.id)).at(-1)).toMatchObject({
      ...{ action: "order.markPaid", before: { paymentStatus: "unpaid" } },
      after: { paymentStatus: "failed", reason: "Cheque bounced" },
    });
    expect(await stockLevelAt(place)).toMatchObject({ reserved: 2 });
    expect(await eventsAbout(made.id)).toHaveLength(1);
    expect(
      (await call(order.markPaid, { id: made.id, outcome: "failed", ...inCash })).body.payments.at(-1),
    ).toMatchObject({
      ...{ kind: "failed", ...inCash, by: "owner's key" },
    });
    expect(await call(order.markPaid, { id: made.id, ...inCash })).toMatchObject({ status: 200 });
  });

  it("refuses a failure reason for a payment that did not fail", async () => {
    const { id } = await anOrder();
    await nothingChanged(async () => {
      expect(await call(order.markPaid, { id, ...inCash, reason: "Cheque bounced" })).toMatchObject({ status: 400 });
    });
  });

  // Someone adds a pair of socks to a parcel that is paid and not packed yet, and pays for them at the till.
  it("records only what a paid order owes after an edit, even under the same reference", async () => {
    const place = await aVariantInStock(9, { priceMinor: 1000 });
    const { id, lines } = await anOrder({ lines: [{ place, quantity: 2 }], paid: true });
    const resize = (quantity: number) => call(order.editLines, { id, change: [{ lineId: lines[0]!.id, quantity }] });
    expect((await resize(5)).body.balance).toEqual({
      direction: "customerOwes",
      amount: { amountMinor: 3000, currency: "INR" },
    });
    const { status, body } = await call(order.markPaid, { id, ...inCash });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "confirmed",
      paymentStatus: "paid",
      paid: { amountMinor: 5000 },
      balance: { direction: "even" },
      unpaidSince: null,
    });
    expect(body.payments.map(({ kind, amount }) => [kind, amount.amountMinor])).toEqual([
      ["captured", 2000],
      ["captured", 3000],
    ]);
    expect(await stockLevelAt(place)).toEqual({ onHand: 9, reserved: 0, committed: 5 });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ name: "order.paid", data: body });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({ action: "order.markPaid", after: { amountMinor: 3000 } });
    await resize(1); // now the store owes
    await nothingChanged(async () => {
      expect(await call(order.markPaid, { id, ...inCash })).toMatchObject({ status: 409 });
    });
    const undone = await call(order.markUnpaid, { id });
    expect(undone.body).toMatchObject({ paymentStatus: "unpaid", paid: { amountMinor: 0 } });
    expect(undone.body.payments.every(({ reversedAt }) => reversedAt !== null)).toBe(true);
  });

  it("records the rest once if two record it at the same time", async () => {
    const place = await aVariantInStock(9, { priceMinor: 1000 });
    const { id } = await anOrder({ lines: [{ place, quantity: 2 }], paid: true });
    await call(order.editLines, { id, add: [{ variantId: place.variantId, quantity: 1 }] });
    const answers = await Promise.all([1, 2, 3].map(() => call(order.markPaid, { id, ...inCash })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { body } = await call(order.read, { id });
    expect(body).toMatchObject({ paid: { amountMinor: 3000 }, balance: { direction: "even" } });
    expect(body.payments).toHaveLength(2);
  });

  it.each(["partiallyRefunded", "refunded"])("does not request what was refunded: %s", async (paymentStatus) => {
    const paid = await paidByGateway(await anOrder());
    const refundedMinor = paymentStatus === "refunded" ? paid.totals!.total.amountMinor : 1;
    const { id, lines, ...refunded } = await refundedByGateway(paid, refundedMinor);
    expect(refunded.paymentStatus).toBe(paymentStatus);
    await nothingChanged(async () => {
      const answer = await call(order.markPaid, { id, ...inCash });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: "order.paid" } } });
      const edited = await call(order.editLines, { id, change: [{ lineId: lines[0]!.id, quantity: 3 }] });
      expect(edited).toMatchObject({
        status: 409,
        body: { error: { code: "order.locked", detail: { why: "refunded" } } },
      });
      const undone = await call(order.markUnpaid, { id });
      expect(undone).toMatchObject({ status: 409, body: { error: { code: "order.locked" } } });
    });
  });

  it("records the cash for an order that shipped unpaid", async () => {
    const sent = await anOrder({ payment: "cod", shippedQuantity: 1, paid: false });
    const { body } = await call(order.markPaid, { id: sent.id, ...inCash });
    expect(body).toMatchObject({ status: "partiallyShipped", paymentStatus: "paid" });
  });

  it.each([
    ["nothing by that id", async () => `ord_${"0".repeat(26)}` as const, 404, "order.unknown"],
    ["a paid order", async () => (await anOrder({ paid: true })).id, 409, "order.paid"],
    ["a cancelled order", async () => (await aCancelledOrder()).id, 409, "order.cancelled"],
  ])("refuses %s and changes nothing", async (_, given, status, code) => {
    const id = await given();
    await nothingChanged(async () => {
      expect(await call(order.markPaid, { id, ...inCash })).toMatchObject({ status, body: { error: { code } } });
      const failed = await call(order.markPaid, { id, outcome: "failed" });
      expect(failed).toMatchObject({ status, body: { error: { code } } });
      expect(await call(order.markPaid, { id })).toMatchObject({ status: 400 });
    });
  });
});
