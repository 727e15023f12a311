import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as product from "#core/contract/product";
import * as variant from "#core/contract/variant";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aProduct } from "../support/given/catalogue.ts";
import { anOrder, nothingChanged, somebody } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

describe("product.remove", () => {
  it("deletes what nothing refers to, keeps its history, and emits its last state", async () => {
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

  // An order's line refers to the product: deleting it would break the order, or end in a 500.
  it.each([
    ["an order", async () => (await anOrder()).lines[0]!.productId],
    ["stock", async () => productOf((await aVariantInStock(3)).variantId)],
  ])("archives what %s refers to", async (_, made) => {
    const id = await made();
    const other = (await call(product.read, { id: (await aProduct()).id })).body;
    expect(await call(product.remove, { id })).toMatchObject({ status: 200, body: { archived: true } });
    expect((await call(product.read, { id: other.id })).body).toEqual(other);
    expect((await call(product.read, { id })).body).toMatchObject({ status: "archived", variants: [{}] });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ name: "product.deleted", data: { status: "archived" } });
  });

  it("refuses an unknown product, and a stale version", async () => {
    const { id } = await aProduct();
    await call(product.edit, { id, title: "Newer" });
    await nothingChanged(async () => {
      expect(await call(product.remove, { id }, { headers: { "if-match": '"1"' } })).toMatchObject({ status: 412 });
      expect(await call(product.remove, { id: `prd_${"0".repeat(26)}` })).toMatchObject({ status: 404 });
    });
  });

  // Removing locks the product and then its variants, ordering the other way round: PostgreSQL aborts one of them, and
  // that one is repeated. A customer's order must never end in a 500 because of it.
  it("lets concurrent orders succeed, or report that it is gone", async () => {
    for (let round = 0; round < 5; round++) {
      const { variantId } = await aVariantInStock(0, { continueSelling: true });
      const id = await productOf(variantId);
      const lines = [{ variantId, quantity: 1 }];
      const [removal, ...orders] = await Promise.all([
        call(product.remove, { id }),
        ...Array.from({ length: 6 }, () => call(order.create, { ...somebody, lines })),
      ]);
      const placed = orders.filter(({ status }) => status === 201).length;
      for (const { status } of orders) expect([201, 404, 409]).toContain(status);
      expect(removal).toMatchObject({ status: 200 });
      if (placed > 0) expect(removal.body.archived).toBe(true);
      if (removal.body.archived)
        expect(await call(product.read, { id })).toMatchObject({ body: { status: "archived" } });
    }
  });

  it("removes it once if two people press the button", async () => {
    const { id } = await aProduct();
    const answers = await Promise.all([1, 2].map(() => call(product.remove, { id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await eventsAbout(id)).filter(({ name }) => name === "product.deleted")).toHaveLength(1);
  });
});

const productOf = async (id: variant.VariantSummary["id"]) => (await call(variant.read, { id })).body.productId;
