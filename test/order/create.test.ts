import { describe, expect, it } from "vitest";
import * as z from "zod";
import { system } from "#core/actor";
import * as discount from "#core/contract/discount";
import type { Asked } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as variant from "#core/contract/variant";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { eventsAbout } from "../support/events.ts";
import { aDiscount } from "../support/given/catalogue.ts";
import { anOrder, nothingChanged, shipped, somebody } from "../support/given/orders.ts";
import { aStocklessVariant, aVariantInStock, expectStockToAddUp, stockLevelAt } from "../support/given/stock.ts";
import { settled } from "../support/settled.ts";

const orderOf = (lines: { variantId: `var_${string}`; quantity: number }[]) => ({ ...somebody, lines });

describe("order.create", () => {
  it("returns the whole order, reserves its stock, and records an event and an audit entry", async () => {
    const place = await aVariantInStock(5, { priceMinor: 1999 });
    const { status, body, headers } = await call(order.create, orderOf([{ variantId: place.variantId, quantity: 2 }]));

    expect(status).toBe(201);
    expect(headers["etag"]).toBe('"1"');
    expect(body).toMatchObject({
      number: expect.stringMatching(/^QM-1\d{5}$/),
      status: "pending",
      paymentStatus: "unpaid",
      contact: { email: somebody.email, name: somebody.name, phone: somebody.phone },
      address: somebody.address,
      lines: [
        { quantity: 2, unitPrice: { amountMinor: 1999, currency: "INR" }, backordered: 0, shipped: 0, returned: 0 },
      ],
      totals: { subtotal: { amountMinor: 3998 }, total: { amountMinor: 3998 } },
      balance: { direction: "customerOwes", amount: { amountMinor: 3998 } },
      version: 1,
    });
    expect(body.lines[0]!.allocations).toEqual([{ locationId: place.locationId, quantity: 2 }]);
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 2, committed: 0 });
    expect(await eventsAbout(body.id)).toMatchObject([{ name: "order.created", data: body }]);
    expect(await entriesAbout(body.id)).toMatchObject([{ action: "order.create", before: null }]);
    expect((await call(order.read, { id: body.id })).body).toEqual(body);
  });

  it("confirms an order to be paid in cash on delivery, and commits its stock", async () => {
    const place = await aVariantInStock(5);
    const made = await anOrder({ payment: "cod", lines: [{ place, quantity: 3 }] });
    expect(made).toMatchObject({ status: "confirmed", paymentStatus: "unpaid" });
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 3 });
  });

  it("counts two lines of one variant together", async () => {
    const place = await aVariantInStock(5);
    const line = { variantId: place.variantId, quantity: 3 };
    await nothingChanged(async () => {
      expect(await call(order.create, orderOf([line, line]))).toMatchObject({
        status: 409,
        body: { error: { code: "stock.short", detail: { lines: [{ variantId: place.variantId, wanted: 3 }] } } },
      });
    });
    const made = await anOrder({
      lines: [
        { place, quantity: 3 },
        { place, quantity: 2 },
      ],
    });
    expect(made.lines.map(({ quantity }) => quantity)).toEqual([3, 2]);
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 5, committed: 0 });
  });

  it("moves nothing for a variant whose stock is not tracked", async () => {
    const variantId = await aStocklessVariant({ trackStock: false });
    const made = await anOrder({ lines: [{ place: { variantId, locationId: "loc_none" }, quantity: 4 }] });
    expect(made.lines[0]).toMatchObject({ tracked: false, allocations: [], backordered: 0 });
    expect(await call(order.cancel, { id: made.id })).toMatchObject({ status: 200 });
    await expectStockToAddUp();
  });

  it("backorders the rest of a line if the variant keeps selling", async () => {
    const place = await aVariantInStock(1, { continueSelling: true });
    const made = await anOrder({ lines: [{ place, quantity: 4 }] });
    expect(made.lines[0]).toMatchObject({ backordered: 3, allocations: [{ quantity: 1 }] });
  });

  // A gift with a code for everything: no one will ever mark it paid, and the sweep would cancel it.
  it("confirms an order with nothing to pay at once, and commits its stock", async () => {
    const { code } = await aDiscount({ basisPoints: 10_000 });
    const place = await aVariantInStock(5, { priceMinor: 1000 });
    const { body } = await call(order.create, {
      ...orderOf([{ variantId: place.variantId, quantity: 2 }]),
      discountCode: code,
    });
    expect(body).toMatchObject({
      status: "confirmed",
      paymentStatus: "unpaid",
      totals: { total: { amountMinor: 0 } },
      balance: { direction: "even" },
    });
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 2 });
    const made = z.decode(order.Order, body);
    expect((await shipped(made, 2)).order.status).toBe("shipped");
  });

  describe("as a dry run", () => {
    const preview = (input: Asked<typeof order.create>) => call(order.create, { ...input, dryRun: true });
    const lastNumber = async () => {
      const [sequence] = await db().execute<{ last_value: string }>(sql`select last_value from order_numbers`);
      return sequence?.last_value;
    };

    // What a clerk reads out on the phone must be what the customer will be asked to pay.
    it("returns the order that would be created, part backordered and with its discount, and changes nothing", async () => {
      const [one, other] = [
        await aVariantInStock(2, { priceMinor: 1999 }),
        await aVariantInStock(1, { continueSelling: true }),
      ];
      const { code, id: discountId } = await aDiscount({ usageLimit: 1 });
      const input = {
        ...orderOf([
          { variantId: one.variantId, quantity: 2 },
          { variantId: other.variantId, quantity: 3 },
        ]),
        discountCode: code,
        shippingMinor: 500,
        note: "Rings twice",
      };
      const numberBefore = await lastNumber();
      let seen: order.Order | undefined;
      await nothingChanged(async () => {
        const { status, headers, body } = await preview(input);
        expect(status).toBe(200);
        expect(headers["etag"]).toBeUndefined();
        seen = z.decode(order.Order, body);
      });
      expect(await lastNumber()).toBe(numberBefore);
      expect(seen?.number).toBe("");

      const made = z.decode(order.Order, (await call(order.create, input)).body);
      const telling = ({ lines, totals, balance, status, discountCode }: order.Order) => ({
        ...{ totals, balance, status, discountCode },
        lines: lines.map(({ id: _, ...line }) => line),
      });
      expect(telling(seen!)).toEqual(telling(made));
      expect(made.lines).toMatchObject([{ backordered: 0 }, { backordered: 2, allocations: [{ quantity: 1 }] }]);
      expect((await call(order.read, { id: seen!.id })).status).toBe(404);
      expect((await call(discount.read, { id: discountId })).body).toMatchObject({ used: 1 });
    });

    it("refuses what would be refused, with the same numbers", async () => {
      const { variantId } = await aVariantInStock(2);
      // With a note, which must not outlive the order that it was for.
      const input = { ...orderOf([{ variantId, quantity: 3 }]), note: "Rings twice" };
      await nothingChanged(async () => {
        for (const dryRun of [true, false]) {
          expect(await call(order.create, { ...input, dryRun })).toMatchObject({
            status: 409,
            body: { error: { code: "stock.short", detail: { lines: [{ variantId, wanted: 3, available: 2 }] } } },
          });
        }
      });
    });

    it("takes no stock from a real order made at the same moment", async () => {
      const place = await aVariantInStock(6);
      const input = orderOf([{ variantId: place.variantId, quantity: 2 }]);
      const tries = Array.from({ length: 8 }, () => preview(input));
      const made = await Promise.all(Array.from({ length: 3 }, () => call(order.create, input)));
      await Promise.all(tries);
      expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(await stockLevelAt(place)).toEqual({ onHand: 6, reserved: 6, committed: 0 });
    });

    it("is asked for in the query, as that of a line edit is", async () => {
      const { variantId } = await aVariantInStock(1);
      const rawBody = JSON.stringify({ ...orderOf([{ variantId, quantity: 1 }]), dryRun: true });
      await nothingChanged(async () => {
        expect(await call(order.create, {} as never, { rawBody })).toMatchObject({ status: 400 });
      });
    });
  });

  // If two buyers of the last unit both hear "yes", the shop has to disappoint one of them.
  it("of twelve who want the last unit, exactly one gets it", async () => {
    const place = await aVariantInStock(1);
    const line = { variantId: place.variantId, quantity: 1 };
    const answers = await Promise.all(Array.from({ length: 12 }, () => call(order.create, orderOf([line]))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
    expect(await stockLevelAt(place)).toEqual({ onHand: 1, reserved: 1, committed: 0 });
  });

  it("gives fifty orders created at once distinct numbers, and none fails", async () => {
    const variantId = await aStocklessVariant({ trackStock: false });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call(order.create, orderOf([{ variantId, quantity: 1 }]))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(50);
  });

  // Otherwise its line would claim stock and have none: no one would ever pack it, and the doctor would need a person.
  it("reserves a line's stock even if its variant stops being tracked while the order is written", async () => {
    const place = await aVariantInStock(5);
    const { made, ended } = await inChange(system("test"), async (change) => {
      await change.tx.execute(sql`lock table orders in exclusive mode`);
      const making = call(order.create, orderOf([{ variantId: place.variantId, quantity: 2 }]));
      await untilSomebodyWaits();
      const ending = call(variant.edit, { id: place.variantId, trackStock: false });
      await untilSomebodyWaits({ count: 2 });
      return { made: making, ended: ending };
    });
    expect(await ended).toMatchObject({
      status: 409,
      body: { error: { code: "variant.inUse", detail: { reserved: 2 } } },
    });
    expect((await made).body.lines).toMatchObject([{ tracked: true, allocations: [{ quantity: 2 }] }]);
    expect(await settled()).toEqual([]);
  });

  // A clerk presses twice, or a client repeats a request that timed out: one order, one reservation.
  it("creates one order for a request sent twice with one Idempotency-Key", async () => {
    const place = await aVariantInStock(5);
    const input = orderOf([{ variantId: place.variantId, quantity: 2 }]);
    const headers = { "idempotency-key": "basket-1" };
    const [one, other] = await Promise.all([
      call(order.create, input, { headers }),
      call(order.create, input, { headers }),
    ]);
    expect(one.body).toEqual(other.body);
    expect(await stockLevelAt(place)).toMatchObject({ reserved: 2 });
    expect(await eventsAbout(one.body.id)).toHaveLength(1);
  });

  it.each([0, -1, 1.5, "12,5", "2", 2 ** 31, Number.NaN, null])("refuses a quantity of %s", async (quantity) => {
    const { variantId } = await aVariantInStock(5);
    await nothingChanged(async () => {
      const input = orderOf([{ variantId, quantity: quantity as number }]);
      expect(await call(order.create, input)).toMatchObject({
        status: 400,
        body: { error: { code: "request.invalid" } },
      });
    });
  });

  it.each([
    ["no lines", { lines: [] }, 400, "request.invalid"],
    ["a price set by hand", { priceMinor: 1 }, 400, "request.invalid"],
    ["an unknown variant", { lines: [{ variantId: `var_${"0".repeat(26)}`, quantity: 1 }] }, 404, "variant.unknown"],
    ["an unknown channel", { channel: "nowhere" }, 404, "channel.unknown"],
    ["an unknown discount code", { discountCode: "NOPE" }, 404, "discount.unknown"],
    ["an amount beyond counting", { shippingMinor: 2 ** 53 }, 400, "request.invalid"],
    ["a payment method that does not exist", { payment: "giftCard" }, 400, "request.invalid"],
    // It would wait for a payment that no one can make, and hold its stock until then.
    ["a gateway that is not set up", { payment: "stripe" }, 409, "provider.missing"],
    ["a trial with a gateway that is not set up", { payment: "test", dryRun: true }, 409, "provider.missing"],
  ])("refuses %s and changes nothing", async (_, wrong, status, code) => {
    const { variantId } = await aVariantInStock(5);
    await nothingChanged(async () => {
      const input = { ...orderOf([{ variantId, quantity: 1 }]), ...wrong } as never;
      expect(await call(order.create, input)).toMatchObject({ status, body: { error: { code } } });
    });
  });
});
