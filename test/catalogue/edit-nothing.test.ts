import { describe, expect, it } from "vitest";
import * as category from "#core/contract/category";
import * as channel from "#core/contract/channel";
import * as collection from "#core/contract/collection";
import * as discount from "#core/contract/discount";
import * as location from "#core/contract/location";
import * as product from "#core/contract/product";
import * as report from "#core/contract/report";
import * as store from "#core/contract/store";
import * as tax from "#core/contract/tax";
import * as variant from "#core/contract/variant";
import * as vendor from "#core/contract/vendor";
import { call } from "../support/call.ts";
import { aDiscount, aLocation, aProduct, aTaxRate, aVariant, some } from "../support/given/catalogue.ts";
import { nothingChanged } from "../support/given/orders.ts";

const address = { line1: "1 Dock", city: "Pune", postalCode: "411001", country: "IN" };

// A form that is saved unchanged, or a program that sends everything every night: without this each of them
// fills the histories, raises versions while someone is editing, and notifies every receiver for nothing.
describe("an edit that changes nothing", () => {
  it.each([
    [
      "product",
      async () => {
        const images = [{ url: "https://cdn.test/1.png", alt: "Front" }];
        const { id, title, slug } = await aProduct({ tags: ["a"], images });
        return [{}, { title, slug, tags: ["a"], images, status: "active" as const }].map(
          (said) => () => call(product.edit, { id, ...said }),
        );
      },
    ],
    [
      "variant",
      async () => {
        const { id, sku } = await aVariant({ barcode: "890" });
        return [{}, { sku, options: [], priceMinor: 10_000, barcode: "890", archived: false as const }].map(
          (said) => () => call(variant.edit, { id, ...said }),
        );
      },
    ],
    [
      "collection",
      async () => {
        const productIds = [(await aProduct()).id];
        const { id, title, slug } = (await call(collection.create, { title: some("Picks"), productIds })).body;
        return [
          () => call(collection.edit, { id }),
          () => call(collection.edit, { id, title, slug, description: "" }),
          () => call(collection.setProducts, { id, productIds }),
        ];
      },
    ],
    [
      "category",
      async () => {
        const { id, name, slug } = (await call(category.create, { name: some("Shirts") })).body;
        return [{}, { name, slug, parentId: null }, { position: 99 }].map(
          (said) => () => call(category.edit, { id, ...said }),
        );
      },
    ],
    [
      "channel",
      async () => {
        const { id, code } = (await call(channel.create, { code: some("web"), name: "Web" })).body;
        return [{}, { code, name: "Web", active: true }].map((said) => () => call(channel.edit, { id, ...said }));
      },
    ],
    [
      "tax rate",
      async () => {
        const { id, name, isDefault } = await aTaxRate();
        return [{}, { name, basisPoints: 1800, isDefault }].map((said) => () => call(tax.edit, { id, ...said }));
      },
    ],
    [
      "discount",
      async () => {
        const endsAt = new Date(Date.now() + 86_400_000).toISOString();
        const { id, code } = await aDiscount({ endsAt });
        return [{}, { code, basisPoints: 1000, endsAt, usageLimit: null, active: true }].map(
          (said) => () => call(discount.edit, { id, ...said }),
        );
      },
    ],
    [
      "location",
      async () => {
        const { id, code, isDefault } = await aLocation({ address });
        return [{}, { code, name: "Warehouse", address, active: true, isDefault }].map(
          (said) => () => call(location.edit, { id, ...said }),
        );
      },
    ],
    [
      "vendor",
      async () => {
        const { id } = (await call(vendor.create, { name: "Weaver", email: "a@weaver.test" })).body;
        return [{}, { name: "Weaver", email: "A@weaver.test", active: true }].map(
          (said) => () => call(vendor.edit, { id, ...said }),
        );
      },
    ],
    [
      "report in SQL",
      async () => {
        const chart = { kind: "bar" as const, x: "day", y: ["total"] };
        const parameters = [{ name: "since", type: "date" as const, label: "Since" }];
        const said = { name: some("Report"), statement: "select 1", description: "One", parameters, chart };
        const { id } = (await call(report.createQuery, said)).body;
        return [() => call(report.editQuery, { id, ...said })];
      },
    ],
    [
      "store",
      async () => {
        const { body } = await call(store.read, {});
        return [{}, body].map((said) => () => call(store.edit, said));
      },
    ],
  ])("of a %s writes nothing and emits nothing", async (_, made) => {
    const edits: (() => Promise<{ status: number }>)[] = await made();
    await nothingChanged(async () => {
      for (const edit of edits) expect((await edit()).status).toBe(200);
    });
  });
});
