/** A store to look at: made by the core's own verbs, so that its books are as true as those of a real one. */
import { and, eq } from "drizzle-orm";
import { system } from "#core/actor";
import { createCategory } from "#core/category/create-category";
import { createChannel } from "#core/channel/create-channel";
import * as category from "#core/contract/category";
import * as channel from "#core/contract/channel";
import type { Address, Id } from "#core/contract/fields";
import type { Asked, InputOf, Operation, OutputOf } from "#core/contract/kit";
import * as location from "#core/contract/location";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as product from "#core/contract/product";
import * as returns from "#core/contract/returns";
import * as stock from "#core/contract/stock";
import * as tax from "#core/contract/tax";
import * as webhook from "#core/contract/webhook";
import type { Change } from "#core/db/change";
import { db } from "#core/db/client";
import { inPublishedChange } from "#core/event/publish";
import { createLocation } from "#core/location/create-location";
import { addOrderNote } from "#core/order/add-note";
import { cancelOrder } from "#core/order/cancel";
import { createOrder } from "#core/order/create";
import { markOrderPaid } from "#core/payment/mark-paid";
import { createProduct } from "#core/product/create-product";
import { recordReturn } from "#core/returns/record";
import { deliverParcel } from "#core/shipping/deliver";
import { shipParcel } from "#core/shipping/ship";
import { receiveStock } from "#core/stock/receive-stock";
import { createTaxRate } from "#core/tax/create-tax-rate";
import { createEndpoint } from "#core/webhook/endpoints/create-endpoint";
import { editEndpoint } from "#core/webhook/endpoints/edit-endpoint";
import { endpoints } from "#core/webhook/webhook.table";
import { goods, people, places } from "./demo-words.ts";

type Order = order.Order;

const orderCount = 200;
/** So many of them come last, for more than there is of one thing. */
const waitingCount = 3;
const scarceAt = 32;
/** So many at once: enough to be quick, few enough to leave room for whoever looks around meanwhile. */
const atOnce = 4;
/** Where `npm run receiver` listens. */
const receiverUrl = "http://localhost:4400/";

/** A verb as the demo calls it: with the fields that a client would send, in a change of its own. */
const doing =
  <Op extends Operation>(op: Op, verb: (change: Change, input: InputOf<Op>) => Promise<OutputOf<Op>>) =>
  (input: Asked<Op>): Promise<OutputOf<Op>> =>
    // What the operation's own schema has just parsed.
    inPublishedChange(system("demo"), (change) => verb(change, op.input.parse(input) as InputOf<Op>));

const place = doing(order.create, createOrder);
const pay = doing(order.markPaid, markOrderPaid);
const cancel = doing(order.cancel, cancelOrder);
const note = doing(order.addNote, addOrderNote);
const ship = doing(parcel.ship, shipParcel);
const deliver = doing(parcel.deliver, deliverParcel);
const takeBack = doing(returns.record, recordReturn);

/** The endpoint of `npm run receiver`. It hears nothing until the store is full. */
export async function demoEndpoint(): Promise<{ id: Id<"endpoint">; secret: string }> {
  return doing(webhook.createEndpoint, createEndpoint)({ url: receiverUrl, events: ["order.*"], active: false });
}

/** Whether an earlier start ended while it filled the store: the receiver's endpoint is then as it was made. */
export async function demoWasLeft(): Promise<boolean> {
  const { url, active, createdAt, updatedAt } = endpoints;
  const untouched = and(eq(url, receiverUrl), eq(active, false), eq(createdAt, updatedAt));
  return (await db().$count(endpoints, untouched)) > 0;
}

/** Fills a new store: goods in three locations, and orders in every state. Ends early when `stopping` is aborted. */
export async function fillStore(endpointId: Id<"endpoint">, stopping: AbortSignal): Promise<void> {
  const variantIds = await fillStock(stopping);
  let next = 0;
  const clerk = async () => {
    while (next < orderCount - waitingCount && !stopping.aborted) {
      await anOrder(next++, variantIds);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, clerk));
  for (const nth of Array(waitingCount).keys()) if (!stopping.aborted) await aBackorder(nth, variantIds);
  if (!stopping.aborted) await doing(webhook.editEndpoint, editEndpoint)({ id: endpointId, active: true });
}

async function fillStock(stopping: AbortSignal): Promise<Id<"variant">[]> {
  await doing(tax.create, createTaxRate)({ name: "GST 18 %", basisPoints: 1800 });
  for (const [code, name] of Object.entries(places.channels)) {
    await doing(channel.create, createChannel)({ code, name });
  }
  const locationIds: Id<"location">[] = [];
  for (const [nth, [code, name]] of Object.entries(places.locations).entries()) {
    const { id } = await doing(location.create, createLocation)({ code, name, priority: nth });
    locationIds.push(id);
  }
  const variantIds: Id<"variant">[] = [];
  for (const [name, titles] of Object.entries(goods)) {
    const { id: categoryId } = await doing(category.create, createCategory)({ name });
    for (const title of titles) {
      if (stopping.aborted) break;
      const { variants } = await doing(product.create, createProduct)(aProduct(title, categoryId, variantIds.length));
      for (const { id } of variants) {
        await receive(id, locationIds, variantIds.length);
        variantIds.push(id);
      }
    }
  }
  return variantIds;
}

const sizes = ["S", "M", "L"];

function aProduct(title: string, categoryId: Id<"category">, nth: number): Asked<typeof product.create> {
  const sized = /shirt|jacket|trousers|jumper/i.test(title);
  const skuOf = (size?: string) => [...title.toUpperCase().split(" "), ...(size ? [size] : [])].join("-");
  const priceMinor = 49_900 + ((nth * 7_919) % 40) * 5_000;
  return {
    title,
    categoryId,
    status: "active",
    description: `${title}, made to last.`,
    options: sized ? ["Size"] : [],
    variants: sized
      ? sizes.map((size) => ({ sku: skuOf(size), options: [size], priceMinor }))
      : [{ sku: skuOf(), priceMinor, costMinor: Math.round(priceMinor / 2), continueSelling: nth === scarceAt }],
  };
}

/** Plenty in the warehouse, a few in the shops; every eleventh variant runs low. */
async function receive(id: Id<"variant">, locationIds: readonly Id<"location">[], nth: number): Promise<void> {
  for (const [shop, locationId] of locationIds.entries()) {
    if (shop > 0 && nth % 3 !== 0) continue;
    const quantity = nth % 11 === 10 ? 8 : shop === 0 ? 60 : 12;
    await doing(stock.receive, receiveStock)({ id, locationId, quantity, reason: "first delivery" });
  }
}

const address: Address = { line1: "12 Park Street", city: "Kolkata", postalCode: "700016", country: "IN" };

/** The same person has the same number each time. */
function customer(nth: number) {
  const at = nth % people.length;
  const [name = "Asha Rao"] = people.slice(at);
  return {
    name,
    email: `${name.toLowerCase().replace(" ", ".")}@example.com`,
    phone: `+9198300${41_000 + at * 37}`,
    address,
  };
}

/** Paid, and more than the stock level holds: its units wait for goods to come. */
async function aBackorder(nth: number, variantIds: readonly Id<"variant">[]): Promise<void> {
  const variantId = variantIds[scarceAt] ?? "var_";
  const { id } = await place({ ...customer(nth), payment: "manual", lines: [{ variantId, quantity: 5 }] });
  await pay({ id, method: "bankTransfer" });
}

/** The nth order, brought as far as orders of its kind get. */
async function anOrder(nth: number, variantIds: readonly Id<"variant">[]): Promise<void> {
  const variantAt = (at: number) => variantIds[at % variantIds.length] ?? "var_";
  const first = await place({
    ...customer(nth),
    channel: Object.keys(places.channels)[nth % 3],
    payment: nth % 10 === 8 ? "cod" : "manual",
    shippingMinor: nth % 4 === 0 ? 0 : 9_900,
    lines: [
      { variantId: variantAt(nth * 5), quantity: 1 + (nth % 2) },
      ...(nth % 3 === 0 ? [{ variantId: variantAt(nth * 5 + 2), quantity: 1 }] : []),
    ],
  });
  if (nth % 25 === 0) await note({ id: first.id, text: "Rang up: please deliver after six." });
  await further(nth % 10, first);
}

async function further(kind: number, { id, ...made }: Order): Promise<void> {
  const paid = () => pay({ id, method: "bankTransfer", reference: `UTR${made.number.slice(3)}` });
  switch (kind) {
    case 0:
      return;
    case 1:
      await pay({ id, outcome: "failed", reason: "The transfer came back." });
      return;
    case 2:
      await paid();
      return;
    case 3:
      await shipped(await paid(), 1);
      return;
    case 4:
    case 8:
      await shipped(kind === 8 ? { id, ...made } : await paid());
      return;
    case 6:
      await cancel({ id, reason: "Ordered twice." });
      return;
    case 7:
      await paid();
      await cancel({ id, reason: "The customer changed their mind." });
      return;
    default: {
      const arrived = await delivered(await paid());
      const [line] = arrived.lines;
      if (kind !== 9 || !line) return;
      await takeBack({ id, lines: [{ lineId: line.id, quantity: 1, restock: true }], reason: "Too small." });
    }
  }
}

/** Sends what is allocated, a parcel for each location; no more than `unitsMax` units when that is said. */
async function shipped(placed: Order, unitsMax = Number.POSITIVE_INFINITY): Promise<Order> {
  let after = placed;
  let left = unitsMax;
  for (const locationId of new Set(placed.lines.flatMap((line) => line.allocations.map((held) => held.locationId)))) {
    const lines = placed.lines.flatMap(({ id: lineId, allocations }) => {
      const held = allocations.find((one) => one.locationId === locationId);
      const quantity = Math.min(left, held?.quantity ?? 0);
      left -= quantity;
      return quantity > 0 ? [{ lineId, quantity }] : [];
    });
    if (lines.length === 0) continue;
    const trackingNumber = `1Z${placed.number.slice(3).padStart(8, "0")}`;
    after = (await ship({ id: placed.id, locationId, lines, service: "Surface", trackingNumber })).order;
  }
  return after;
}

async function delivered(placed: Order): Promise<Order> {
  let after = await shipped(placed);
  for (const { id: parcelId } of after.parcels) after = await deliver({ id: placed.id, parcelId });
  return after;
}
