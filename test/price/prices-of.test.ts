import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import * as product from "#core/contract/product";
import * as variant from "#core/contract/variant";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { pricesOf } from "#core/price/prices-of";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aProduct, aTaxRate, aVariant, withStatus } from "../support/given/catalogue.ts";
import { aVendor } from "../support/given/people.ts";

const prices = (...ids: Id<"variant">[]) =>
  pricesOf(
    db(),
    ids.map((variantId) => ({ variantId, quantity: 1 })),
    new Map(),
  );

describe("pricesOf", () => {
  it("returns what an order line stores, in the order of the request, repeated if a variant is", async () => {
    const usual = await aTaxRate({ basisPoints: 1800, isDefault: true });
    const low = await aTaxRate({ basisPoints: 500 });
    const vendorId = await aVendor();
    const shirt = await aProduct({
      title: "Linen shirt",
      vendorId,
      options: ["Size", "Colour"],
      variants: [{ sku: "LS-M", options: ["M", "Blue"], priceMinor: 4500, taxRateId: low.id, trackStock: false }],
    });
    const plain = await aVariant({ priceMinor: 100, continueSelling: true });
    const [m] = shirt.variants;
    const [a, b, c] = await prices(plain.id, m!.id, plain.id);
    expect(a).toEqual(c);
    expect(a).toMatchObject({
      unitPriceMinor: 100,
      taxBasisPoints: usual.basisPoints,
      continueSelling: true,
      vendorId: null,
    });
    expect(b).toEqual({
      variantId: m!.id,
      productId: shirt.id,
      vendorId,
      priceListId: null,
      sku: "LS-M",
      title: "Linen shirt (M, Blue)",
      unitPriceMinor: 4500,
      taxBasisPoints: 500,
      trackStock: false,
      continueSelling: false,
    });
  });

  it("refuses unknown variants, and names them", async () => {
    const nowhere = `var_${"0".repeat(26)}` as const;
    await expect(prices((await aVariant()).id, nowhere)).rejects.toMatchObject({
      code: "variant.unknown",
      detail: { variantIds: [nowhere] },
    });
  });

  it.each(["draft", "archived"] as const)("refuses a product that is %s", async (status) => {
    const { id, productId } = await aVariant();
    await withStatus(productId, status);
    await expect(prices(id)).rejects.toMatchObject({ code: "variant.notSold", detail: { variantIds: [id] } });
  });

  // The line that is being written would refer to nothing: the order would end in a 500 after its stock was taken.
  it("keeps a variant from being deleted while an order with it is being written", async () => {
    const { id, variants } = await aProduct({ options: ["Size"], variants: [{ options: ["S"] }, { options: ["M"] }] });
    const [small] = variants;
    let removal: Promise<{ status: number }> | undefined;
    await inChange(system("test"), async (change) => {
      await pricesOf(change.tx, [{ variantId: small!.id, quantity: 1 }], new Map());
      removal ??= call(variant.remove, { id: small!.id });
      await untilSomebodyWaits();
    });
    expect(await removal).toMatchObject({ status: 200 });
    expect((await call(product.read, { id })).body.variants).toHaveLength(1);
  });
});
