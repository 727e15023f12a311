import { describe, expect, it } from "vitest";
import * as product from "#core/contract/product";
import * as variant from "#core/contract/variant";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { aProduct, eventsAbout } from "../support/catalogue.ts";
import { anOrder, nothingChanged } from "../support/orders.ts";
import { aVariantInStock } from "../support/stock.ts";

describe("product.remove", () => {
  it("deletes what nothing refers to, keeps its story, and tells the world its last state", async () => {
    const before = await aProduct();
    const { id } = before;
    expect(await call(product.remove, { id })).toMatchObject({ status: 200, body: { archived: false } });
    expect((await call(product.read, { id })).status).toBe(404);
    expect((await call(variant.read, { id: before.variants[0]!.id })).status).toBe(404);
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "product.remove",
      before: { title: before.title },
    });
    const last = (await eventsAbout(id)).at(-1);
    expect(last).toMatchObject({ name: "product.deleted", data: { id, title: before.title, status: "active" } });
  });

  // An order's line names the product: deleting it would tear the order apart, or end in a 500.
  it.each([
    ["an order", async () => (await anOrder()).lines[0]!.productId],
    ["stock", async () => productOf((await aVariantInStock(3)).variantId)],
  ])("archives what %s refers to", async (_, made) => {
    const id = await made();
    expect(await call(product.remove, { id })).toMatchObject({ status: 200, body: { archived: true } });
    expect((await call(product.read, { id })).body).toMatchObject({ status: "archived", variants: [{}] });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ name: "product.deleted", data: { status: "archived" } });
  });

  it("refuses one that is not there, and a version that is stale", async () => {
    const { id } = await aProduct();
    await call(product.edit, { id, title: "Newer" });
    await nothingChanged(async () => {
      expect(await call(product.remove, { id }, { headers: { "if-match": '"1"' } })).toMatchObject({ status: 412 });
      expect(await call(product.remove, { id: `prd_${"0".repeat(26)}` })).toMatchObject({ status: 404 });
    });
  });

  it("removes it once when two people press the button", async () => {
    const { id } = await aProduct();
    const answers = await Promise.all([1, 2].map(() => call(product.remove, { id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await eventsAbout(id)).filter(({ name }) => name === "product.deleted")).toHaveLength(1);
  });
});

const productOf = async (id: variant.VariantSummary["id"]) => (await call(variant.read, { id })).body.productId;
