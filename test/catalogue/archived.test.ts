import { describe, expect, it } from "vitest";
import * as channel from "#core/contract/channel";
import * as discount from "#core/contract/discount";
import * as priceList from "#core/contract/priceList";
import * as product from "#core/contract/product";
import * as tax from "#core/contract/tax";
import * as variant from "#core/contract/variant";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aDiscount, aProduct, aTaxRate, aVariant, some } from "../support/given/catalogue.ts";
import { aPriceList } from "../support/given/customers.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

const orderedVariant = async () => {
  const { variants } = await aProduct({ options: ["Size"], variants: [{ options: ["S"] }, { options: ["M"] }] });
  await aVariantInStock(1, { variantId: variants[0]!.id });
  return variants[0]!;
};

async function aChannelInUse() {
  const { body } = await call(channel.create, { code: some("web"), name: "Web" });
  await anOrder({ channel: body.code });
  return body;
}

async function aDiscountInUse() {
  const made = await aDiscount();
  await anOrder({ discountCode: made.code });
  return made;
}

async function aRateInUse() {
  await aTaxRate();
  const made = await aTaxRate();
  await aVariant({ taxRateId: made.id });
  return made;
}

describe("what is archived", () => {
  // Someone presses the button twice, or a script repeats itself: the history must not list it twice.
  it.each([
    [
      "a product",
      async () => {
        const id = (await anOrder()).lines[0]!.productId;
        return () => call(product.remove, { id });
      },
    ],
    [
      "a variant",
      async () => {
        const { id } = await orderedVariant();
        return () => call(variant.remove, { id });
      },
    ],
    [
      "a channel",
      async () => {
        const { id } = await aChannelInUse();
        return () => call(channel.remove, { id });
      },
    ],
    [
      "a discount",
      async () => {
        const { id } = await aDiscountInUse();
        return () => call(discount.remove, { id });
      },
    ],
    [
      "a tax rate",
      async () => {
        const { id } = await aRateInUse();
        return () => call(tax.remove, { id });
      },
    ],
  ])("is removed again without a trace: %s", async (_, made) => {
    const remove = await made();
    const first = await remove();
    expect(first.status).toBe(200);
    await nothingChanged(async () => {
      const again = await remove();
      expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    });
  });

  it("is deleted when it is removed again and nothing refers to it any more", async () => {
    const { id, variants } = await aProduct();
    await call(product.edit, { id, status: "archived" });
    expect((await call(product.remove, { id })).body).toEqual({ archived: false });
    expect(await call(variant.read, { id: variants[0]!.id })).toMatchObject({ status: 404 });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ name: "product.deleted" });
  });

  it("is edited like anything else, and is restored when it is turned on", async () => {
    const { id } = await aChannelInUse();
    await call(channel.remove, { id });
    expect((await call(channel.edit, { id, name: "Old web" })).body).toMatchObject({
      name: "Old web",
      archivedAt: expect.any(String),
    });
    expect((await call(channel.edit, { id, active: true })).body).toMatchObject({ active: true, archivedAt: null });
  });

  // The form sends a list as a whole: not even its name or its end could be changed any more.
  it("stays the channel of a price list that has it, and cannot be given to another", async () => {
    const { id, code } = await aChannelInUse();
    const [list, other] = [await aPriceList([], { channel: code }), await aPriceList([])];
    await call(channel.remove, { id });
    expect(await call(priceList.edit, { id: list.id, name: "Old stall", channel: code })).toMatchObject({
      status: 200,
      body: { name: "Old stall", channel: code },
    });
    await nothingChanged(async () => {
      expect((await call(priceList.edit, { id: other.id, channel: code })).body.error?.code).toBe("channel.unknown");
    });
  });

  it("is restored as a rate that is not the default", async () => {
    const { id } = await aRateInUse();
    await call(tax.remove, { id });
    expect((await call(tax.edit, { id, name: "Old" })).body.archivedAt).not.toBeNull();
    expect((await call(tax.edit, { id, archived: false })).body).toMatchObject({ isDefault: false, archivedAt: null });
  });

  // Its code was free meanwhile: with two discounts for one code, whichever is found first would apply.
  it("stays archived if another discount has its code by now", async () => {
    const { id, code } = await aDiscountInUse();
    await call(discount.remove, { id });
    const other = await aDiscount({ code });
    expect(await call(discount.edit, { id, active: true })).toMatchObject({
      status: 409,
      body: { error: { code: "discount.codeTaken", detail: { code } } },
    });
    await call(discount.remove, { id: other.id });
    expect((await call(discount.edit, { id, active: true })).body).toMatchObject({ active: true, archivedAt: null });
  });
});
