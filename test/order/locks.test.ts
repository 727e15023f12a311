/**
 * The order's row is the lock of all its parts: two concurrent writes to different parts of one order take turns, and
 * the second sees the first one's changes. Without it one ships what the other cancels.
 */
import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as returns from "#core/contract/returns";
import { inChange } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { dryRun } from "#core/db/dry-run";
import { newId } from "#core/id";
import { lockedOrder, underWayOf } from "#core/order/lock";
import { shipParcel } from "#core/shipping/ship";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { writes } from "../support/every-write.ts";
import { setUpGateway } from "../support/given/gateway-money.ts";
import { paidOrder, sentOrder } from "../support/given/orders.ts";
import { back, ship } from "../support/given/parcels.ts";
import { expectStockToAddUp, stockLevelAt } from "../support/given/stock.ts";

/** Starts some work while the order is locked, and unlocks it once the work is seen to wait. */
async function whileHeld<Answer>(id: Id<"order">, work: () => Promise<Answer>): Promise<Answer> {
  const { working } = await inChange(system("test"), async (change) => {
    await lockedOrder(change, { id });
    const working = work();
    await Promise.race([untilSomebodyWaits(), working.then(() => Promise.reject(new Error("it waits for nobody")))]);
    return { working };
  });
  return working;
}

const ofAnOrder = writes.filter(({ op }) => /^\/api\/admin\/orders\/\{id\}/.test(op.path));

it("covers every write to an order", () => {
  expect(ofAnOrder.length).toBeGreaterThanOrEqual(15);
});

it.each(ofAnOrder)("$name waits while the order is locked", async ({ op, given }) => {
  const { input } = await given();
  const answer = await whileHeld(input["id"] as Id<"order">, () => call(op, input as never));
  expect(answer.status).toBeLessThan(300);
});

// The lines are read in the same statement as the lock: if they were read before it, they would be outdated.
it("a change that waited for an order reads its current lines, not the earlier ones", async () => {
  const { made, place } = await paidOrder(3);
  const lines = [{ lineId: made.lines[0]!.id, quantity: 2 }];
  const input = parcel.ship.input.parse({ id: made.id, locationId: place.locationId, lines });
  const { backordered } = await inChange(system("test"), async (change) => {
    await shipParcel(change, input as InputOf<typeof parcel.ship>);
    const backordered = ship(made, place.locationId, 2);
    await untilSomebodyWaits();
    return { backordered };
  });
  expect((await backordered).body.error).toMatchObject({
    code: "parcel.tooMany",
    detail: { lines: [{ wanted: 2, left: 1 }] },
  });
});

// Whoever cancels must wait for their own order's label or refund, and for no other's.
it("what a carrier or a gateway has under way is known of its own order alone", async () => {
  const [{ made: one }, { made: other }] = [await sentOrder(1), await sentOrder(1)];
  const parcelIds = one.parcels.map(({ id }) => id);
  await setUpGateway();
  await inChange(system("test"), (change) =>
    dryRun(change, async (trial) => {
      const underWay = async () => [await underWayOf(trial, one.id), await underWayOf(trial, other.id)];
      const none = { parcelIds: [], isRefunded: false };
      expect(await underWay()).toEqual([none, none]);
      await trial.tx.execute(sql`update parcels set status = 'voiding' where order_id = ${one.id}`);
      expect(await underWay()).toEqual([{ ...none, parcelIds }, none]);
      const paymentId = one.payments[0]!.id;
      await trial.tx.execute(sql`
        insert into refunds (id, order_id, payment_id, gateway, mode, amount_minor, currency, status, actor_name, at)
        values (${newId("refund")}, ${one.id}, ${paymentId}, 'stripe', 'live', 1, 'INR', 'unknown', 'test', now())`);
      expect(await underWay()).toEqual([{ parcelIds, isRefunded: true }, none]);
    }),
  );
});

describe("of two concurrent writes to an order", () => {
  const now = async (id: Id<"order">) => (await call(order.read, { id })).body;
  const codes = (...answers: { body: { error?: { code: string } } }[]) => answers.map(({ body }) => body.error?.code);

  it("cancelling finds that it has shipped, and the other way round", async () => {
    const [sent, dropped] = [await paidOrder(2), await paidOrder(2)];
    const cancel = (id: Id<"order">) => call(order.cancel, { id });
    await ship(sent.made, sent.place.locationId, 1);
    expect(codes(await cancel(sent.made.id))).toEqual(["order.shipped"]);
    await cancel(dropped.made.id);
    expect(codes(await ship(dropped.made, dropped.place.locationId, 1))).toEqual(["order.cancelled"]);

    const { made, place } = await paidOrder(2);
    const both = await whileHeld(made.id, () => Promise.all([ship(made, place.locationId, 2), cancel(made.id)]));
    const refused = codes(...both);
    const shipWon = refused[0] === undefined;
    expect(refused).toEqual(shipWon ? [undefined, "order.shipped"] : ["order.cancelled", undefined]);
    expect(await now(made.id)).toMatchObject({ status: shipWon ? "shipped" : "cancelled" });
    expect(await stockLevelAt(place)).toEqual({ onHand: shipWon ? 0 : 2, reserved: 0, committed: 0 });
  });

  it("ships or edits the line, never both", async () => {
    const { made, place } = await paidOrder(3);
    const change = [{ lineId: made.lines[0]!.id, quantity: 1 }];
    const both = await whileHeld(made.id, () =>
      Promise.all([ship(made, place.locationId, 3), call(order.editLines, { id: made.id, change })]),
    );
    const refused = codes(...both);
    const shipWon = refused[0] === undefined;
    expect(refused).toEqual(shipWon ? [undefined, "order.locked"] : ["parcel.tooMany", undefined]);
    expect((await now(made.id)).lines).toMatchObject([
      shipWon ? { quantity: 3, shipped: 3 } : { quantity: 1, shipped: 0 },
    ]);
    expect(await stockLevelAt(place)).toEqual(
      shipWon ? { onHand: 0, reserved: 0, committed: 0 } : { onHand: 3, reserved: 0, committed: 1 },
    );
  });

  it("undoes a shipment or records its return, never both", async () => {
    const { made, place } = await sentOrder(3);
    const parcelId = made.parcels[0]!.id;
    const both = await whileHeld(made.id, () =>
      Promise.all([
        call(parcel.unship, { id: made.id, parcelId }),
        back(made, 1, { restock: true, locationId: place.locationId }),
      ]),
    );
    const refused = codes(...both);
    const unshipWon = refused[0] === undefined;
    expect(refused).toEqual(unshipWon ? [undefined, "order.notShipped"] : ["parcel.returned", undefined]);
    expect((await now(made.id)).lines).toMatchObject([
      unshipWon ? { shipped: 0, returned: 0 } : { shipped: 3, returned: 1 },
    ]);
    expect(await stockLevelAt(place)).toEqual({
      onHand: unshipWon ? 3 : 1,
      reserved: 0,
      committed: unshipWon ? 3 : 0,
    });
  });

  // The unship may come first, and is then refused; the withdrawal succeeds either way.
  it("withdraws a return beside an unship, which sees it or does not", async () => {
    const { made, place } = await sentOrder(3);
    const { body } = await back(made, 1, { restock: true, locationId: place.locationId });
    const both = await whileHeld(made.id, () =>
      Promise.all([
        call(returns.withdraw, { id: made.id, returnId: body.return.id }),
        call(parcel.unship, { id: made.id, parcelId: made.parcels[0]!.id }),
      ]),
    );
    const refused = codes(...both);
    const unshipped = refused[1] === undefined;
    expect(refused).toEqual([undefined, unshipped ? undefined : "parcel.returned"]);
    expect((await now(made.id)).lines).toMatchObject([{ returned: 0, shipped: unshipped ? 0 : 3 }]);
    expect(await stockLevelAt(place)).toEqual({ onHand: unshipped ? 3 : 0, reserved: 0, committed: unshipped ? 3 : 0 });
    await expectStockToAddUp();
  });
});
