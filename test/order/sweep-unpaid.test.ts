import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import * as order from "#core/contract/order";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { sweepUnpaidOrders } from "#core/order/sweep-unpaid";
import { markOrderPaid } from "#core/payment/mark-paid";
import { within } from "#core/time-left";
import { handler } from "#functions/schedule/sweep-unpaid";
import { schedules } from "#functions/wiring";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { anOrder } from "../support/given/orders.ts";
import { aVariantInStock, expectStockToAddUp, stockLevelAt } from "../support/given/stock.ts";
import { invocation, scheduled } from "../support/invocation.ts";
import { planOf } from "../support/plans.ts";

/** Time passes for an order: it became unpaid this long ago. */
const unpaidFor = (id: Id<"order">, interval: string) =>
  db().execute(sql`update orders set unpaid_since = now() - ${interval}::interval where id = ${id}`);

const statusOf = async (id: Id<"order">) => (await call(order.read, { id })).body.status;

describe("order.sweepUnpaid", () => {
  beforeEach(() => call(order.sweepUnpaid, {}));

  it("cancels what has stayed unpaid or failed past the window, frees its stock, and nothing else", async () => {
    const place = await aVariantInStock(20);
    const lines = [{ place, quantity: 2 }];
    const free = await aVariantInStock(9, { priceMinor: 0 });
    const [late, failed, fresh, paid, cod, nothingToPay] = [
      await anOrder({ lines }),
      await anOrder({ lines }),
      await anOrder({ lines }),
      await anOrder({ lines, paid: true }),
      await anOrder({ lines, payment: "cod" }),
      await anOrder({ lines: [{ place: free, quantity: 1 }] }),
    ];
    await call(order.markPaid, { id: failed.id, outcome: "failed" });
    for (const { id } of [late, failed, cod, nothingToPay]) await unpaidFor(id, "24 hours 1 second");
    await unpaidFor(fresh.id, "23 hours 59 minutes");

    expect((await call(order.sweepUnpaid, {})).body).toEqual({ cancelled: 2, more: false });

    expect(await Promise.all([late, failed, fresh, paid, cod, nothingToPay].map(({ id }) => statusOf(id)))).toEqual([
      "cancelled",
      "cancelled",
      "pending",
      "confirmed",
      "confirmed",
      "confirmed",
    ]);
    expect(await stockLevelAt(place)).toEqual({ onHand: 20, reserved: 2, committed: 4 });
    expect((await eventsAbout(late.id)).at(-1)).toMatchObject({ name: "order.cancelled", data: { reason: "unpaid" } });
    expect((await entriesAbout(late.id)).at(-1)).toMatchObject({ action: "order.sweepUnpaid", actorKind: "key" });
  });

  it("runs every five minutes", () => {
    expect(schedules.find(({ name }) => name === "sweep-unpaid")).toMatchObject({ everyMinutes: 5 });
  });

  // The sweep goes by the database's clock. With the time of a host that is behind, an order would be cancelled at once.
  it("counts the window by the database's clock, whatever that of the host that took the order says", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 48 * 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const placed = await anOrder();
    const undone = await anOrder({ paid: true });
    await call(order.markUnpaid, { id: undone.id });
    expect(await Promise.all([placed, undone].map(({ id }) => statusOf(id)))).toEqual(["pending", "pending"]);
    await call(order.sweepUnpaid, {});
    expect(await Promise.all([placed, undone].map(({ id }) => statusOf(id)))).toEqual(["pending", "pending"]);
  });

  it("counts the window from when the order last became unpaid", async () => {
    const { id } = await anOrder({ paid: true });
    await db().execute(sql`update orders set created_at = now() - interval '3 days' where id = ${id}`);
    await call(order.markUnpaid, { id });
    expect((await call(order.sweepUnpaid, {})).body.cancelled).toBe(0);
    expect(await statusOf(id)).toBe("pending");
  });

  it("uses the store's own window", async () => {
    const { id } = await anOrder();
    await unpaidFor(id, "61 minutes");
    await db().execute(sql`update store set unpaid_window_minutes = 60`);
    await handler(scheduled, invocation);
    await db().execute(sql`update store set unpaid_window_minutes = 1440`);
    expect(await statusOf(id)).toBe("cancelled");
    expect((await entriesAbout(id)).at(-1)).toMatchObject({ actorKind: "system" });
  });

  // Two overlapping schedules would release the same stock twice, and sell it twice.
  it("cancels each order once when three sweeps run at once", async () => {
    const place = await aVariantInStock(200);
    const made = [];
    for (let one = 0; one < 60; one++) made.push(await anOrder({ lines: [{ place, quantity: 1 }] }));
    for (const { id } of made) await unpaidFor(id, "2 days");
    const sweeps = await Promise.all([
      call(order.sweepUnpaid, {}),
      call(order.sweepUnpaid, {}),
      handler(scheduled, invocation),
    ]);
    await handler(scheduled, invocation);
    expect(sweeps.slice(0, 2).every((answer) => answer?.status === 200)).toBe(true);
    for (const { id } of made) {
      expect((await eventsAbout(id)).filter(({ name }) => name === "order.cancelled")).toHaveLength(1);
    }
    expect(await stockLevelAt(place)).toEqual({ onHand: 200, reserved: 0, committed: 0 });
    await expectStockToAddUp();
  });

  // Minute 1440: the customer pays while the sweep looks. Either wins completely: paid and kept, or cancelled and
  // refused.
  it("lets a payment at the last second either win or lose completely", async () => {
    for (let round = 0; round < 8; round++) {
      const place = await aVariantInStock(5);
      const { id } = await anOrder({ lines: [{ place, quantity: 2 }] });
      await unpaidFor(id, "24 hours 1 second");
      const [payment] = await Promise.all([call(order.markPaid, { id, method: "cash" }), call(order.sweepUnpaid, {})]);
      const { body } = await call(order.read, { id });
      if (payment.status === 200) {
        expect(body).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
        expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 2 });
      } else {
        expect(payment.body.error?.code).toBe("order.cancelled");
        expect(body).toMatchObject({ status: "cancelled", paymentStatus: "unpaid", payments: [] });
        expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 0 });
      }
    }
  });

  it("skips an order that a payment has locked, without waiting for it", async () => {
    const { id } = await anOrder();
    await unpaidFor(id, "2 days");
    await inChange(system("test"), async (change) => {
      await markOrderPaid(change, { id, outcome: "paid", method: "cash" });
      expect((await call(order.sweepUnpaid, {})).body.cancelled).toBe(0);
    });
    expect((await call(order.sweepUnpaid, {})).body.cancelled).toBe(0);
    expect(await statusOf(id)).toBe("confirmed");
  });

  // One order that the database does not let go must not keep a thousand others from being swept, for ever.
  it("skips an order that cannot be cancelled, and cancels the others", async () => {
    const made = [await anOrder(), await anOrder(), await anOrder()];
    for (const { id } of made) await unpaidFor(id, "3 days");
    const [stuck, ...others] = made.map(({ id }) => id);
    await db().execute(
      sql.raw(`alter table orders add constraint stuck check (id <> '${stuck}' or status = 'pending')`),
    );
    expect((await call(order.sweepUnpaid, {})).body).toEqual({ cancelled: 2, more: false });
    expect(await Promise.all(others.map(statusOf))).toEqual(["cancelled", "cancelled"]);
    expect(await statusOf(stuck!)).toBe("pending");
    await db().execute(sql`alter table orders drop constraint stuck`);
    expect((await call(order.sweepUnpaid, {})).body).toEqual({ cancelled: 1, more: false });
  });

  // Most pending orders are recent: reading all of them for the few that are overdue wastes time.
  it("finds what is overdue at one end of an index, and stops where the window does", async () => {
    const plan = await planOf(() => call(order.sweepUnpaid, {}), "order by unpaid_since");
    expect(plan).toMatch(/Index Scan using orders_unpaid.*Index Cond: \(unpaid_since < /s);
  });

  // A night's backlog must not take a day of 15-second runs.
  it("continues while its caller has time, and says when that is up", async () => {
    const { id } = await anOrder();
    await unpaidFor(id, "2 days");
    expect(await sweepUnpaidOrders(system("test"), inChange, within(0))).toEqual({ cancelled: 0, more: true });
    expect(await sweepUnpaidOrders(system("test"), inChange, within(60_000))).toEqual({ cancelled: 1, more: false });
  });
});
