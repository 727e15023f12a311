import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as category from "#core/contract/category";
import * as discount from "#core/contract/discount";
import * as location from "#core/contract/location";
import * as product from "#core/contract/product";
import * as role from "#core/contract/role";
import * as stock from "#core/contract/stock";
import * as tax from "#core/contract/tax";
import * as variant from "#core/contract/variant";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { repair } from "#core/doctor/repair";
import { call } from "../support/call.ts";
import { aDiscount, aLocation, aProduct, aTaxRate, pagesOf, some } from "../support/given/catalogue.ts";
import { aKey } from "../support/given/given.ts";

describe("product.history", () => {
  it("lists a product's changes with its variants', newest first, page by page, even after they are gone", async () => {
    const { id } = await aProduct({ title: "Old", options: ["Size"], variants: [{ options: ["S"] }] });
    await call(product.edit, { id, title: "New" });
    const { body } = await call(variant.create, { id, sku: some("M"), priceMinor: 100, options: ["M"] });
    const added = body.variants[1]!.id;
    await call(variant.edit, { id: added, priceMinor: 200 });
    await call(variant.remove, { id: added });
    const story = ["variant.remove", "variant.edit", "variant.create", "product.edit", "product.create"];
    const history = () => pagesOf((cursor) => call(product.history, { id, limit: 2, ...(cursor && { cursor }) }));
    const entries = await history();
    expect(entries.map(({ action }) => action)).toEqual(story);
    expect(entries[1]).toMatchObject({
      subject: { type: "variant", id: added },
      before: { priceMinor: 100 },
      after: { priceMinor: 200 },
      actor: { kind: "key", role: "owner" },
    });
    expect(entries[3]).toMatchObject({ before: { title: "Old" }, after: { title: "New" } });
    await call(product.remove, { id });
    expect((await history()).map(({ action }) => action)).toEqual(["product.remove", ...story]);
  });

  it("leaves out what was counted and moved for those who may not see stock", async () => {
    const { id, variants } = await aProduct();
    const { id: locationId } = await aLocation();
    await call(stock.receive, { id: variants[0]!.id, locationId, quantity: 7, reason: "Bought." });
    await db().execute(sql`update stock_levels set on_hand = 8 where variant_id = ${variants[0]!.id}`);
    await repair(system("doctor"));
    const as = await aKey({ role: "staff" });
    const actions = async () => (await call(product.history, { id }, { as })).body.items.map(({ action }) => action);
    expect(await actions()).toEqual(["doctor.repair", "stock.receive", "product.create"]);
    await call(role.set, { role: "staff", title: "Staff", rights: ["catalog.read"] });
    expect(await actions()).toEqual(["product.create"]);
    await call(role.reset, { role: "staff" });
  });
});

describe("histories", () => {
  it.each([
    [
      "discount",
      discount.history,
      async () => (await call(discount.edit, { id: (await aDiscount()).id, active: false })).body.id,
    ],
    [
      "location",
      location.history,
      async () => (await call(location.edit, { id: (await aLocation()).id, name: "N" })).body.id,
    ],
    ["tax rate", tax.history, async () => (await call(tax.edit, { id: (await aTaxRate()).id, name: "N" })).body.id],
    [
      "category",
      category.history,
      async () => {
        const { body } = await call(category.create, { name: some("C") });
        return (await call(category.edit, { id: body.id, name: "N" })).body.id;
      },
    ],
  ] as const)("tell what was changed about a %s, with before and after", async (_, op, made) => {
    const id = (await made()) as never; // each operation takes its own kind of id
    const { status, body } = await call(op, { id });
    expect(status).toBe(200);
    const [edit, creation] = body.items;
    expect(body.items).toHaveLength(2);
    expect(edit).toMatchObject({ before: expect.any(Object), after: expect.any(Object) });
    expect(edit!.before).not.toEqual(edit!.after);
    expect(creation).toMatchObject({ before: null, after: { id } });
  });

  it.each([
    [product.history, `prd_${"0".repeat(26)}`],
    [category.history, `cat_${"0".repeat(26)}`],
    [discount.history, `dis_${"0".repeat(26)}`],
    [location.history, `loc_${"0".repeat(26)}`],
    [tax.history, `tax_${"0".repeat(26)}`],
  ] as const)("are not found for what never existed", async (op, id) => {
    expect(await call(op, { id: id as never })).toMatchObject({ status: 404 });
  });

  it("are for those who may see the record itself, and for no vendor", async () => {
    const { id } = await aDiscount();
    expect(await call(discount.history, { id }, { as: await aKey({ role: "staff" }) })).toMatchObject({ status: 200 });
    const { id: rate } = await aTaxRate();
    expect(product.history.vendor).toBe("closed");
    expect(await call(tax.history, { id: rate }, { as: null })).toMatchObject({ status: 401 });
  });
});
