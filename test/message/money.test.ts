/** What messages say about money: a customer compares it with the bank statement. */
import { expect, it } from "vitest";
import type { Id } from "#core/contract/kit/fields";
import * as message from "#core/contract/message";
import * as order from "#core/contract/order";
import * as store from "#core/contract/store";
import * as tax from "#core/contract/tax";
import * as template from "#core/contract/template";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { writeForEvents } from "#core/message/write/write-for-events";
import { call } from "../support/call.ts";
import { aDiscount } from "../support/given/catalogue.ts";
import { aGateway, makeCalls, paidThrough } from "../support/given/gateways.ts";
import { anOrder } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

/** The newest message of this kind and channel, written now. */
async function told(
  id: Id<"order">,
  kind: "order.created" | "order.paid" | "order.cancelled",
  channel: "email" | "sms" = "email",
) {
  const events = await db().execute<{ id: string }>(sql`
    select id from events where subject_id = ${id} and name = ${kind} and unwritten`);
  await writeForEvents(events.map((event) => event.id));
  const { body } = await call(message.list, { orderId: id, kind, channel });
  return (await call(message.read, { id: body.items[0]!.id })).body.body;
}

const anOrderOf2000 = async (given: Parameters<typeof anOrder>[0] = {}) =>
  anOrder({ lines: [{ place: await aVariantInStock(2, { priceMinor: 1000 }), quantity: 2 }], ...given });

it("a payment's message names that payment, and not those before it", async () => {
  const { id } = await anOrderOf2000();
  await call(template.setSwitch, { kind: "order.paid", channel: "sms", isOn: true });
  await call(order.markPaid, { id, method: "cash" });
  expect(await told(id, "order.paid")).toContain("your payment of ₹20.00 for");
  await call(order.editLines, { id, shippingMinor: 500 });
  await call(order.markPaid, { id, method: "cash" });
  expect(await told(id, "order.paid")).toContain("your payment of ₹5.00 for");
  expect(await told(id, "order.paid", "sms")).toContain("received Rs.5.00 for");
});

// With cash on delivery, the payment comes last.
it("a payment's message says that the order is being prepared only while something is to be shipped", async () => {
  const ready = "We are getting your order ready";
  const [all, part] = [
    await anOrderOf2000({ payment: "cod", shippedQuantity: 2 }),
    await anOrderOf2000({ payment: "cod", shippedQuantity: 1 }),
  ];
  for (const { id } of [all, part]) await call(order.markPaid, { id, method: "cash" });
  expect(await told(all.id, "order.paid")).not.toContain(ready);
  expect(await told(part.id, "order.paid")).toContain(ready);
});

it("a cancellation's message promises what is still to be refunded, and nothing that has been", async () => {
  const fake = await aGateway();
  const cancelledAfter = async (...refunds: readonly number[]) => {
    const { id } = await paidThrough(fake);
    for (const amountMinor of refunds) await call(order.refund, { id, amountMinor });
    await makeCalls();
    await call(order.cancel, { id });
    return await told(id, "order.cancelled");
  };
  expect(await cancelledAfter()).toContain("We will refund ₹20.00.");
  expect(await cancelledAfter(500)).toContain("We will refund ₹15.00.");
  expect(await cancelledAfter(2000)).not.toMatch(/refund/i);
});

// Otherwise the discount would seem to be taken off twice, and the tax to be added twice.
it("the prices of the lines add up to the subtotal, from which the discount goes off and to which the tax is added", async () => {
  await call(store.edit, { taxesInclusive: false });
  const { code } = await aDiscount({ kind: "percentage", basisPoints: 2500 });
  await call(tax.create, { name: "GST", basisPoints: 1800 });
  const { id } = await anOrderOf2000({ discountCode: code });
  const text = await told(id, "order.created");
  await call(store.edit, { taxesInclusive: true });
  expect(text?.match(/−?₹[\d.]+/g)).toEqual(["₹20.00", "₹20.00", "−₹5.00", "₹2.70", "₹17.70"]);
});
