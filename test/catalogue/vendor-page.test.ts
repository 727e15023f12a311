/** What a vendor's page shows: their products' stock and their order lines, and no one else's. */
import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as product from "#core/contract/product";
import * as stock from "#core/contract/stock";
import * as vendor from "#core/contract/vendor";
import { call } from "../support/call.ts";
import { pagesOf } from "../support/given/catalogue.ts";
import { somebody } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

async function aVendorWithGoods() {
  const { body: made } = await call(vendor.create, { name: "Potter & Co" });
  const place = await aVariantInStock(50, { vendorId: made.id });
  return { id: made.id, ...place };
}

const ordered = async (...variantIds: `var_${string}`[]) => {
  const lines = variantIds.map((variantId) => ({ variantId, quantity: 2 }));
  const { body } = await call(order.create, { ...somebody, lines });
  return body;
};

describe("vendor.listLines", () => {
  it("lists only the vendor's order lines, newest order first, page by page", async () => {
    const [potter, weaver] = [await aVendorWithGoods(), await aVendorWithGoods()];
    const first = await ordered(potter.variantId, weaver.variantId);
    const second = await ordered(potter.variantId);
    await ordered(weaver.variantId);
    const lines = await pagesOf((cursor) =>
      call(vendor.listLines, { id: potter.id, limit: 1, ...(cursor && { cursor }) }),
    );
    expect(lines.map(({ orderNumber }) => orderNumber)).toEqual([second.number, first.number]);
    expect(lines[1]).toMatchObject({
      id: first.lines.find(({ vendorId }) => vendorId === potter.id)?.id,
      orderId: first.id,
      orderStatus: "pending",
      variantId: potter.variantId,
      quantity: 2,
      shipped: 0,
      total: first.lines.find(({ vendorId }) => vendorId === potter.id)?.total,
      placedAt: first.createdAt,
    });
  });

  it("refuses an unknown vendor", async () => {
    const id = "ven_00000000000000000000000000";
    for (const answer of [await call(vendor.read, { id }), await call(vendor.listLines, { id })]) {
      expect(answer).toMatchObject({ status: 404, body: { error: { code: "vendor.unknown" } } });
    }
  });
});

it("stock and products are listed by their vendor", async () => {
  const [potter, weaver] = [await aVendorWithGoods(), await aVendorWithGoods()];
  const levels = (await call(stock.list, { vendorId: potter.id })).body.items;
  expect(levels.map(({ variantId }) => variantId)).toEqual([potter.variantId]);
  const products = (await call(product.list, { vendorId: weaver.id })).body.items;
  expect(products).toHaveLength(1);
  expect((await call(vendor.read, { id: weaver.id })).body).toMatchObject({ name: "Potter & Co", active: true });
});
