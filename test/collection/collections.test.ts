import { describe, expect, it } from "vitest";
import * as collection from "#core/contract/collection";
import * as product from "#core/contract/product";
import { entriesAbout } from "../support/audit.ts";
import { call, ownersKey } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aProduct, pagesOf, some } from "../support/given/catalogue.ts";
import { nothingChanged } from "../support/given/orders.ts";

const aCollection = async (productIds: product.Product["id"][] = []) =>
  (await call(collection.create, { title: some("Picks"), productIds })).body;

describe("collections", () => {
  it("hold the chosen products, in their order", async () => {
    const [a, b, c] = [(await aProduct()).id, (await aProduct()).id, (await aProduct()).id];
    const { id } = await aCollection([c, a]);
    const other = (await call(collection.read, { id: (await aCollection([a])).id })).body;
    expect((await call(collection.read, { id })).body.productIds).toEqual([c, a]);
    const { body } = await call(collection.setProducts, { id, productIds: [b, c, a] });
    expect(body.productIds).toEqual([b, c, a]);
    expect((await call(collection.read, { id })).body).toEqual(body);
    expect((await call(collection.read, { id: other.id })).body).toEqual(other);
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "collection.setProducts",
      before: { productIds: [c, a] },
      after: { productIds: [b, c, a] },
    });
    expect(await eventsAbout(id)).toMatchObject([
      { name: "collection.updated" },
      { name: "collection.updated", subject: { type: "collection", id }, data: body },
    ]);
  });

  it("are edited, and emit an event", async () => {
    const { id } = await aCollection();
    const { body } = await call(collection.edit, { id, title: "Summer", slug: some("summer") });
    expect(body).toMatchObject({ title: "Summer" });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ name: "collection.updated", data: { title: "Summer" } });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      ...{ action: "collection.edit", at: new Date(body.updatedAt), after: { title: "Summer" } },
    });
  });

  it("are removed without their products", async () => {
    const other = (await call(collection.read, { id: (await aCollection()).id })).body;
    const { id: productId } = await aProduct();
    const { id, title } = await aCollection([productId]);
    expect(await call(collection.remove, { id })).toMatchObject({ status: 200 });
    expect(await call(collection.read, { id })).toMatchObject({ status: 404 });
    expect(await call(product.read, { id: productId })).toMatchObject({ status: 200 });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "collection.remove",
      before: { productIds: [productId] },
    });
    // A storefront would show it forever: there is no event for a collection that is gone.
    expect((await eventsAbout(id)).at(-1)).toMatchObject({
      name: "collection.updated",
      data: { id, title, productIds: [] },
    });
    expect((await call(collection.read, { id: other.id })).body).toEqual(other);
  });

  it("lose a product that is deleted", async () => {
    const { id: productId } = await aProduct();
    const { id } = await aCollection([productId]);
    await call(product.remove, { id: productId });
    expect((await call(collection.read, { id })).body.productIds).toEqual([]);
  });

  it("are listed by title, page by page", async () => {
    const word = some("list");
    for (const end of ["b", "A", "c"]) await call(collection.create, { title: `${word} ${end}` });
    const items = await pagesOf((cursor) => call(collection.list, { q: word, limit: 1, ...(cursor && { cursor }) }));
    expect(items.map(({ title }) => title)).toEqual(["A", "b", "c"].map((end) => `${word} ${end}`));
    // 200 of them with descriptions of 50,000 letters are more than a Lambda can answer.
    expect(items[0]).not.toHaveProperty("description");
  });

  it("refuse products that do not exist or are listed twice, and taken slugs, and change nothing", async () => {
    await ownersKey();
    const { id } = await aCollection();
    const { slug } = await aCollection();
    const { id: productId } = await aProduct();
    const nowhere = `col_${"0".repeat(26)}` as const;
    await nothingChanged(async () => {
      const unknown = [`prd_${"0".repeat(26)}` as const];
      expect(await call(collection.setProducts, { id, productIds: [productId, ...unknown] })).toMatchObject({
        status: 404,
        body: { error: { code: "product.unknown", detail: { productId: unknown[0] } } },
      });
      expect(await call(collection.setProducts, { id, productIds: [productId, productId] })).toMatchObject({
        status: 400,
      });
      expect(await call(collection.setProducts, { id: nowhere, productIds: [] })).toMatchObject({ status: 404 });
      expect(await call(collection.edit, { id, slug })).toMatchObject({ status: 409 });
      expect(await call(collection.create, { title: "X", slug })).toMatchObject({ status: 409 });
      expect(await call(collection.remove, { id: nowhere })).toMatchObject({ status: 404 });
    });
  });

  // Whoever saved an older list removed what a colleague had just added to the shop.
  it("refuse a list that is based on other products than they hold now", async () => {
    const [a, b, c] = [(await aProduct()).id, (await aProduct()).id, (await aProduct()).id];
    const { id } = await aCollection([a, b]);
    await call(collection.setProducts, { id, productIds: [a, b, c], before: [a, b] });
    await nothingChanged(async () => {
      expect(await call(collection.setProducts, { id, productIds: [b, a], before: [a, b] })).toMatchObject({
        status: 412,
        body: { error: { code: "version.stale" } },
      });
      // It is as wanted already.
      expect(await call(collection.setProducts, { id, productIds: [a, b, c], before: [] })).toMatchObject({
        status: 200,
      });
    });
    const { body } = await call(collection.setProducts, { id, productIds: [c, b, a], before: [a, b, c] });
    expect(body.productIds).toEqual([c, b, a]);
  });

  // Two people arrange one collection: it ends up as one of them left it, never as a mixture of both.
  it("end up as one of two concurrent edits left them", async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(async () => (await aProduct()).id));
    const { id } = await aCollection(ids);
    const orders = [ids.toReversed(), ids.slice(0, 2)];
    await Promise.all(orders.map((productIds) => call(collection.setProducts, { id, productIds })));
    expect(orders).toContainEqual((await call(collection.read, { id })).body.productIds);
  });
});
