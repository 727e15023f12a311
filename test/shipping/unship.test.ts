import { describe, expect, it } from "vitest";
import type { Id } from "#core/contract/kit/fields";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as returns from "#core/contract/returns";
import * as stock from "#core/contract/stock";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { anOrder, nothingChanged, paidOrder } from "../support/given/orders.ts";
import { ship } from "../support/given/parcels.ts";
import {
  aStocklessVariant,
  aStockroom,
  aVariantInStock,
  expectStockToAddUp,
  stockLevelAt,
} from "../support/given/stock.ts";

describe("parcel.unship", () => {
  it("puts the goods back in stock, still allocated, and reverts the order's status", async () => {
    const { made, place } = await paidOrder(4);
    const first = (await ship(made, place.locationId, 1)).body.parcel;
    const second = (await ship(made, place.locationId, 3)).body.parcel;
    const { status, body } = await call(parcel.unship, { id: made.id, parcelId: second.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "partiallyShipped", parcels: [first], lines: [{ shipped: 1 }] });
    expect(await stockLevelAt(place)).toEqual({ onHand: 3, reserved: 0, committed: 3 });
    expect((await eventsAbout(made.id)).at(-1)).toMatchObject({
      name: "order.unshipped",
      data: { ...body, parcel: second },
    });
    expect((await entriesAbout(made.id)).at(-1)).toMatchObject({ action: "parcel.unship", before: { parcel: second } });
    const { items } = (await call(stock.movements, { variantId: place.variantId, limit: 2 })).body;
    expect(items.map(({ kind, source }) => [kind, source])).toEqual([
      ["restock", second.id],
      ["ship", second.id],
    ]);
    expect((await call(parcel.unship, { id: made.id, parcelId: first.id })).body.status).toBe("confirmed");
  });

  it("undoes a shipment once if two do it at the same time", async () => {
    const { made, place } = await paidOrder(2);
    const { id: parcelId } = (await ship(made, place.locationId, 2)).body.parcel;
    const answers = await Promise.all([1, 2].map(() => call(parcel.unship, { id: made.id, parcelId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await stockLevelAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 2 });
  });

  it("refuses a parcel that has arrived, one whose goods came back, and another order's", async () => {
    const { made, place } = await paidOrder(2);
    const { id: parcelId } = (await ship(made, place.locationId, 2)).body.parcel;
    const foreign = await anOrder({ paid: true });
    await call(returns.record, { id: made.id, lines: [{ lineId: made.lines[0]!.id, quantity: 1, restock: false }] });
    const refused = (id: Id<"order">) =>
      nothingChanged(async () => {
        for (const keepLabel of [false, true])
          expect((await call(parcel.unship, { id, parcelId, keepLabel })).body.error?.code).toBe(expected);
      });
    let expected = "parcel.returned";
    await refused(made.id);
    await call(parcel.deliver, { id: made.id, parcelId });
    expected = "parcel.delivered";
    await refused(made.id);
    expected = "parcel.unknown";
    await refused(foreign.id);
  });

  // Whatever the order went through, undoing it restores the stock levels.
  it("reserve, commit, ship, unship, cancel: the stock levels return to where they began", async () => {
    const variantId = await aStocklessVariant({ continueSelling: true });
    const places = [
      await aVariantInStock(2, { variantId, locationId: await aStockroom({ priority: 1 }) }),
      await aVariantInStock(3, { variantId, locationId: await aStockroom({ priority: 2 }) }),
    ];
    const before = await Promise.all(places.map(stockLevelAt));
    for (let walk = 0; walk < 32; walk++) {
      const does = (step: number) => (walk & (1 << step)) !== 0;
      const cod = does(0);
      let now = await anOrder({
        payment: cod ? "cod" : "manual",
        lines: [{ place: places[0]!, quantity: 4 + (walk % 4) }],
      });
      if (does(1) || !cod) now = await step(call(order.markPaid, { id: now.id, method: "cash" }));
      if (does(2)) {
        for (const { locationId, quantity } of now.lines[0]!.allocations) {
          const sent = await ship(now, locationId, does(3) ? quantity : 1);
          expect(sent.status).toBe(201);
          if (!does(4)) continue;
          await step(call(parcel.deliver, { id: now.id, parcelId: sent.body.parcel.id }));
          await step(call(parcel.undeliver, { id: now.id, parcelId: sent.body.parcel.id }));
        }
        for (const { id: parcelId } of (await call(order.read, { id: now.id })).body.parcels) {
          await step(call(parcel.unship, { id: now.id, parcelId }));
        }
      }
      if (does(3) && (does(1) || !cod)) now = await step(call(order.markUnpaid, { id: now.id }));
      await step(call(order.cancel, { id: now.id }));
      expect(await Promise.all(places.map(stockLevelAt))).toEqual(before);
    }
    await expectStockToAddUp();
    async function step(asked: Promise<{ status: number; body: unknown }>) {
      const { status, body } = await asked;
      expect(status).toBe(200);
      return order.Order.decode(body as never);
    }
  });
});
