import { describe, expect, it } from "vitest";
import * as location from "#core/contract/location";
import * as order from "#core/contract/order";
import * as returns from "#core/contract/returns";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aCarrier, book, packable, storeAddress } from "../support/given/carriers.ts";
import { aLocation } from "../support/given/catalogue.ts";
import { anOrder, nothingChanged, sentOrder } from "../support/given/orders.ts";
import { back, ship } from "../support/given/parcels.ts";
import {
  aStocklessVariant,
  aStockroom,
  aVariantInStock,
  closes,
  receives,
  stockLevelAt,
} from "../support/given/stock.ts";

describe("returns.record", () => {
  it("records what came back, restocks it at the given location, and leaves the money alone", async () => {
    const { made, place } = await sentOrder(3);
    const lines = [{ lineId: made.lines[0]!.id, quantity: 2, restock: true, locationId: place.locationId }];
    const { status, body } = await call(returns.record, { id: made.id, lines, reason: "Too small" });
    expect(status).toBe(201);
    expect(body.return).toMatchObject({ lines, reason: "Too small" });
    expect(body.order).toMatchObject({
      status: "shipped",
      paymentStatus: "paid",
      balance: { direction: "even" },
      lines: [{ shipped: 3, returned: 2 }],
      returns: [body.return],
    });
    expect(await stockLevelAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 0 });
    expect((await eventsAbout(made.id)).at(-1)).toMatchObject({
      name: "order.returned",
      data: { ...body.order, return: body.return },
    });
    expect((await entriesAbout(made.id)).at(-1)).toMatchObject({
      action: "returns.record",
      after: { returnId: body.return.id },
    });
  });

  it("does not restock broken units", async () => {
    const { made, place } = await sentOrder(2);
    const { body } = await back(made, 2);
    expect(body.return.lines).toMatchObject([{ restock: false, locationId: null }]);
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 1 });
  });

  // Customers return goods to the address on the parcel they received.
  it("restocks where units were shipped from if no location is given, not at the store's default", async () => {
    await aLocation({ isDefault: true });
    const { made, place } = await sentOrder(3);
    const { body } = await back(made, 1, { restock: true });
    expect(body.return.lines).toMatchObject([{ locationId: place.locationId }]);
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 1 });
  });

  it("restocks units shipped from several locations where most have not been returned yet", async () => {
    const near = await aVariantInStock(1);
    const far = { ...near, locationId: await aStockroom() };
    await receives(far, 2);
    const made = await anOrder({ lines: [{ place: near, quantity: 3 }], paid: true });
    await ship(made, near.locationId, 1);
    await ship(made, far.locationId, 2);
    const places = [];
    for (let one = 0; one < 3; one++) {
      places.push((await back(made, 1, { restock: true })).body.return.lines[0]!.locationId);
    }
    // One from each location: the parcel that shipped last counts first.
    expect(places).toEqual([far.locationId, far.locationId, near.locationId]);
  });

  it("restocks where the last parcel left, of two locations that have sent equally many", async () => {
    const near = await aVariantInStock(2);
    const far = { ...near, locationId: await aStockroom() };
    await receives(far, 2);
    const made = await anOrder({ lines: [{ place: near, quantity: 4 }], paid: true });
    for (const [{ locationId }, quantity] of [
      [near, 1],
      [far, 2],
      [near, 1],
    ] as const) {
      await ship(made, locationId, quantity);
    }
    expect((await back(made, 1, { restock: true })).body.return.lines).toMatchObject([{ locationId: near.locationId }]);
  });

  // Its label is still being requested from the carrier: nothing of it has reached a customer who could return it.
  it("does not put it where a parcel is only being booked", async () => {
    await aCarrier();
    const near = await packable(1);
    const far = { ...near, locationId: await aStockroom() };
    await call(location.edit, { id: far.locationId, address: storeAddress, phone: "+919812345678" });
    await receives(far, 3);
    const made = await anOrder({ lines: [{ place: near, quantity: 4 }], paid: true });
    await ship(made, near.locationId, 1);
    expect((await book(made, far, 3)).body.parcel).toMatchObject({ status: "booking" });
    expect((await back(made, 1, { restock: true })).body.return.lines).toMatchObject([{ locationId: near.locationId }]);
  });

  it("requires a location if the one it was shipped from is closed", async () => {
    await aStockroom();
    const { made, place } = await sentOrder(3);
    await closes(place.locationId);
    await nothingChanged(async () => {
      expect(await back(made, 1, { restock: true })).toMatchObject({
        status: 409,
        body: { error: { code: "location.closed", detail: { locationIds: [place.locationId] } } },
      });
    });
  });

  it("gives restocked units to waiting orders", async () => {
    const place = await aVariantInStock(2, { continueSelling: true });
    const sent = await anOrder({ lines: [{ place, quantity: 2 }], shippedQuantity: 2 });
    const backordered = await anOrder({ lines: [{ place, quantity: 1 }] });
    expect(backordered.lines[0]!.backordered).toBe(1);
    await back(sent, 1, { restock: true, locationId: place.locationId });
    expect((await call(order.read, { id: backordered.id })).body.lines[0]).toMatchObject({ backordered: 0 });
  });

  // Two counters accept the same shoe: the second refund would be for nothing.
  it("records the last unit's return once if four try at the same time", async () => {
    const { made, place } = await sentOrder(1);
    const how = { restock: true, locationId: place.locationId };
    const answers = await Promise.all([1, 2, 3, 4].map(() => back(made, 1, how)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await stockLevelAt(place)).toEqual({ onHand: 3, reserved: 0, committed: 2 });
    expect((await call(order.read, { id: made.id })).body.lines[0]).toMatchObject({ shipped: 1, returned: 1 });
  });

  it.each([
    ["nothing shipped", async () => anOrder({ paid: true }), { quantity: 1 }, 409, "order.notShipped"],
    ["more than shipped", async () => (await sentOrder(1)).made, { quantity: 2 }, 409, "returns.tooMany"],
    ["a line of another order", sent, { lineId: `lin_${"0".repeat(26)}` }, 404, "order.lineUnknown"],
    [
      "a location that does not exist",
      sent,
      { restock: true, locationId: `loc_${"0".repeat(26)}` },
      404,
      "location.unknown",
    ],
    ["a location for what does not go back", sent, { locationId: `loc_${"0".repeat(26)}` }, 400, "request.invalid"],
    ["no units", sent, { quantity: 0 }, 400, "request.invalid"],
  ] as const)("refuses %s and changes nothing", async (_, given, wrong, status, code) => {
    const made = await given();
    const line = { lineId: made.lines[0]!.id, quantity: 1, restock: false, ...wrong };
    await nothingChanged(async () => {
      const answer = await call(returns.record, { id: made.id, lines: [line] });
      expect(answer).toMatchObject({ status, body: { error: { code } } });
    });
  });

  // It is untracked, so nothing can be restocked: otherwise the return and the stock level would disagree.
  it("refuses to restock untracked items, but records their return", async () => {
    const variantId = await aStocklessVariant({ trackStock: false });
    const locationId = await aStockroom();
    const made = await anOrder({ paid: true, lines: [{ place: { variantId, locationId }, quantity: 2 }] });
    expect((await ship(made, locationId, 2)).status).toBe(201);
    await nothingChanged(async () => {
      expect(await back(made, 1, { restock: true, locationId })).toMatchObject({
        status: 409,
        body: { error: { code: "stock.untracked", detail: { lineIds: [made.lines[0]!.id] } } },
      });
    });
    expect((await back(made, 1)).body.order.lines).toMatchObject([{ returned: 1 }]);
  });

  it("refuses the same line twice", async () => {
    const made = await sent();
    const line = { lineId: made.lines[0]!.id, quantity: 1, restock: false };
    expect((await call(returns.record, { id: made.id, lines: [line, line] })).status).toBe(400);
  });
});

async function sent() {
  return (await sentOrder(2)).made;
}
