/**
 * SPEC §5 as the table it is: every move tried in every state an order can be in. What is not allowed there is refused
 * with the code that says why, and not a row is changed.
 */
import { describe, expect, it } from "vitest";
import type { Operation } from "#core/contract/kit";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as returns from "#core/contract/returns";
import { call } from "../support/call.ts";
import { aCancelledOrder, anOrder, nothingChanged, shipped } from "../support/orders.ts";

type Made = order.Order;
const line = (made: Made) => made.lines[0]!;
const readAgain = async ({ id }: Made) => order.Order.decode((await call(order.read, { id })).body);

async function delivered(): Promise<Made> {
  const made = await anOrder({ shippedQuantity: 2 });
  await call(parcel.deliver, { id: made.id, parcelId: made.parcels[0]!.id });
  return readAgain(made);
}
async function failed(): Promise<Made> {
  const made = await anOrder();
  await call(order.markPaid, { id: made.id, outcome: "failed" });
  return readAgain(made);
}
/** Sent out to be paid at the door, and not paid yet. */
async function sentUnpaid(): Promise<Made> {
  return (await shipped(await anOrder({ payment: "cod" }), 2)).order;
}

const states = {
  pending: anOrder,
  failed,
  "confirmed, to be paid at the door": () => anOrder({ payment: "cod" }),
  "confirmed and paid": () => anOrder({ paid: true }),
  "partly shipped": () => anOrder({ shippedQuantity: 1 }),
  shipped: () => anOrder({ shippedQuantity: 2 }),
  "shipped, to be paid at the door": sentUnpaid,
  delivered,
  cancelled: aCancelledOrder,
} satisfies Record<string, () => Promise<Made>>;
type State = keyof typeof states;

/** Of an order that holds none any more, any location will do: it is refused before. */
const locationOf = (made: Made) =>
  line(made).allocations[0]?.locationId ?? made.parcels[0]?.locationId ?? `loc_${"0".repeat(26)}`;

const moves: Readonly<Record<string, readonly [Operation, (made: Made) => object]>> = {
  "mark paid": [order.markPaid, () => ({ method: "cash" })],
  "payment failed": [order.markPaid, () => ({ outcome: "failed" })],
  "mark unpaid": [order.markUnpaid, () => ({})],
  "edit lines": [order.editLines, (made) => ({ change: [{ lineId: line(made).id, quantity: 3 }] })],
  "edit contact": [order.editDetails, () => ({ name: "Ravi Iyer" })],
  ship: [parcel.ship, (made) => ({ locationId: locationOf(made), lines: [{ lineId: line(made).id, quantity: 1 }] })],
  return: [returns.record, (made) => ({ lines: [{ lineId: line(made).id, quantity: 1, restock: false }] })],
  cancel: [order.cancel, () => ({})],
};

const sentAndPaid = {
  "mark paid": "order.paid",
  "payment failed": "order.paid",
  "mark unpaid": "order.locked",
  "edit lines": "order.locked",
  ship: "parcel.tooMany",
  cancel: "order.shipped",
};

/** What refuses a move; what is not named here goes through. */
const refused: Readonly<Record<State, Readonly<Record<string, string>>>> = {
  pending: { "mark unpaid": "order.notPaid", ship: "order.notConfirmed", return: "order.notShipped" },
  failed: { "mark unpaid": "order.notPaid", ship: "order.notConfirmed", return: "order.notShipped" },
  "confirmed, to be paid at the door": { "mark unpaid": "order.notPaid", return: "order.notShipped" },
  "confirmed and paid": { "mark paid": "order.paid", "payment failed": "order.paid", return: "order.notShipped" },
  "partly shipped": {
    "mark paid": "order.paid",
    "payment failed": "order.paid",
    "mark unpaid": "order.locked",
    "edit lines": "order.locked",
    cancel: "order.shipped",
  },
  shipped: sentAndPaid,
  "shipped, to be paid at the door": {
    "mark unpaid": "order.locked",
    "edit lines": "order.locked",
    ship: "parcel.tooMany",
    cancel: "order.shipped",
  },
  delivered: sentAndPaid,
  cancelled: {
    "mark paid": "order.cancelled",
    "payment failed": "order.cancelled",
    "mark unpaid": "order.cancelled",
    "edit lines": "order.cancelled",
    ship: "order.cancelled",
    return: "order.cancelled",
    cancel: "order.cancelled",
  },
};

describe.each(Object.keys(states) as State[])("an order that is %s", (state) => {
  it.each(Object.keys(moves))("%s", async (move) => {
    const [op, asked] = moves[move]!;
    const made = await states[state]();
    const input = { id: made.id, ...asked(made) } as never;
    const code = refused[state][move];
    if (code === undefined) {
      expect((await call(op, input)).status).toBeLessThan(300);
      return;
    }
    await nothingChanged(async () => {
      expect(await call(op, input)).toMatchObject({ status: 409, body: { error: { code } } });
    });
  });
});
