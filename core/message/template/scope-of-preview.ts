import * as z from "zod";
import type { Actor } from "#core/actor";
import { Order } from "#core/contract/order";
import type { Store } from "#core/contract/store";
import type { MessageKind } from "#core/contract/values/message-kinds";
import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { picturesOf } from "#core/message/pictures";
import { shownOrders } from "#core/order/show";
import { Refusal, refuseWithoutRight } from "#core/refusal";
import { storeSettings } from "#core/store/settings";
import { exampleOf } from "./example.ts";
import { eventDataIn, scopeOfEvent, shopOf } from "./scope-of-order.ts";
import { wordsOf } from "./words.ts";

/**
 * The data for a preview with an order in its current state, with its last parcel, payment, refund and return; the
 * example fills in what it does not have. Without an order everything but the store comes from the example.
 * @throws Refusal `right.missing` if the caller may not see orders, because messages contain customer data.
 */
export async function scopeOfPreview(
  tx: Db,
  by: Actor,
  kind: MessageKind,
  orderId: string | undefined,
): Promise<object> {
  const store = await storeSettings(tx);
  const example = { ...exampleOf(kind), shop: shopOf(store) };
  if (orderId === undefined) return example;
  refuseWithoutRight(by, "orders.read");
  const [order] = await shownOrders(tx, sql`orders.id = ${orderId}`);
  if (!order) throw new Refusal("order.unknown");
  return {
    ...example,
    ...(kind.startsWith("order.") || kind === "payment.requested" ? await previewData(tx, store, order) : {}),
    ...(kind === "payment.requested" ? { payment: requestedOf(store, order) } : {}),
  };
}

async function previewData(tx: Db, store: Store, order: Order): Promise<object> {
  const { parcels, payments, refunds, returns } = order;
  const [parcel, refund, returned] = [parcels.at(-1), refunds.at(-1), returns.at(-1)];
  const payment = payments.findLast(({ kind, reversedAt }) => kind === "captured" && reversedAt === null);
  const happened = { parcel, payment, refund, return: returned, changed: ["lines"], reason: order.cancelReason };
  const data = eventDataIn(JSON.parse(JSON.stringify({ ...z.encode(Order, order), ...happened })));
  const pictures = await picturesOf(
    tx,
    data.lines.map(({ productId }) => productId),
  );
  const whole = Object.entries(scopeOfEvent(data, store, pictures));
  const missing = new Set([
    ...(parcel ? [] : ["parcel"]),
    ...(payment ? [] : ["payment"]),
    ...(refund ? [] : ["refund"]),
    ...(returned ? [] : ["return"]),
  ]);
  return Object.fromEntries(whole.filter(([name]) => !missing.has(name)));
}

const requestedOf = (store: Store, { balance }: Order) => ({
  ...{ amount: wordsOf(store).money(balance?.amount), url: "https://pay.example.com/", expiresOn: "" },
});
