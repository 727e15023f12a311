/**
 * What a shop can query among the products on sale: page by page, by category including subcategories, by collection.
 */
import { expect, it } from "vitest";
import * as category from "#core/contract/category";
import * as collection from "#core/contract/collection";
import * as storefront from "#core/contract/storefront";
import { call, storefrontsKey } from "../support/call.ts";
import { aProduct, pagesOf, some } from "../support/given/catalogue.ts";

type Asked = Parameters<typeof call<typeof storefront.listProducts>>[1];
const titles = async (said: Asked) => {
  const as = await storefrontsKey();
  const found = await pagesOf((cursor) =>
    call(storefront.listProducts, { ...said, limit: 1, ...(cursor && { cursor }) }, { as }),
  );
  return found.map(({ title }) => title);
};

it("lists what is on sale page by page, newest first, and only the products requested", async () => {
  const outer = (await call(category.create, { name: some("Kitchen") })).body;
  const inner = (await call(category.create, { name: some("Cups"), parentId: outer.id })).body;
  const cup = await aProduct({ title: "Cup", categoryId: inner.id });
  const stove = await aProduct({ title: "Stove", categoryId: outer.id });
  await aProduct({ title: "Kettle in the making", categoryId: outer.id, status: "draft" });
  const chair = await aProduct({ title: "Chair" });
  const gifts = (await call(collection.create, { title: some("Gifts") })).body;
  await call(collection.setProducts, { id: gifts.id, productIds: [cup.id] });

  expect(await titles({})).toEqual(["Chair", "Stove", "Cup"]);
  expect(await titles({ category: outer.slug })).toEqual(["Stove", "Cup"]);
  expect(await titles({ category: inner.slug })).toEqual(["Cup"]);
  expect(await titles({ collection: gifts.slug })).toEqual(["Cup"]);
  expect(await titles({ category: outer.slug, q: "tov" })).toEqual(["Stove"]);
  expect(await titles({ category: "no-such-place" })).toEqual([]);

  // Staff sort a collection, and the shop shows it in that order.
  await call(collection.setProducts, { id: gifts.id, productIds: [stove.id, cup.id, chair.id] });
  expect(await titles({ collection: gifts.slug })).toEqual(["Stove", "Cup", "Chair"]);
  expect(await titles({ collection: gifts.slug, category: outer.slug })).toEqual(["Stove", "Cup"]);
  const as = await storefrontsKey();
  const { nextCursor } = (await call(storefront.listProducts, { limit: 1 }, { as })).body;
  expect(
    await call(storefront.listProducts, { collection: gifts.slug, cursor: String(nextCursor) }, { as }),
  ).toMatchObject({ status: 404, body: { error: { code: "cursor.unknown" } } });
});

it("answers with an error if the cart to show prices for does not exist", async () => {
  const as = await storefrontsKey();
  const { slug } = await aProduct({});
  const token = "x".repeat(43);
  const unknown = { status: 404, body: { error: { code: "cart.unknown" } } };
  expect(await call(storefront.listProducts, { cart: token }, { as })).toMatchObject(unknown);
  expect(await call(storefront.readProduct, { slug, cart: token }, { as })).toMatchObject(unknown);
});

// Lambda answers with 6 MB at most: a shop that asks for many products with long descriptions would get none.
it("ends a page before its answer grows too large, and continues with the next", async () => {
  const as = await storefrontsKey();
  const books = (await call(category.create, { name: some("Books") })).body;
  const made: string[] = [];
  for (let nth = 0; nth < 33; nth++) {
    made.unshift((await aProduct({ categoryId: books.id, description: "😀".repeat(50_000) })).id);
  }
  const sizes: number[] = [];
  const found = await pagesOf(async (cursor) => {
    const asked = { category: books.slug, limit: 200, ...(cursor && { cursor }) };
    const answer = await call(storefront.listProducts, asked, { as });
    sizes.push(Buffer.byteLength(JSON.stringify(answer.body)));
    return answer;
  });
  expect(found.map(({ id }) => id)).toEqual(made);
  expect(Math.max(...sizes)).toBeLessThan(5_000_000);
});
