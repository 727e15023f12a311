/** The demo's orders: placed, paid, shipped and returned in a plausible order. */

import type { Address, Id } from "#core/contract/kit/fields";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as returns from "#core/contract/returns";
import { cancelOrder } from "#core/order/cancel";
import { createOrder } from "#core/order/create";
import { addOrderNote } from "#core/order/notes/add-note";
import { markOrderPaid } from "#core/payment/mark-paid";
import { markOrderUnpaid } from "#core/payment/mark-unpaid";
import { Refusal } from "#core/refusal";
import { recordReturn } from "#core/returns/record";
import { deliverParcel } from "#core/shipping/deliver";
import { shipParcel } from "#core/shipping/ship";
import { doing } from "./doing.ts";
import { people, places } from "./words.ts";

type Order = order.Order;

/** The variant that is sold out. */
export const scarceAt = 32;
const hourMs = 3_600_000;

const place = doing(order.create, createOrder);
const pay = doing(order.markPaid, markOrderPaid);
const payBack = doing(order.markUnpaid, markOrderUnpaid);
const cancel = doing(order.cancel, cancelOrder);
const note = doing(order.addNote, addOrderNote);
const ship = doing(parcel.ship, shipParcel);
const deliver = doing(parcel.deliver, deliverParcel);
const takeBack = doing(returns.record, recordReturn);

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

/** Paid, for more than is in stock: its units are backordered. */
export async function aBackorder(nth: number, variantIds: readonly Id<"variant">[]): Promise<void> {
  const variantId = variantIds[scarceAt] ?? "var_";
  const { id } = await place({ ...customer(nth), payment: "manual", lines: [{ variantId, quantity: 5 }] });
  await pay({ id, method: "bankTransfer" });
}

/** When an order was placed, and the current time: nothing happens after it. */
interface Clock {
  readonly at: number;
  readonly now: number;
}

/** The nth order, taken as far as orders of its kind and age usually get. Sold-out variants are not ordered. */
export async function anOrder(nth: number, variantIds: readonly Id<"variant">[], clock: Clock): Promise<void> {
  const variantAt = (at: number) => variantIds[at % variantIds.length] ?? "var_";
  try {
    const first = await place(
      {
        ...customer(nth),
        channel: Object.keys(places.channels)[nth % 3],
        payment: nth % 10 === 8 ? "cod" : "manual",
        shippingMinor: nth % 4 === 0 ? 0 : 9_900,
        lines: [
          { variantId: variantAt(nth * 5), quantity: 1 + (nth % 2) },
          ...(nth % 3 === 0 ? [{ variantId: variantAt(nth * 5 + 2), quantity: 1 }] : []),
        ],
      },
      new Date(clock.at),
    );
    if (nth % 25 === 0) await note({ id: first.id, text: "Rang up: please deliver after six." }, new Date(clock.at));
    await further(nth, first, clock);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "stock.short")) throw error;
  }
}

const reasons = ["Too small.", "Arrived damaged.", "Not as described.", "Changed their mind."];

async function further(nth: number, { id, ...made }: Order, { at, now }: Clock): Promise<void> {
  const after = (hours: number) => new Date(Math.min(at + hours * hourMs, now));
  const isOver = (hours: number) => at + hours * hourMs < now;
  const reference = `UTR${made.number.slice(3)}`;
  const paid = () => pay({ id, method: nth % 4 === 1 ? "cash" : "bankTransfer", reference }, after(2));
  const kind = nth % 10;
  if (kind <= 1) {
    if (kind === 1) await pay({ id, outcome: "failed", reason: "The transfer came back." }, after(1));
    // An order that stays unpaid is cancelled eventually.
    if (isOver(20)) await cancel({ id, reason: "Not paid in time." }, after(24));
    return;
  }
  if (kind === 6) return void (await cancel({ id, reason: "Ordered twice." }, after(3)));
  const confirmed = kind === 8 ? { id, ...made } : await paid();
  if (kind === 7) {
    await cancel({ id, reason: "The customer changed their mind." }, after(5));
    if (isOver(48)) await payBack({ id }, after(48));
    return;
  }
  if (kind === 2 && !isOver(72)) return;
  if (kind === 3 && !isOver(96)) return void (await shipped(confirmed, after(20), 1));
  if (!isOver(20)) return;
  if ((kind === 4 || kind === 8) && !isOver(120)) return void (await shipped(confirmed, after(20)));
  const arrived = await delivered(confirmed, after(20), after(68));
  if (kind === 8) await pay({ id, method: "cash", reference: `Carrier ${made.number}` }, after(70));
  const [line] = arrived.lines;
  if (kind !== 9 || !line || !isOver(120)) return;
  const lines = [{ lineId: line.id, quantity: 1, restock: nth % 20 === 9 }];
  await takeBack({ id, lines, reason: reasons[Math.floor(nth / 10) % reasons.length] }, after(120));
}

/** Ships what is allocated, one parcel per location; at most `unitsMax` units, if given. */
async function shipped(placed: Order, at: Date, unitsMax = Number.POSITIVE_INFINITY): Promise<Order> {
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
    after = (await ship({ id: placed.id, locationId, lines, service: "Surface", trackingNumber }, at)).order;
  }
  return after;
}

async function delivered(placed: Order, sentAt: Date, at: Date): Promise<Order> {
  let after = await shipped(placed, sentAt);
  for (const { id: parcelId } of after.parcels) after = await deliver({ id: placed.id, parcelId }, at);
  return after;
}
