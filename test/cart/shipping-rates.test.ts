/** What a store charges for shipping: maintained by those who may change the store, and read by every cart. */
import { describe, expect, it } from "vitest";
import * as cart from "#core/contract/cart";
import * as shippingRate from "#core/contract/shippingRate";
import { call } from "../support/call.ts";
import { aFilledCart } from "../support/given/carts.ts";
import { aKey } from "../support/given/given.ts";
import { nothingChanged } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

const rate = async (said: Partial<Parameters<typeof call<typeof shippingRate.create>>[1]> = {}) =>
  (await call(shippingRate.create, { name: "Rate", amountMinor: 500, ...said })).body;

describe("shipping rates", () => {
  it("are changed for future carts, and can be turned off without being removed", async () => {
    const { variantId } = await aVariantInStock(10, { priceMinor: 1_000 });
    const { token, key: as } = await aFilledCart({ lines: [{ variantId, quantity: 1 }] });
    const shipping = async () => (await call(cart.read, { token }, { as })).body.totals.shipping.amountMinor;
    const { id } = await rate({ countries: ["IN"] });
    const everywhere = await rate({ amountMinor: 2_500 });
    expect(await shipping()).toBe(500);
    expect(await call(shippingRate.edit, { id, amountMinor: 700 })).toMatchObject({
      status: 200,
      body: { amount: { amountMinor: 700 }, countries: ["IN"] },
    });
    expect(await shipping()).toBe(700);
    // Of two that are reached alike, the shopper pays the cheaper.
    const cheaper = await rate({ countries: ["IN"], amountMinor: 300 });
    expect(await shipping()).toBe(300);
    await call(shippingRate.remove, { id: cheaper.id });
    await call(shippingRate.edit, { id, active: false });
    expect(await shipping()).toBe(2_500);
    const first = (await call(shippingRate.list, { limit: 1 })).body;
    const second = (await call(shippingRate.list, { limit: 1, cursor: first.nextCursor! })).body;
    const items = [...first.items, ...second.items];
    expect(items.map((item) => [item.id, item.active])).toEqual([
      [everywhere.id, true],
      [id, false],
    ]);
    const history = (await call(shippingRate.history, { id })).body.items;
    expect(history.map(({ action }) => action)).toEqual([
      "shippingRate.edit",
      "shippingRate.edit",
      "shippingRate.create",
    ]);
    // With its last rate turned off, the store shipped free of charge.
    await call(shippingRate.edit, { id: everywhere.id, active: false });
    expect((await call(cart.read, { token }, { as })).body.problems).toContain("shipping");
    expect(await call(cart.checkOut, { token, payment: "manual" }, { as })).toMatchObject({
      status: 409,
      body: { error: { code: "cart.notReady", detail: { problems: ["shipping"] } } },
    });
    for (const one of items) await call(shippingRate.remove, { id: one.id });
    expect(await shipping()).toBe(0);
  });

  // The rates for all other countries are not for a country that has its own.
  it("refuse a cart that reaches none of its country's minimums", async () => {
    const own = await rate({ countries: ["IN"], minimumMinor: 2_000, amountMinor: 0 });
    const others = await rate({ amountMinor: 2_500 });
    const { variantId } = await aVariantInStock(10, { priceMinor: 1_000 });
    const problems = async (quantity: number) =>
      (await aFilledCart({ lines: [{ variantId, quantity }] })).cart.problems;
    expect([await problems(1), await problems(2)]).toEqual([["shipping"], []]);
    for (const { id } of [own, others]) await call(shippingRate.remove, { id });
  });

  it.each([
    ["a negative amount", { amountMinor: -1 }, "amountMinor"],
    ["a country that there is not", { countries: ["ZZ"] }, "countries.0"],
    ["a country twice", { countries: ["IN", "IN"] }, "countries"],
    ["no country at all", { countries: [] }, "countries"],
  ])("refuse %s, with its path", async (_, said, path) => {
    await nothingChanged(async () => {
      const answer = await call(shippingRate.create, { name: "Rate", amountMinor: 500, ...said } as never);
      expect(answer).toMatchObject({ status: 400, body: { error: { detail: { issues: [{ path }] } } } });
    });
  });

  it("are changed by those who may change the store; unknown ones are refused", async () => {
    const as = await aKey({ role: "manager" });
    expect((await call(shippingRate.create, { name: "Mine", amountMinor: 1 }, { as })).body.error?.code).toBe(
      "right.missing",
    );
    const id = "shr_00000000000000000000000000" as const;
    for (const answer of [
      await call(shippingRate.edit, { id, amountMinor: 1 }),
      await call(shippingRate.remove, { id }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { error: { code: "shippingRate.unknown" } } });
    }
  });
});
