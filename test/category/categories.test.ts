import { beforeEach, describe, expect, it } from "vitest";
import { system } from "#core/actor";
import { categories } from "#core/category/category.table";
import * as category from "#core/contract/category";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { editProduct } from "#core/product/edit-product";
import { products, variants } from "#core/product/product.table";
import { entriesAbout } from "../support/audit.ts";
import { call, ownersKey } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aProduct, pagesOf, some } from "../support/given/catalogue.ts";
import { nothingChanged } from "../support/given/orders.ts";

const nowhere = `cat_${"0".repeat(26)}` as const;
type Id = category.Category["id"];

async function aCategory(name: string, parentId: Id | null = null, position?: number) {
  const { body } = await call(category.create, { name, parentId, ...(position !== undefined && { position }) });
  return body.id;
}

/** The tree as lines: "  Shirts" is inside the category on the line above it. */
const tree = async () => {
  const items = await pagesOf((cursor) => call(category.list, { limit: 2, ...(cursor && { cursor }) }));
  return items.map(({ name, depth }) => `${"  ".repeat(depth)}${name}`);
};

beforeEach(async () => {
  await db().delete(variants);
  await db().delete(products);
  await db().delete(categories);
});

describe("category.list", () => {
  it("lists the tree, each category after its parent, siblings in their order, page by page", async () => {
    const b = await aCategory("B");
    await aCategory("B1", b);
    await aCategory("A", null, 0);
    await aCategory("B0", b, 0);
    await aCategory("C");
    expect(await tree()).toEqual(["A", "B", "  B0", "  B1", "C"]);
  });
});

describe("category.create", () => {
  it("returns and records what it created", async () => {
    const parentId = await aCategory("Clothes");
    const { status, body } = await call(category.create, { name: "Été 2026", parentId });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: "Été 2026", slug: "ete-2026", parentId, position: 0, depth: 1 });
    expect((await call(category.read, { id: body.id })).body).toEqual(body);
    expect(await entriesAbout(body.id)).toMatchObject([{ action: "category.create", after: { slug: "ete-2026" } }]);
  });

  it.each([
    ["a parent that is not there", async () => ({ parentId: nowhere }), 404, "category.unknown"],
    ["a slug that is taken", async () => ({ slug: await slugOf(await aCategory("Taken")) }), 409, "category.slugTaken"],
    [
      "an eleventh level",
      async () => {
        let parentId: Id | null = null;
        for (let level = 0; level < 10; level++) parentId = await aCategory(`Level ${level}`, parentId);
        return { parentId };
      },
      409,
      "category.tooDeep",
    ],
    ["a name of nothing", async () => ({ name: "" }), 400, "request.invalid"],
  ])("refuses %s, and changes nothing", async (_, said, status, code) => {
    await ownersKey();
    const input = { name: some("New"), ...(await said()) };
    await nothingChanged(async () => {
      expect(await call(category.create, input)).toMatchObject({ status, body: { error: { code } } });
    });
  });

  it("gives each of many at once its own position", async () => {
    await Promise.all(Array.from({ length: 8 }, () => aCategory("Same")));
    const { body } = await call(category.list, {});
    expect(body.items.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(body.items.map(({ slug }) => slug)).size).toBe(8);
  });
});

const slugOf = async (id: Id) => (await call(category.read, { id })).body.slug;

describe("category.edit", () => {
  it("moves a category with everything in it, and records it", async () => {
    const [a, b] = [await aCategory("A"), await aCategory("B")];
    await aCategory("A1", a);
    const { body } = await call(category.edit, { id: a, parentId: b });
    expect(body).toMatchObject({ parentId: b, position: 0, depth: 1 });
    expect(await tree()).toEqual(["B", "  A", "    A1"]);
    expect((await entriesAbout(a)).at(-1)).toMatchObject({ before: { parentId: null }, after: { parentId: b } });
  });

  it("moves a category to another position among its siblings", async () => {
    await aCategory("A");
    await aCategory("B");
    const id = await aCategory("C");
    await call(category.edit, { id, position: 1 });
    expect(await tree()).toEqual(["A", "C", "B"]);
    await call(category.edit, { id, name: "D", position: 99 });
    expect(await tree()).toEqual(["A", "B", "D"]);
  });

  it("leaves no gap among the siblings it left, nor does a removed one", async () => {
    const [parent, gone, moved] = [await aCategory("P"), await aCategory("A"), await aCategory("B")];
    await aCategory("C");
    await call(category.edit, { id: moved, parentId: parent });
    await call(category.remove, { id: gone });
    const { items } = (await call(category.list, {})).body;
    expect(items.map(({ name, position }) => [name, position])).toEqual([
      ["P", 0],
      ["B", 0],
      ["C", 1],
    ]);
  });

  it("refuses to move a category into itself or one of its descendants", async () => {
    const a = await aCategory("A");
    const inside = await aCategory("A2", await aCategory("A1", a));
    await nothingChanged(async () => {
      for (const parentId of [a, inside]) {
        const answer = await call(category.edit, { id: a, parentId });
        expect(answer).toMatchObject({ status: 409, body: { error: { code: "category.cycle" } } });
      }
      expect(await call(category.edit, { id: nowhere, name: "X" })).toMatchObject({ status: 404 });
    });
  });

  // Each move alone is fine. Both together make a circle that no list ever reaches again.
  it("never creates a cycle when two move into each other at once", async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await aCategory("A"), await aCategory("B")];
      const answers = await Promise.all([
        call(category.edit, { id: a, parentId: b }),
        call(category.edit, { id: b, parentId: a }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
    expect(await tree()).toHaveLength(10);
  });
});

describe("category.remove", () => {
  it("removes an empty category, and keeps its history", async () => {
    const id = await aCategory("Gone");
    expect(await call(category.remove, { id })).toMatchObject({ status: 200 });
    expect(await call(category.read, { id })).toMatchObject({ status: 404 });
    const { body } = await call(category.history, { id });
    expect(body.items.map(({ action }) => action)).toEqual(["category.remove", "category.create"]);
  });

  it("refuses a category that is not empty, and says what is in it", async () => {
    const id = await aCategory("Full");
    await aCategory("Inner", id);
    await aProduct({ categoryId: id });
    await nothingChanged(async () => {
      expect(await call(category.remove, { id })).toMatchObject({
        status: 409,
        body: { error: { code: "category.inUse", detail: { products: 1, categories: 1 } } },
      });
    });
  });

  // Neither sees the other: one would assign a product to a category that the other removes.
  it("waits for a product that is being assigned to it, and then refuses", async () => {
    const id = await aCategory("Filling");
    const product = await aProduct();
    let removal: ReturnType<typeof call<typeof category.remove>> | undefined;
    await inChange(system("test"), async (change) => {
      await editProduct(change, { id: product.id, categoryId: id });
      removal ??= call(category.remove, { id });
      await untilSomebodyWaits();
    });
    expect(await removal).toMatchObject({
      status: 409,
      body: { error: { code: "category.inUse", detail: { products: 1 } } },
    });
    expect((await call(category.read, { id })).status).toBe(200);
  });
});
