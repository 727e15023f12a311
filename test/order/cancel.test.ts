import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import { inChange } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { lockedOrder } from "#core/order/lock";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { eventsAbout } from "../support/events.ts";
import { aDiscount } from "../support/given/catalogue.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { aVariantInStock, stockLevelAt } from "../support/given/stock.ts";

describe("order.cancel", () => {
  it("releases every unit at its location, and records the reason", async () => {
    const [here, there] = [await aVariantInStock(5), await aVariantInStock(5)];
    const { id } = await anOrder({
      lines: [
        { place: here, quantity: 2 },
        { place: there, quantity: 3 },
      ],
    });
    const { status, body } = await call(order.cancel, { id, reason: "Changed their mind" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "cancelled",
      cancelReason: "Changed their mind",
      cancelledAt: expect.any(String),
      balance: { direction: "even", amount: { amountMinor: 0 } },
    });
    expect(body.lines.flatMap(({ allocations }) => allocations)).toEqual([]);
    expect(await stockLevelAt(here)).toEqual({ onHand: 5, reserved: 0, committed: 0 });
    expect(await stockLevelAt(there)).toEqual({ onHand: 5, reserved: 0, committed: 0 });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({
      name: "order.cancelled",
      data: { ...body, reason: "Changed their mind" },
    });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "order.cancel",
      before: { status: "pending" },
      after: { status: "cancelled" },
    });
  });

  it("says what the customer of a paid order is owed", async () => {
    const place = await aVariantInStock(5, { priceMinor: 1500 });
    const { id } = await anOrder({ lines: [{ place, quantity: 2 }], paid: true });
    const { body } = await call(order.cancel, { id });
    expect(body).toMatchObject({
      paymentStatus: "paid",
      balance: { direction: "storeOwes", amount: { amountMinor: 3000 } },
    });
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 0 });
  });

  // Two clerks press the button at once. The row lock makes the second one wait, then read "cancelled".
  it("releases the stock once if two people cancel at the same time", async () => {
    const place = await aVariantInStock(5);
    const { id } = await anOrder({ lines: [{ place, quantity: 2 }] });
    const answers = await Promise.all([call(order.cancel, { id }), call(order.cancel, { id })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 0 });
  });

  // A missing lock looks just like one that works: this test sees it block.
  it("waits while the order is locked", async () => {
    const { id } = await anOrder();
    const meanwhile = await inChange(system("test"), async (change) => {
      await lockedOrder(change, { id });
      const cancelling = call(order.cancel, { id });
      await untilSomebodyWaits();
      await change.tx.execute(sql`update orders set name = 'Somebody Else' where id = ${id}`);
      return { cancelling };
    });
    expect((await meanwhile.cancelling).body).toMatchObject({
      status: "cancelled",
      contact: { name: "Somebody Else" },
    });
  });

  it("gives a discount's use back, so that another order may have it", async () => {
    await aDiscount({ code: "ONCE", basisPoints: 1000, usageLimit: 1 });
    const place = await aVariantInStock(9, { priceMinor: 1000 });
    const given = { lines: [{ place, quantity: 1 }], discountCode: "once" };
    const first = await anOrder(given);
    expect(first.totals).toMatchObject({ discount: { amountMinor: 100 }, total: { amountMinor: 900 } });
    await expect(anOrder(given)).rejects.toMatchObject({ code: "discount.usedUp" });
    await call(order.cancel, { id: first.id });
    expect(await anOrder(given)).toMatchObject({ discountCode: "ONCE" });
  });

  it.each([
    ["nothing by that id", async () => `ord_${"0".repeat(26)}` as const, 404, "order.unknown"],
    ["an order that has shipped in part", async () => (await anOrder({ shippedQuantity: 1 })).id, 409, "order.shipped"],
    ["an order that has shipped", async () => (await anOrder({ shippedQuantity: 2 })).id, 409, "order.shipped"],
  ])("refuses %s and changes nothing", async (_, given, status, code) => {
    const id = await given();
    await nothingChanged(async () => {
      expect(await call(order.cancel, { id })).toMatchObject({ status, body: { error: { code } } });
    });
  });

  it("refuses a stale version, whatever wrote to the order since, and changes nothing", async () => {
    const { id, version } = await anOrder();
    await call(order.addNote, { id, text: "Ring first." });
    await nothingChanged(async () => {
      const answer = await call(order.cancel, { id }, { headers: { "if-match": `"${version}"` } });
      expect(answer).toMatchObject({ status: 412, body: { error: { code: "version.stale" } } });
    });
    const answer = await call(order.cancel, { id }, { headers: { "if-match": `"${version + 1}"` } });
    expect(answer).toMatchObject({ status: 200, headers: { etag: `"${version + 2}"` } });
  });
});
