/**
 * Every change tried in every state of an order. What is not allowed there is refused with the specific code, and not a
 * row is changed.
 */
import { describe, expect, it } from "vitest";
import type { Operation } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as returns from "#core/contract/returns";
import { call } from "../support/call.ts";
import { paidByGateway, refundedByGateway } from "../support/given/gateway-money.ts";
import { aCancelledOrder, anOrder, nothingChanged, shipped } from "../support/given/orders.ts";
import { back } from "../support/given/parcels.ts";

type Made = order.Order;
const line = (made: Made) => made.lines[0]!;
const readAgain = async ({ id }: Pick<Made, "id">) => order.Order.decode((await call(order.read, { id })).body);

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
/** Shipped for cash on delivery, and not paid yet. */
async function sentUnpaid(): Promise<Made> {
  return (await shipped(await anOrder({ payment: "cod" }), 2)).order;
}
/** Paid through a gateway, and this share of it refunded. */
async function refunded(share: number, shippedQuantity = 0): Promise<Made> {
  const paid = await paidByGateway(await anOrder());
  const made = shippedQuantity > 0 ? (await shipped(paid, shippedQuantity)).order : paid;
  return refundedByGateway(made, made.paid!.amountMinor * share);
}
async function cancelledAndPaid(): Promise<Made> {
  const made = await anOrder({ paid: true });
  await call(order.cancel, { id: made.id });
  return readAgain(made);
}
/** One of two units has been returned. */
async function returned(): Promise<Made> {
  const made = await anOrder({ shippedQuantity: 2 });
  await back(made, 1);
  return readAgain(made);
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
  "shipped and returned in part": returned,
  "confirmed and refunded in part": () => refunded(0.5),
  "confirmed and refunded": () => refunded(1),
  "partly shipped and refunded in part": () => refunded(0.5, 1),
  cancelled: aCancelledOrder,
  "cancelled and paid": cancelledAndPaid,
} satisfies Record<string, () => Promise<Made>>;
type State = keyof typeof states;

/** For an order without allocations any location will do: it is refused before. */
const locationOf = (made: Made) =>
  line(made).allocations[0]?.locationId ?? made.parcels[0]?.locationId ?? `loc_${"0".repeat(26)}`;

const inParcel = ({ parcels }: Made) => ({ parcelId: parcels[0]?.id ?? `par_${"0".repeat(26)}` });

const moves: Readonly<Record<string, readonly [Operation, (made: Made) => object]>> = {
  "mark paid": [order.markPaid, () => ({ method: "cash" })],
  "payment failed": [order.markPaid, () => ({ outcome: "failed" })],
  "mark unpaid": [order.markUnpaid, () => ({})],
  "edit lines": [order.editLines, (made) => ({ change: [{ lineId: line(made).id, quantity: 3 }] })],
  "edit contact": [order.editDetails, () => ({ name: "Ravi Iyer" })],
  ship: [parcel.ship, (made) => ({ locationId: locationOf(made), lines: [{ lineId: line(made).id, quantity: 1 }] })],
  return: [returns.record, (made) => ({ lines: [{ lineId: line(made).id, quantity: 1, restock: false }] })],
  cancel: [order.cancel, () => ({})],
  "close what is left": [order.closeRest, () => ({})],
  "mark one payment unpaid": [
    order.markUnpaid,
    (made) => ({ paymentId: made.payments[0]?.id ?? `pay_${"0".repeat(26)}` }),
  ],
  tag: [order.tag, () => ({ tags: ["gift"] })],
  unship: [parcel.unship, inParcel],
  deliver: [parcel.deliver, inParcel],
  undeliver: [parcel.undeliver, inParcel],
  withdraw: [returns.withdraw, (made) => ({ returnId: made.returns[0]?.id ?? `ret_${"0".repeat(26)}` })],
};

/** Without parcels or returns there are none to refer to. */
const noReturn = { withdraw: "returns.unknown" };
const nothingSent = {
  "close what is left": "order.notShipped",
  unship: "parcel.unknown",
  deliver: "parcel.unknown",
  undeliver: "parcel.unknown",
  return: "order.notShipped",
  ...noReturn,
};
const underway = { undeliver: "parcel.notDelivered", ...noReturn };
const arrived = { deliver: "parcel.delivered", unship: "parcel.delivered", ...noReturn };
const notPaid = { "mark unpaid": "order.notPaid", "mark one payment unpaid": "order.notPaid" };
const notUndone = { "mark unpaid": "order.locked", "mark one payment unpaid": "order.locked" };
const moneyBack = {
  "mark paid": "order.paid",
  "payment failed": "order.paid",
  ...notUndone,
  "edit lines": "order.locked",
};

const dropped = {
  ...nothingSent,
  "close what is left": "order.cancelled",
  "mark paid": "order.cancelled",
  "payment failed": "order.cancelled",
  "edit lines": "order.cancelled",
  ship: "order.cancelled",
  return: "order.cancelled",
  cancel: "order.cancelled",
};

const sentAndPaid = {
  "close what is left": "order.nothingLeft",
  "mark paid": "order.paid",
  "payment failed": "order.paid",
  ...notUndone,
  "edit lines": "order.locked",
  ship: "parcel.tooMany",
  cancel: "order.shipped",
};

/** The code that refuses each change; changes without one succeed. */
const refused: Readonly<Record<State, Readonly<Record<string, string | undefined>>>> = {
  pending: { ...notPaid, ship: "order.notConfirmed", ...nothingSent },
  failed: { ...notPaid, ship: "order.notConfirmed", ...nothingSent },
  "confirmed, to be paid at the door": { ...notPaid, ...nothingSent },
  "confirmed and paid": { "mark paid": "order.paid", "payment failed": "order.paid", ...nothingSent },
  "confirmed and refunded in part": { ...moneyBack, ...nothingSent },
  "confirmed and refunded": { ...moneyBack, ...nothingSent },
  "partly shipped and refunded in part": { ...moneyBack, cancel: "order.shipped", ...underway },
  "partly shipped": {
    ...underway,
    "mark paid": "order.paid",
    "payment failed": "order.paid",
    ...notUndone,
    "edit lines": "order.locked",
    cancel: "order.shipped",
  },
  shipped: { ...sentAndPaid, ...underway },
  "shipped and returned in part": { ...sentAndPaid, ...underway, unship: "parcel.returned", withdraw: undefined },
  "shipped, to be paid at the door": {
    ...underway,
    "close what is left": "order.nothingLeft",
    ...notUndone,
    "edit lines": "order.locked",
    ship: "parcel.tooMany",
    cancel: "order.shipped",
  },
  delivered: { ...sentAndPaid, ...arrived },
  cancelled: { ...dropped, ...notPaid },
  "cancelled and paid": dropped,
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
      const answer = await call(op, input);
      expect(answer).toMatchObject({ body: { error: { code } } });
      expect(answer.status).toBe(code.endsWith(".unknown") ? 404 : 409);
    });
  });
});
