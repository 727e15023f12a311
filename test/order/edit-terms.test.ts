/** What an edit of lines may change besides them: the shipping charge, and the discount code with its counted uses. */

import { describe, expect, it } from "vitest";
import * as discount from "#core/contract/discount";
import type { Id } from "#core/contract/kit/fields";
import type { Asked } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aDiscount } from "../support/given/catalogue.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { aVariantInStock, stockLevelAt } from "../support/given/stock.ts";

const edit = (id: Id<"order">, input: Omit<Asked<typeof order.editLines>, "id">) =>
  call(order.editLines, { id, ...input });
const usesOf = async ({ id }: { id: Id<"discount"> }) => (await call(discount.read, { id })).body.used;

/** Two units of an item at 10.00. */
const twoOf1000 = async (given: Parameters<typeof anOrder>[0] = {}) =>
  anOrder({ lines: [{ place: await aVariantInStock(10, { priceMinor: 1000 }), quantity: 2 }], ...given });

describe("order.editLines, with a shipping charge", () => {
  it("recalculates the totals, and says who owes what", async () => {
    const { id, version } = await twoOf1000({ paid: true, shippingMinor: 500 });
    const { body } = await edit(id, { shippingMinor: 200 });
    expect(body).toMatchObject({
      changed: [],
      totals: {
        before: { shipping: { amountMinor: 500 }, total: { amountMinor: 2500 } },
        after: { shipping: { amountMinor: 200 }, total: { amountMinor: 2200 } },
      },
      balance: { direction: "storeOwes", amount: { amountMinor: 300 } },
      order: { version: version + 1 },
    });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({
      name: "order.edited",
      data: { ...body.order, changed: ["shippingMinor"], lineChanges: [] },
    });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "order.editLines",
      before: { shippingMinor: 500, totalMinor: 2500 },
      after: { shippingMinor: 200, totalMinor: 2200, changed: [] },
    });
  });

  it("together with lines, and only says so in a dry run", async () => {
    const { id, lines } = await twoOf1000();
    const input = { change: [{ lineId: lines[0]!.id, quantity: 3 }], shippingMinor: 700 };
    await nothingChanged(async () => {
      expect((await edit(id, { ...input, dryRun: true })).body.totals.after.total.amountMinor).toBe(3700);
    });
    expect((await edit(id, input)).body.totals.after.total.amountMinor).toBe(3700);
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ data: { changed: ["lines", "shippingMinor"] } });
  });

  // No one would ever pay for it: the sweep would cancel what was given away.
  it("confirms a pending order whose total it brings to zero", async () => {
    const place = await aVariantInStock(5, { priceMinor: 0 });
    const { id } = await anOrder({ lines: [{ place, quantity: 2 }], shippingMinor: 500 });
    expect((await edit(id, { shippingMinor: 0 })).body.order.status).toBe("confirmed");
    expect(await stockLevelAt(place)).toEqual({ onHand: 5, reserved: 0, committed: 2 });
  });

  it("changes nothing if the charge is already that", async () => {
    const { id } = await twoOf1000({ shippingMinor: 500 });
    await nothingChanged(async () => {
      expect(await edit(id, { shippingMinor: 500, discountCode: null })).toMatchObject({ status: 200 });
    });
  });
});

describe("order.editLines, with a discount code", () => {
  it("adds one, replaces it and removes it, and counts each use once", async () => {
    const [ten, half] = [await aDiscount({ basisPoints: 1000 }), await aDiscount({ basisPoints: 5000 })];
    const { id } = await twoOf1000();
    const given = await edit(id, { discountCode: ten.code.toLowerCase() });
    expect(given.body).toMatchObject({
      order: { discountCode: ten.code },
      totals: { after: { discount: { amountMinor: 200 }, total: { amountMinor: 1800 } } },
    });
    expect(await usesOf(ten)).toBe(1);
    const another = await edit(id, { discountCode: half.code });
    expect(another.body.totals.after.total.amountMinor).toBe(1000);
    expect([await usesOf(ten), await usesOf(half)]).toEqual([0, 1]);
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      before: { discountCode: ten.code },
      after: { discountCode: half.code },
    });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({
      data: { discountCode: half.code, changed: ["discountCode"] },
    });
    const none = await edit(id, { discountCode: null });
    expect(none.body).toMatchObject({
      order: { discountCode: null },
      totals: { after: { total: { amountMinor: 2000 } } },
    });
    expect(await usesOf(half)).toBe(0);
    await call(order.cancel, { id });
    expect([await usesOf(ten), await usesOf(half)]).toEqual([0, 0]);
  });

  it("counts no use in a dry run, and returns the resulting total", async () => {
    const code = await aDiscount({ basisPoints: 1000 });
    const { id } = await twoOf1000();
    await nothingChanged(async () => {
      const { body } = await edit(id, { discountCode: code.code, dryRun: true });
      expect(body).toMatchObject({
        order: { discountCode: code.code },
        totals: { after: { total: { amountMinor: 1800 } } },
      });
    });
  });

  // What the customer was promised stays, even if the code has changed or ended since.
  it("keeps the agreed terms of a code that the order already has", async () => {
    const code = await aDiscount({ basisPoints: 1000, usageLimit: 1 });
    const { id, lines } = await twoOf1000({ discountCode: code.code });
    await call(discount.edit, { id: code.id, basisPoints: 5000, active: false });
    const input = { change: [{ lineId: lines[0]!.id, quantity: 3 }], discountCode: code.code };
    expect((await edit(id, input)).body.totals.after).toMatchObject({ discount: { amountMinor: 300 } });
    expect(await usesOf(code)).toBe(1);
  });

  // The customer's single use is the one on this order, and would otherwise be refused the better terms.
  it("treats a code that has been renamed since as the one that the order uses", async () => {
    const code = await aDiscount({ kind: "fixed", amountMinor: 100, usageLimit: 1, perCustomerLimit: 1 });
    const [{ id }, other] = [await twoOf1000({ discountCode: code.code }), await twoOf1000()];
    const renamed = (await call(discount.edit, { id: code.id, code: `${code.code}-2`, amountMinor: 300 })).body;
    const { body } = await edit(id, { discountCode: renamed.code });
    expect(body.order).toMatchObject({ discountCode: renamed.code, totals: { discount: { amountMinor: 300 } } });
    expect(await usesOf(code)).toBe(1);
    expect((await edit(other.id, { discountCode: renamed.code })).body.error?.code).toBe("discount.usedUp");
    await call(discount.edit, { id: code.id, usageLimit: null });
    expect((await edit(other.id, { discountCode: renamed.code })).body.error?.code).toBe("discount.usedByCustomer");
  });

  // "straße" in upper case is STRASSE for JavaScript, but a different code for the database.
  it("distinguishes the same codes as the store", async () => {
    const [sharp, plain] = [
      await aDiscount({ code: "straße", kind: "fixed", amountMinor: 100 }),
      await aDiscount({ code: "STRASSE", kind: "fixed", amountMinor: 300 }),
    ];
    const { id } = await twoOf1000({ discountCode: "strasse" });
    expect((await edit(id, { discountCode: "Straße" })).body.order.discountCode).toBe(sharp.code);
    expect([await usesOf(sharp), await usesOf(plain)]).toEqual([1, 0]);
  });

  it("compares the minimum with the subtotal after the edit", async () => {
    const code = await aDiscount({ basisPoints: 1000, minimumMinor: 3000 });
    const { id, lines } = await twoOf1000();
    const change = [{ lineId: lines[0]!.id, quantity: 3 }];
    await nothingChanged(async () => {
      const short = await edit(id, { discountCode: code.code });
      expect(short).toMatchObject({
        status: 409,
        body: { error: { code: "discount.minimum", detail: { minimumMinor: 3000, subtotalMinor: 2000 } } },
      });
    });
    expect((await edit(id, { discountCode: code.code, change })).body.totals.after).toMatchObject({
      discount: { amountMinor: 300 },
    });
    const fewer = await edit(id, { change: [{ lineId: lines[0]!.id, quantity: 2 }] });
    expect(fewer.body.totals.after).toMatchObject({ discount: { amountMinor: 0 } });
  });

  it("gives the last use of a code to one of two concurrent orders", async () => {
    const code = await aDiscount({ usageLimit: 1 });
    const both = [await twoOf1000(), await twoOf1000()];
    const answers = await Promise.all(both.map(({ id }) => edit(id, { discountCode: code.code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.flatMap(({ body }) => body.error?.code ?? [])).toEqual(["discount.usedUp"]);
    expect(await usesOf(code)).toBe(1);
  });

  // Each order has the code that the other wants: locked in order of arrival, they would wait for each other.
  it("exchanges two codes between two orders, again and again, without a deadlock", async () => {
    const codes = [await aDiscount(), await aDiscount()];
    const both = await Promise.all(codes.map(({ code }) => twoOf1000({ discountCode: code })));
    const deadlocks = async () => {
      const [row] = await db().execute<{ deadlocks: number }>(
        sql`select deadlocks::integer as deadlocks from pg_stat_database where datname = current_database()`,
      );
      return row!.deadlocks;
    };
    for (let round = 1; round <= 12; round++) {
      const answers = await Promise.all(
        both.map(({ id }, place) => edit(id, { discountCode: codes[(place + round) % 2]!.code })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
    expect(await deadlocks()).toBe(0);
    expect([await usesOf(codes[0]!), await usesOf(codes[1]!)]).toEqual([1, 1]);
  });

  it.each([
    ["no such code", { discountCode: "NOSUCHCODE" }, 404, "discount.unknown"],
    ["an empty code", { discountCode: " " }, 400, "request.invalid"],
    ["shipping below nothing", { shippingMinor: -1 }, 400, "request.invalid"],
    ["a fraction of a cent", { shippingMinor: 1.5 }, 400, "request.invalid"],
    ["more than can be counted", { shippingMinor: 10 ** 12 }, 400, "price.tooLarge"],
  ] as const)("refuses %s and changes nothing", async (_, input, status, code) => {
    const { id } = await twoOf1000();
    await nothingChanged(async () => {
      for (const dryRun of [false, true]) {
        expect(await edit(id, { ...input, dryRun })).toMatchObject({ status, body: { error: { code } } });
      }
    });
  });

  it("refuses both once something has shipped", async () => {
    const { id } = await anOrder({ shippedQuantity: 1 });
    await nothingChanged(async () => {
      expect(await edit(id, { shippingMinor: 1 })).toMatchObject({ body: { error: { code: "order.locked" } } });
      expect(await edit(id, { discountCode: null })).toMatchObject({ body: { error: { code: "order.locked" } } });
    });
  });
});
