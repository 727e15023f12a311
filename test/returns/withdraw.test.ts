import { describe, expect, it } from "vitest";
import type { Id } from "#core/contract/fields";
import type * as order from "#core/contract/order";
import * as returns from "#core/contract/returns";
import { call } from "../support/call.ts";
import { anOrder, eventsOf, historyOf, nothingChanged, sentOrder } from "../support/orders.ts";
import { balanceAt, expectStockToAddUp } from "../support/stock.ts";

const back = (of: order.Order, quantity: number, how: { restock?: boolean; locationId?: Id<"location"> } = {}) =>
  call(returns.record, { id: of.id, lines: [{ lineId: of.lines[0]!.id, quantity, restock: false, ...how }] });

describe("returns.withdraw", () => {
  it("takes the stock back and the count, and tells", async () => {
    const { made, place } = await sentOrder(3);
    const made1 = (await back(made, 2, { restock: true, locationId: place.locationId })).body.return;
    const { status, body } = await call(returns.withdraw, { id: made.id, returnId: made1.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ returns: [], lines: [{ shipped: 3, returned: 0 }] });
    expect(await balanceAt(place)).toEqual({ onHand: 0, reserved: 0, committed: 0 });
    expect((await eventsOf(made.id)).at(-1)).toMatchObject({
      name: "order.unreturned",
      data: { ...body, return: made1 },
    });
    expect((await historyOf(made.id)).at(-1)).toMatchObject({ action: "returns.withdraw", before: { return: made1 } });
    expect((await back(made, 3)).status).toBe(201);
    await expectStockToAddUp();
  });

  it("refuses once the goods have gone to somebody else, and changes nothing", async () => {
    const { made, place } = await sentOrder(3);
    const { id: returnId } = (await back(made, 1, { restock: true, locationId: place.locationId })).body.return;
    await anOrder({ lines: [{ place, quantity: 1 }] });
    await nothingChanged(async () => {
      const answer = await call(returns.withdraw, { id: made.id, returnId });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: "stock.gone" } } });
    });
  });

  it("withdraws once when two do it together, and never another order's", async () => {
    const { made, place } = await sentOrder(3);
    const { id: returnId } = (await back(made, 1, { restock: true, locationId: place.locationId })).body.return;
    const foreign = (await sentOrder(2)).made;
    expect((await call(returns.withdraw, { id: foreign.id, returnId })).body.error?.code).toBe("returns.unknown");
    const answers = await Promise.all([1, 2].map(() => call(returns.withdraw, { id: made.id, returnId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await balanceAt(place)).toEqual({ onHand: 0, reserved: 0, committed: 0 });
  });
});
