/** A write happens completely or not at all, whatever stops it, and losing a race is not the end of it. */

import { afterEach, describe, expect, it } from "vitest";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { Operation } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as returns from "#core/contract/returns";
import { type Change, inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { lockedOrder } from "#core/order/lock";
import { call } from "../support/call.ts";
import { aDiscount } from "../support/given/catalogue.ts";
import { anOrder, nothingChanged, paidOrder, sentOrder, somebody } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

describe("a write that fails at its very last step", () => {
  afterEach(() => db().execute(sql`alter table events drop constraint if exists full_disk`));

  const writes: readonly [Operation, () => Promise<object>][] = [
    [
      order.create,
      async () => ({ ...somebody, lines: [{ variantId: (await aVariantInStock(3)).variantId, quantity: 2 }] }),
    ],
    [order.markPaid, async () => ({ id: (await anOrder()).id, method: "cash" })],
    [order.markUnpaid, async () => ({ id: (await anOrder({ paid: true })).id })],
    [order.cancel, async () => ({ id: (await anOrder()).id })],
    [
      order.editLines,
      async () => {
        const { id, lines } = await anOrder();
        return { id, change: [{ lineId: lines[0]!.id, quantity: 5 }] };
      },
    ],
    [
      order.editLines,
      async () => {
        const { id } = await anOrder({ discountCode: (await aDiscount()).code });
        return { id, discountCode: (await aDiscount()).code, shippingMinor: 100 };
      },
    ],
    [order.closeRest, async () => ({ id: (await sentOrder(1)).made.id })],
    [order.tag, async () => ({ id: (await anOrder()).id, tags: ["gift"] })],
    [
      parcel.ship,
      async () => {
        const { made, place } = await paidOrder(2);
        const lines = [{ lineId: made.lines[0]!.id, quantity: 1 }];
        return { id: made.id, locationId: place.locationId, lines };
      },
    ],
    [
      returns.record,
      async () => {
        const { made, place } = await sentOrder(1);
        const line = { lineId: made.lines[0]!.id, quantity: 1, restock: true, locationId: place.locationId };
        return { id: made.id, lines: [line] };
      },
    ],
  ];
  // An order without its stock, stock without its order, a payment without its event: each has been seen elsewhere.
  it.each(writes.map(([op, given]) => ({ name: op.name, op, given })))(
    "leaves nothing of itself: $name",
    async ({ op, given }) => {
      const input = await given();
      await db().execute(sql`alter table events add constraint full_disk check (false) not valid`);
      await nothingChanged(async () => {
        const answer = await call(op, input as never, { headers: { "x-expect-fault": "1", "idempotency-key": "k" } });
        expect(answer).toMatchObject({ status: 500, body: { error: { code: "fault" } } });
      });
    },
  );
});

describe("a write that PostgreSQL aborts because another one won", () => {
  it("begins again and succeeds: both of two that lock two orders crosswise", async () => {
    const [one, other] = [(await anOrder()).id, (await anOrder()).id];
    const attempts: string[] = [];
    let held = 0;
    let bothHoldOne: (value?: unknown) => void = () => {};
    const holding = new Promise((resolve) => {
      bothHoldOne = resolve;
    });
    const renamed = (name: string, first: Id<"order">, second: Id<"order">) =>
      inChange(system("test"), async (change) => {
        attempts.push(name);
        await lockedOrder(change, { id: first });
        if (++held === 2) bothHoldOne();
        await holding;
        await lockedOrder(change, { id: second });
        await change.tx.execute(sql`update orders set name = name || ${name} where id in (${first}, ${second})`);
      });
    await Promise.all([renamed("A", one, other), renamed("B", other, one)]);
    // One begins again; and once more if it is back at its first order before the other, on a busy machine, has woken up.
    expect(attempts.length).toBeGreaterThan(2);
    const { body } = await call(order.read, { id: one });
    expect([...body.contact!.name.slice(somebody.name.length)].toSorted()).toEqual(["A", "B"]);
  });

  // Six hundred clerks at one stock level: those whose turn did not come are told so, and that they can try again.
  it.each([
    ["waits too long for a lock", "55P03"],
    ["loses every time", "40P01"],
  ])("says so to a client who %s, and has changed nothing", async (_, code) => {
    const { id } = await anOrder();
    await db()
      .$client.unsafe(`
      create function loses() returns trigger language plpgsql as $$ begin raise sqlstate '${code}'; end $$;
      create trigger loses before update on orders for each row execute function loses()`)
      .simple();
    await nothingChanged(async () => {
      const answer = await call(order.cancel, { id });
      expect(answer).toMatchObject({ status: 503, body: { error: { code: "service.busy" } } });
    });
    await db().$client.unsafe("drop function loses() cascade").simple();
  });

  it("gives up in the end, and at once for any other error", async () => {
    const tried = async (code: string) => {
      let attempts = 0;
      const work = (_: Change) => {
        attempts++;
        return Promise.reject(Object.assign(new Error("stopped"), { code }));
      };
      await expect(inChange(system("test"), work)).rejects.toMatchObject({ code });
      return attempts;
    };
    expect(await tried("40P01")).toBe(8);
    expect(await tried("23505")).toBe(1);
  });
});
