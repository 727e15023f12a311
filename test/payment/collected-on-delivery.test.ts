/** A customer whose parcel is paid for on delivery must not be asked for the same money online, nor pay it unnoticed. */

import { expect, it } from "vitest";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as payment from "#core/contract/payment";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { closeStaleRequests } from "#core/payment/requests/close-stale-requests";
import { takeHappened } from "#core/payment/take-happened";
import { within } from "#core/time-left";
import { call } from "../support/call.ts";
import { aCarrier, anOrderToSend, book, tells } from "../support/given/carriers.ts";
import { aGateway, makeCalls, orderNow, paymentEvent, takeInbox, tell } from "../support/given/gateways.ts";
import { nothingChanged } from "../support/given/orders.ts";

const requested = (id: order.Order["id"]) => call(order.requestPayment, { id, gateway: "test" });
const refused = { status: 409, body: { error: { code: "payment.collectedOnDelivery" } } };

/** An order that is paid on delivery, with a page to pay it online instead, and then a parcel. */
async function bookedWithPage() {
  const [gateway, carrier] = [await aGateway(), await aCarrier()];
  const { made, place } = await anOrderToSend(2, { payment: "cod" });
  await requested(made.id);
  await makeCalls();
  expect((await book(made, place)).body.parcel.collect).toEqual(made.totals!.total);
  const { id: reference } = (await orderNow(made)).paymentRequests[0]!;
  return { gateway, carrier, made, place, reference };
}

it("is not asked for online from its booking until it has come back", async () => {
  const carrier = await aCarrier();
  await aGateway();
  const { made, place } = await anOrderToSend(2, { payment: "cod" });
  await book(made, place);
  await nothingChanged(async () => expect(await requested(made.id)).toMatchObject(refused));
  await makeCalls();
  await nothingChanged(async () => expect(await requested(made.id)).toMatchObject(refused));
  const { trackingNumber } = (await orderNow(made)).parcels[0]!;
  const at = new Date(Date.now() + 60_000).toISOString();
  await tells(carrier, trackingNumber!, [{ at, place: null, words: "Back at the sender" }]);
  await takeInbox();
  expect((await orderNow(made)).parcels).toMatchObject([{ status: "shipped", trackStatus: "returned" }]);
  expect(await requested(made.id)).toMatchObject({ status: 201 });
});

it("is asked for online again once the parcel is taken back", async () => {
  await aCarrier();
  await aGateway();
  const { made, place } = await anOrderToSend(2, { payment: "cod" });
  const { parcel: booked } = (await book(made, place)).body;
  await makeCalls();
  await call(parcel.unship, { id: made.id, parcelId: booked.id, keepLabel: true });
  expect((await orderNow(made)).parcels).toEqual([]);
  expect(await requested(made.id)).toMatchObject({ status: 201 });
});

it.each(["delivered", "returning", "voided"])("is asked for online again once the parcel is %s", async (status) => {
  await aCarrier();
  await aGateway();
  const { made, place } = await anOrderToSend(2, { payment: "cod" });
  const { parcel: booked } = (await book(made, place)).body;
  await makeCalls();
  if (status === "delivered") await call(parcel.deliver, { id: made.id, parcelId: booked.id });
  else await db().execute(sql`update parcels set track_status = ${status} where id = ${booked.id}`);
  expect(await requested(made.id)).toMatchObject({ status: 201 });
});

it("is collected by each parcel for its goods, by the last with what is left, and never more than is due", async () => {
  await aCarrier();
  const collects = async (of: Parameters<typeof book>[0], place: Parameters<typeof book>[1], quantity: number) =>
    (await book(of, place, quantity)).body.parcel.collect?.amountMinor;
  const { made, place } = await anOrderToSend(3, { payment: "cod", shippingMinor: 500 });
  const unit = made.lines[0]!.unitPrice.amountMinor;
  expect([await collects(made, place, 1), await collects(made, place, 2)]).toEqual([unit, 2 * unit + 500]);
  const grown = await anOrderToSend(4, { payment: "cod" });
  const [line] = grown.made.lines;
  await call(order.editLines, { id: grown.made.id, change: [{ lineId: line!.id, quantity: 3 }] });
  await call(order.markPaid, { id: grown.made.id, method: "cash" });
  await call(order.editLines, { id: grown.made.id, change: [{ lineId: line!.id, quantity: 4 }] });
  expect([await collects(grown.made, grown.place, 2), await collects(grown.made, grown.place, 2)]).toEqual([
    line!.unitPrice.amountMinor,
    undefined,
  ]);
  await makeCalls();
});

it("can no longer be paid at a page from before, which is closed", async () => {
  const { gateway, made, reference } = await bookedWithPage();
  const page = () => gateway.pages.find((one) => one.reference === reference)!;
  const requestId = page().id;
  await inChange(system("test"), (change) => takeHappened(change, "test", { is: "approved", requestId }));
  expect(await db().execute(sql`select 1 from calls where does = 'capture' and order_id = ${made.id}`)).toEqual([]);
  await closeStaleRequests(within(60_000));
  await makeCalls();
  expect(page()).toMatchObject({ status: "closed" });
  expect((await orderNow(made)).paymentRequests).toMatchObject([{ status: "closed" }]);
});

it("is closed and not sent to the customer if the gateway creates the page only after the booking", async () => {
  await aGateway();
  await aCarrier();
  const { made, place } = await anOrderToSend(2, { payment: "cod" });
  await requested(made.id);
  await book(made, place);
  await makeCalls();
  await makeCalls();
  expect((await orderNow(made)).paymentRequests).toMatchObject([{ status: "closed" }]);
  expect(
    await db().execute(sql`select 1 from messages where kind = 'payment.requested' and order_id = ${made.id}`),
  ).toEqual([]);
});

// The carrier collects it all the same, and the order would be paid once with money that came twice.
it("is an unmatched payment if it is paid online all the same, which staff match or refund", async () => {
  const { gateway, made, reference } = await bookedWithPage();
  const { total } = made.totals!;
  await tell(paymentEvent(gateway, { orderId: made.id, reference, ...total }));
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({ paymentStatus: "unpaid", payments: [] });
  const [found] = (await call(payment.listUnmatched, {})).body.items;
  expect(found).toMatchObject({ reason: "alreadyPaid", order: { id: made.id, due: total }, amount: total });
  expect(await call(payment.match, { id: found!.id, orderId: made.id })).toMatchObject({
    body: { paymentStatus: "paid" },
  });
});
