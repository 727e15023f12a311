/** What a vendor login may see and change in the catalogue. */
import { describe, expect, it } from "vitest";
import * as category from "#core/contract/category";
import { operations } from "#core/contract/index";
import * as order from "#core/contract/order";
import * as product from "#core/contract/product";
import * as variant from "#core/contract/variant";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aProduct, aSeller, some } from "../support/given/catalogue.ts";
import { nothingChanged, somebody } from "../support/given/orders.ts";

describe("a vendor login", () => {
  it("sees only its own products and variants", async () => {
    const { vendorId, key } = await aSeller();
    const word = some("mug");
    const own = await aProduct({ title: word, vendorId });
    const others = [
      await aProduct({ title: word }),
      await aProduct({ title: word, vendorId: (await aSeller()).vendorId }),
    ];
    const as = { as: key };
    for (const filter of [{}, { q: word }, { sort: "title" as const }]) {
      expect((await call(product.list, filter, as)).body.items.map(({ id }) => id)).toEqual([own.id]);
    }
    expect((await call(product.list, { vendorId: others[1]!.vendorId! }, as)).body.items).toEqual([]);
    expect((await call(variant.list, { q: word }, as)).body.items.map(({ productId }) => productId)).toEqual([own.id]);
    expect((await call(product.read, { id: own.id }, as)).status).toBe(200);
  });

  it("finds nothing by another vendor's id, whatever it tries, and changes nothing", async () => {
    const { key } = await aSeller();
    const { id, variants } = await aProduct({ vendorId: (await aSeller()).vendorId });
    const variantId = variants[0]!.id;
    const as = { as: key };
    await nothingChanged(async () => {
      for (const answer of [
        await call(product.read, { id }, as),
        await call(product.edit, { id, title: "Mine" }, as),
        await call(product.remove, { id }, as),
        await call(variant.create, { id, sku: some("X"), priceMinor: 1 }, as),
        await call(variant.read, { id: variantId }, as),
        await call(variant.edit, { id: variantId, priceMinor: 1 }, as),
        await call(variant.remove, { id: variantId }, as),
      ]) {
        expect(answer.status).toBe(404);
      }
    });
  });

  it("adds products of its own, as drafts", async () => {
    const { vendorId, key } = await aSeller();
    const input = { title: some("Bowl"), variants: [{ sku: some("B"), priceMinor: 1 }] };
    const { status, body } = await call(product.create, input, { as: key });
    expect({ status, vendorId: body.vendorId, is: body.status }).toEqual({ status: 201, vendorId, is: "draft" });
    expect(await call(variant.edit, { id: body.variants[0]!.id, priceMinor: 2 }, { as: key })).toMatchObject({
      status: 200,
    });
  });

  // A vendor that approves its own products would sell what no one in the store has checked.
  it("cannot put anything on sale, give it to another vendor or take over another's", async () => {
    const { vendorId, key } = await aSeller();
    const other = (await aSeller()).vendorId;
    const { id } = await aProduct({ vendorId, status: "draft" });
    const as = { as: key };
    await nothingChanged(async () => {
      expect(
        await call(product.create, { title: "X", status: "active", variants: [{ sku: "S", priceMinor: 1 }] }, as),
      ).toMatchObject({
        status: 403,
        body: { error: { code: "vendor.activation" } },
      });
      expect(await call(product.edit, { id, status: "active" }, as)).toMatchObject({ status: 403 });
      expect(await call(product.create, { title: "X", vendorId: other }, as)).toMatchObject({ status: 404 });
      expect(await call(product.edit, { id, vendorId: other }, as)).toMatchObject({ status: 404 });
      expect(await call(product.edit, { id, vendorId: null }, as)).toMatchObject({ status: 404 });
    });
  });

  // Staff approved a mug for 9 rupees; it must not be something else at another price the next day.
  it.each<[string, (of: product.Product, as: { as: string }) => Promise<unknown>]>([
    ["its text", ({ id }, as) => call(product.edit, { id, description: "Now with gold", status: "active" }, as)],
    ["a price", ({ variants }, as) => call(variant.edit, { id: variants[0]!.id, priceMinor: 1 }, as)],
    ["a new variant", ({ id }, as) => call(variant.create, { id, sku: some("L"), priceMinor: 1, options: ["L"] }, as)],
  ])("takes its product off sale by changing %s, until staff have looked at it", async (_, change) => {
    const { vendorId, key } = await aSeller();
    const made = await aProduct({ vendorId, options: ["Size"], variants: [{ options: ["S"] }] });
    expect(await change(made, { as: key })).toMatchObject({
      body: { id: made.id, status: "draft", version: made.version + 1 },
    });
    expect((await entriesAbout(made.id)).at(-1)).toMatchObject({
      before: { status: "active" },
      after: { status: "draft" },
    });
    expect((await eventsAbout(made.id)).at(-1)).toMatchObject({ name: "product.updated", data: { status: "draft" } });
    const { id: variantId } = made.variants[0]!;
    const bought = { ...somebody, lines: [{ variantId, quantity: 1 }] };
    expect(await call(order.create, bought)).toMatchObject({ body: { error: { code: "variant.notSold" } } });
    expect(await call(product.edit, { id: made.id, status: "active" }, { as: key })).toMatchObject({ status: 403 });
    expect(await call(product.edit, { id: made.id, status: "active" })).toMatchObject({ body: { status: "active" } });
  });

  it("keeps its product on sale if nothing changes or less is sold; what staff change stays on sale", async () => {
    const { vendorId, key } = await aSeller();
    const { id, title, images, variants } = await aProduct({
      ...{ vendorId, options: ["Size"], variants: [{ options: ["S"] }, { options: ["M"] }] },
      images: [{ url: "https://pictures.test/1.png", alt: "A mug" }],
    });
    const [small, middle] = variants;
    for (const answer of [
      await call(product.edit, { id, title, images, status: "active" }, { as: key }),
      await call(variant.edit, { id: small!.id, sku: small!.sku, priceMinor: small!.price.amountMinor }, { as: key }),
      await call(variant.remove, { id: middle!.id }, { as: key }),
      await call(variant.edit, { id: small!.id, priceMinor: 5 }),
      await call(product.edit, { id, title: "Better" }),
    ]) {
      expect(answer).toMatchObject({ status: 200, body: { status: "active" } });
    }
    expect(await call(product.edit, { id, status: "archived" }, { as: key })).toMatchObject({
      body: { status: "archived" },
    });
  });

  it("cannot use the rest of the catalogue, but sees the categories to assign its goods to", async () => {
    const closed = operations.filter(({ name }) => /^(collection|tax|discount|channel|location)\./.test(name));
    expect(closed.filter(({ vendor }) => vendor !== "closed")).toEqual([]);
    expect(category.create.vendor).toBe("closed");
    const { key } = await aSeller();
    expect(await call(category.list, {}, { as: key })).toMatchObject({ status: 200 });
    expect(await call(category.create, { name: "Mine" }, { as: key })).toMatchObject({ status: 403 });
  });
});
