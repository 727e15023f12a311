import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as product from "#core/contract/product";
import * as tax from "#core/contract/tax";
import * as variant from "#core/contract/variant";
import { inChange } from "#core/db/change";
import { editVariant } from "#core/product/edit-variant";
import { editTaxRate } from "#core/tax/edit-tax-rate";
import { entriesAbout } from "../support/audit.ts";
import { call, ownersKey } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aTaxRate, aVariant, pagesOf, some } from "../support/given/catalogue.ts";
import { nothingChanged } from "../support/given/orders.ts";

const defaults = async () => {
  const rates = await pagesOf((cursor) => call(tax.list, { archived: true, limit: 3, ...(cursor && { cursor }) }));
  return rates.filter(({ isDefault }) => isDefault).map(({ id }) => id);
};

describe("tax rates", () => {
  it("make the first one the default, and hand it over when another becomes it", async () => {
    const first = await call(tax.create, { name: "GST 18", basisPoints: 1800 });
    expect(first).toMatchObject({ status: 201, body: { isDefault: true, basisPoints: 1800 } });
    const second = await call(tax.create, { name: "GST 5", basisPoints: 500 });
    expect(second.body.isDefault).toBe(false);
    const { body } = await call(tax.edit, { id: second.body.id, isDefault: true });
    expect(body.isDefault).toBe(true);
    expect(await defaults()).toEqual([second.body.id]);
    expect((await entriesAbout(first.body.id)).at(-1)).toMatchObject({
      action: "tax.edit",
      before: { isDefault: true },
      after: { isDefault: false },
    });
  });

  // Two defaults are two prices for the same thing; without one, orders cannot be taxed.
  it("have exactly one default, however many become it at once", async () => {
    await aTaxRate();
    const rates = await Promise.all([1, 2, 3].map(() => aTaxRate()));
    const answers = await Promise.all([
      ...rates.map(({ id }) => call(tax.edit, { id, isDefault: true })),
      call(tax.create, { name: "New", basisPoints: 1, isDefault: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
    expect(await defaults()).toHaveLength(1);
  });

  it("wait for one another: the second to become the default sees the first", async () => {
    await aTaxRate();
    const [first, second] = [await aTaxRate(), await aTaxRate()];
    let later: ReturnType<typeof call<typeof tax.edit>> | undefined;
    await inChange(system("test"), async (change) => {
      await editTaxRate(change, { id: first.id, isDefault: true });
      later ??= call(tax.edit, { id: second.id, isDefault: true });
      await untilSomebodyWaits();
    });
    expect(await later).toMatchObject({ status: 200 });
    expect(await defaults()).toEqual([second.id]);
    expect((await entriesAbout(first.id)).map(({ after }) => after?.["isDefault"])).toEqual([false, true, false]);
  });

  it("are removed, or archived if a variant uses them, and can come back as the default", async () => {
    await aTaxRate();
    const [unused, used] = [await aTaxRate(), await aTaxRate()];
    await aVariant({ taxRateId: used.id });
    expect((await call(tax.remove, { id: unused.id })).body).toEqual({ archived: false });
    expect((await call(tax.remove, { id: used.id })).body).toEqual({ archived: true });
    expect(await call(tax.read, { id: unused.id })).toMatchObject({ status: 404 });
    expect((await call(tax.list, { limit: 200 })).body.items.map(({ id }) => id)).not.toContain(used.id);
    expect((await call(tax.edit, { id: used.id, isDefault: true })).body).toMatchObject({ archivedAt: null });
  });

  // A rate was removed because it is wrong: variants that have it keep it until someone changes them, and no others get
  // it.
  it("cannot be given to a variant once they are archived", async () => {
    await aTaxRate();
    const old = await aTaxRate();
    const { id, productId, sku } = await aVariant({ taxRateId: old.id });
    const other = await aVariant();
    await call(tax.remove, { id: old.id });
    const archived = { status: 409, body: { error: { code: "taxRate.archived", detail: { taxRateId: old.id } } } };
    const one = { sku: some("NEW"), priceMinor: 1, taxRateId: old.id };
    await nothingChanged(async () => {
      expect(await call(variant.edit, { id: other.id, taxRateId: old.id })).toMatchObject(archived);
      expect(await call(variant.create, { id: productId, ...one })).toMatchObject(archived);
      expect(await call(product.create, { title: "X", variants: [one] })).toMatchObject(archived);
    });
    expect(await call(variant.edit, { id, sku, taxRateId: old.id })).toMatchObject({ status: 200 });
  });

  it("are archived only after a variant that is just getting them", async () => {
    await aTaxRate();
    const [rate, { id }] = [await aTaxRate(), await aVariant()];
    await aVariant({ taxRateId: rate.id });
    let removal: ReturnType<typeof call<typeof tax.remove>> | undefined;
    await inChange(system("test"), async (change) => {
      await editVariant(change, { id, taxRateId: rate.id });
      removal ??= call(tax.remove, { id: rate.id });
      await untilSomebodyWaits();
    });
    expect((await removal)?.body).toEqual({ archived: true });
    expect((await call(variant.read, { id })).body.taxRateId).toBe(rate.id);
  });

  it("refuse to be without a default, refuse invalid rates, and change nothing", async () => {
    await ownersKey();
    await aTaxRate();
    const [id] = (await defaults()) as [tax.TaxRate["id"]];
    const nowhere = `tax_${"0".repeat(26)}` as const;
    await nothingChanged(async () => {
      expect(await call(tax.edit, { id, isDefault: false })).toMatchObject({
        status: 409,
        body: { error: { code: "taxRate.default" } },
      });
      expect(await call(tax.remove, { id })).toMatchObject({ status: 409 });
      expect(await call(tax.edit, { id: nowhere, name: "X" })).toMatchObject({ status: 404 });
      expect(await call(tax.remove, { id: nowhere })).toMatchObject({ status: 404 });
      for (const basisPoints of [-1, 10_001, 1.5]) {
        expect(await call(tax.create, { name: "X", basisPoints })).toMatchObject({ status: 400 });
      }
    });
  });
});
