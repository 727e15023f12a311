/** Orders created by the core's own verbs. */

import { expect } from "vitest";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { Asked, InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import { inChange } from "#core/db/change";
import { cancelOrder } from "#core/order/cancel";
import { createOrder } from "#core/order/create";
import { markOrderPaid } from "#core/payment/mark-paid";
import { shipParcel } from "#core/shipping/ship";
import { ownersKey } from "../call.ts";
import { checksums } from "../checksum.ts";
import { aVariantInStock } from "./stock.ts";

/** A variant at a location, as `aVariantInStock` returns it. */
export interface Place {
  readonly variantId: Id<"variant">;
  readonly locationId: Id<"location">;
}

interface Given extends Partial<Omit<Asked<typeof order.create>, "lines">> {
  /** By default two units of a new variant. */
  readonly lines?: readonly { readonly place: Place; readonly quantity: number }[];
  /** Marked paid manually, so that it is confirmed. */
  readonly paid?: boolean;
  /** Shipped in one parcel from where the first line's units are; marked paid for that. */
  readonly shippedQuantity?: number;
}

export const somebody = {
  email: "asha@example.com",
  name: "Asha Rao",
  phone: "+919876543210",
  address: { line1: "12 Lake Road", city: "Pune", postalCode: "411001", country: "IN" },
  payment: "manual",
} as const;

const by = system("test");

/** An order in the given state, by default pending and unpaid. */
export async function anOrder({ lines, paid, shippedQuantity = 0, ...given }: Given = {}): Promise<order.Order> {
  const wanted = lines ?? [{ place: await aVariantInStock(10), quantity: 2 }];
  const input = order.create.input.parse({
    ...somebody,
    ...given,
    lines: wanted.map(({ place, quantity }) => ({ variantId: place.variantId, quantity })),
  }) as InputOf<typeof order.create>;
  const made = await inChange(by, (change) => createOrder(change, input));
  if (!paid && shippedQuantity === 0) return made;
  const paidOrder =
    made.paymentMethod === "cod" && !paid
      ? made
      : await inChange(by, (change) =>
          markOrderPaid(change, { id: made.id, outcome: "paid", method: "cash", reference: "till 1" }),
        );
  return shippedQuantity === 0 ? paidOrder : (await shipped(paidOrder, shippedQuantity)).order;
}

/** Ships units of an order's first line, from the location where they are allocated. */
export async function shipped(of: order.Order, quantity: number) {
  const [line] = of.lines;
  const locationId = line!.allocations[0]!.locationId;
  const input = parcel.ship.input.parse({ id: of.id, locationId, lines: [{ lineId: line!.id, quantity }] });
  return inChange(by, (change) => shipParcel(change, input as InputOf<typeof parcel.ship>));
}

/** Runs what must be refused, and compares every row of every table with what was there before. */
export async function nothingChanged(work: () => Promise<unknown>): Promise<void> {
  await ownersKey(); // otherwise the first call would create it
  const before = await checksums();
  await work();
  expect(await checksums()).toEqual(before);
}

/** A paid order with one line of this many units, and the location where its units are. */
export async function paidOrder(quantity: number): Promise<{ made: order.Order; place: Place }> {
  const place = await aVariantInStock(quantity);
  return { place, made: await anOrder({ paid: true, lines: [{ place, quantity }] }) };
}

/** An order for three units of which this many have shipped, and the location they came from. */
export async function sentOrder(shippedQuantity: number): Promise<{ made: order.Order; place: Place }> {
  const place = await aVariantInStock(3);
  return { place, made: await anOrder({ lines: [{ place, quantity: 3 }], shippedQuantity }) };
}

/** A cancelled order. */
export async function aCancelledOrder(): Promise<order.Order> {
  const { id } = await anOrder();
  return inChange(by, (change) => cancelOrder(change, { id }));
}
