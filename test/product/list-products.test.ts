import { beforeAll, describe, expect, it } from "vitest";
import { system } from "#core/actor";
import { createCategory } from "#core/category/create-category";
import type * as category from "#core/contract/category";
import * as collection from "#core/contract/collection";
import * as product from "#core/contract/product";
import { inChange } from "#core/db/change";
import { call } from "../support/call.ts";
import { noSuchCursor } from "../support/cursor.ts";
import { aProduct, pagesOf, some } from "../support/given/catalogue.ts";
import { planOf } from "../support/plans.ts";

const aCategory = (name: string, parentId: category.Category["parentId"] = null) =>
  inChange(system("test"), (change) => createCategory(change, { name, parentId }));

const titles = async (input: Parameters<typeof call<typeof product.list>>[1]) =>
  (await call(product.list, input)).body.items.map(({ title }) => title);

let clothes: category.Category;
let made: product.Product[];

beforeAll(async () => {
  clothes = await aCategory("Clothes");
  const shirts = await aCategory("Shirts", clothes.id);
  made = [
    await aProduct({ title: "banana 100% ripe", tags: ["fruit"], status: "draft" }),
    await aProduct({
      title: "Apple",
      tags: ["fruit", "red", "süss"],
      options: ["Size"],
      variants: [
        { sku: "PINK-LADY", priceMinor: 300, options: ["M"] },
        { priceMinor: 200, options: ["S"] },
      ],
    }),
    await aProduct({ title: "Linen shirt", slug: "linen-shirt-x", categoryId: shirts.id }),
    await aProduct({ title: "Coat", categoryId: clothes.id }),
  ];
});

const cursorOf = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString("base64url");
const tooExact = `2026-01-01T00:00:00.${"1".repeat(300)}`;

describe("product.list", () => {
  it("shows the newest first, with the prices of its variants", async () => {
    const { body } = await call(product.list, {});
    expect(body.items.map(({ title }) => title)).toEqual(["Coat", "Linen shirt", "Apple", "banana 100% ripe"]);
    expect(body.items[2]).toMatchObject({
      variantCount: 2,
      priceFrom: { amountMinor: 200, currency: "INR" },
      priceTo: { amountMinor: 300, currency: "INR" },
      image: null,
    });
    expect(body.nextCursor).toBeNull();
  });

  it.each([
    ["newest", ["Coat", "Linen shirt", "Apple", "banana 100% ripe"]],
    ["oldest", ["banana 100% ripe", "Apple", "Linen shirt", "Coat"]],
    ["updated", ["Coat", "Linen shirt", "Apple", "banana 100% ripe"]],
    ["title", ["Apple", "banana 100% ripe", "Coat", "Linen shirt"]],
  ] as const)("returns everything once by %s, one at a time", async (sort, expected) => {
    const items = await pagesOf((cursor) => call(product.list, { sort, limit: 1, ...(cursor && { cursor }) }));
    expect(items.map(({ title }) => title)).toEqual(expected);
  });

  it.each([
    ["part of a title", { q: "nen sh" }, ["Linen shirt"]],
    ["part of a title in other case", { q: "LINEN" }, ["Linen shirt"]],
    ["part of a slug", { q: "shirt-x" }, ["Linen shirt"]],
    ["part of a SKU", { q: "pink" }, ["Apple"]],
    ["a beginning of two letters", { q: "co" }, ["Coat"]],
    ["a per cent sign as itself", { q: "100%" }, ["banana 100% ripe"]],
    ["an underscore as itself", { q: "p_nk" }, []],
    ["a status", { status: "draft" as const }, ["banana 100% ripe"]],
    ["a tag", { tag: "red" }, ["Apple"]],
    ["a tag with its mark as a character", { tag: "su\u0308ss" }, ["Apple"]],
    ["a tag, in whatever letters", { tag: "SÜSS" }, ["Apple"]],
    ["a tag that is a beginning of another", { tag: "re" }, []],
    ["status and tag together", { tag: "fruit", status: "active" as const }, ["Apple"]],
  ])("finds by %s", async (_, filter, expected) => {
    expect(await titles(filter)).toEqual(expected);
  });

  // Titles, slugs and SKUs are searched separately: a product that two of them find must still come once, and in its
  // place.
  it.each(["newest", "updated", "title"] as const)(
    "returns each match once by %s, wherever it matches",
    async (sort) => {
      const word = some("seek");
      const by = {
        title: (await aProduct({ title: `D ${word}` })).id,
        slug: (await aProduct({ title: `C ${word}x`, slug: `${word}-c` })).id,
        sku: (await aProduct({ title: "B", variants: [{ sku: `${word}-B` }] })).id,
        all: (await aProduct({ title: `A ${word}`, slug: word, variants: [{ sku: word }] })).id,
      };
      const items = await pagesOf((cursor) =>
        call(product.list, { q: word, sort, limit: 1, ...(cursor && { cursor }) }),
      );
      expect(items.map(({ id }) => id)).toEqual([by.all, by.sku, by.slug, by.title]);
    },
  );

  // Among many products, a rare tag was otherwise looked for in each of them.
  it("finds a tag through its index", async () => {
    const plan = await planOf(() => call(product.list, { tag: "red" }), "in_lower_case");
    expect(plan).toMatch(/on products_tags_lower .*\n.*Index Cond: /);
  });

  it("includes subcategories", async () => {
    expect(await titles({ categoryId: clothes.id })).toEqual(["Coat", "Linen shirt"]);
  });

  it("finds the products of a collection", async () => {
    const { body } = await call(collection.create, { title: "Picks", productIds: [made[3]!.id, made[0]!.id] });
    expect(await titles({ collectionId: body.id })).toEqual(["Coat", "banana 100% ripe"]);
  });

  it.each([
    ["another sort", { sort: "title" as const, cursor: Buffer.from('["x"]').toString("base64url") }],
    ["the year 0", { sort: "updated" as const, cursor: cursorOf("0000-01-01T00:00:00Z", "prd_") }],
    ["a second with no end", { sort: "updated" as const, cursor: cursorOf(`${tooExact}Z`, "prd_") }],
  ])("refuses a cursor of %s", async (_, input) => {
    expect(await call(product.list, input)).toMatchObject(noSuchCursor);
  });

  it.each([
    ["a cursor that is noise", { cursor: "!!" }],
    ["no limit at all", { limit: 0 }],
    ["a limit above 200", { limit: 201 }],
    ["a status that does not exist", { status: "sold" as "draft" }],
  ])("refuses %s", async (_, input) => {
    expect(await call(product.list, input)).toMatchObject({
      status: 400,
      body: { error: { code: "request.invalid" } },
    });
  });
});
