import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as returns from "#core/contract/returns";
import * as stock from "#core/contract/stock";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { anOrder, nothingChanged, sentOrder } from "../support/given/orders.ts";
import { back } from "../support/given/parcels.ts";
import { expectStockToAddUp, stockLevelAt } from "../support/given/stock.ts";

describe("returns.withdraw", () => {
  it("undoes the restocking and the count, and emits an event", async () => {
    const { made, place } = await sentOrder(3);
    const made1 = (await back(made, 2, { restock: true, locationId: place.locationId })).body.return;
    const { status, body } = await call(returns.withdraw, { id: made.id, returnId: made1.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ returns: [], lines: [{ shipped: 3, returned: 0 }] });
    expect(await stockLevelAt(place)).toEqual({ onHand: 0, reserved: 0, committed: 0 });
    expect((await eventsAbout(made.id)).at(-1)).toMatchObject({
      name: "order.unreturned",
      data: { ...body, return: made1 },
    });
    expect((await entriesAbout(made.id)).at(-1)).toMatchObject({
      action: "returns.withdraw",
      before: { return: made1 },
    });
    const { items } = (await call(stock.movements, { variantId: place.variantId, limit: 2 })).body;
    expect(items.map(({ kind, source }) => [kind, source])).toEqual([
      ["adjust", made1.id],
      ["restock", made1.id],
    ]);
    expect((await back(made, 3)).status).toBe(201);
    await expectStockToAddUp();
  });

  // Another store restocked the same shoe twice: once for the return, once for the cancelled parcel.
  it("goods are restocked once, by their return or by undoing their shipment", async () => {
    const { made, place } = await sentOrder(3);
    const { parcels } = (await call(order.read, { id: made.id })).body;
    const { body } = await back(made, 2, { restock: true, locationId: place.locationId });
    const unship = () => call(parcel.unship, { id: made.id, parcelId: parcels[0]!.id });
    await nothingChanged(async () => {
      expect(await unship()).toMatchObject({ status: 409, body: { error: { code: "parcel.returned" } } });
      expect(await call(order.cancel, { id: made.id })).toMatchObject({ status: 409 });
    });
    expect(await stockLevelAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 0 });
    await call(returns.withdraw, { id: made.id, returnId: body.return.id });
    expect(await unship()).toMatchObject({ status: 200 });
    expect(await call(order.cancel, { id: made.id })).toMatchObject({ status: 200 });
    expect(await stockLevelAt(place)).toEqual({ onHand: 3, reserved: 0, committed: 0 });
  });

  it("refuses once the goods have gone to another order, and changes nothing", async () => {
    const { made, place } = await sentOrder(3);
    const { id: returnId } = (await back(made, 1, { restock: true, locationId: place.locationId })).body.return;
    await anOrder({ lines: [{ place, quantity: 1 }] });
    await nothingChanged(async () => {
      const answer = await call(returns.withdraw, { id: made.id, returnId });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: "stock.gone" } } });
    });
  });

  it("withdraws once if two do it at the same time, and never another order's", async () => {
    const { made, place } = await sentOrder(3);
    const { id: returnId } = (await back(made, 1, { restock: true, locationId: place.locationId })).body.return;
    const foreign = (await sentOrder(2)).made;
    expect((await call(returns.withdraw, { id: foreign.id, returnId })).body.error?.code).toBe("returns.unknown");
    const answers = await Promise.all([1, 2].map(() => call(returns.withdraw, { id: made.id, returnId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await stockLevelAt(place)).toEqual({ onHand: 0, reserved: 0, committed: 0 });
  });
});
