import { describe, expect, it } from "vitest";
import * as product from "#core/contract/product";
import * as variant from "#core/contract/variant";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aProduct, aVariant, pagesOf, some } from "../support/given/catalogue.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

const nowhere = `var_${"0".repeat(26)}` as const;

describe("variant.create", () => {
  it("adds it last, raises the product's version, and emits an event for the product", async () => {
    const { id } = await aProduct({ options: ["Size"], variants: [{ options: ["M"] }] });
    const other = (await call(product.read, { id: (await aProduct()).id })).body;
    const sku = some("L");
    const { status, body } = await call(variant.create, { id, sku, priceMinor: 500, options: ["L"] });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id, version: 2, variants: [{ options: ["M"] }, { sku, options: ["L"] }] });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ name: "product.updated", data: body });
    const added = body.variants[1]!;
    expect(await entriesAbout(added.id)).toMatchObject([{ action: "variant.create", after: { sku, productId: id } }]);
    expect((await call(product.read, { id: other.id })).body).toEqual(other);
  });

  // Two variants looked alike, and a file that had the other form knew neither.
  it("stores a SKU's letters in one form, and refuses the other form of one that is taken", async () => {
    const { id } = await aProduct({ options: ["Size"], variants: [{ options: ["M"] }] });
    const sku = some("THÉ");
    const { body } = await call(variant.create, { id, sku: sku.normalize("NFD"), priceMinor: 1, options: ["L"] });
    expect(body.variants[1]).toMatchObject({ sku: sku.normalize("NFC") });
    const again = await call(variant.create, { id, sku: sku.normalize("NFC"), priceMinor: 1, options: ["S"] });
    expect(again).toMatchObject({ status: 409, body: { error: { code: "variant.skuTaken" } } });
  });

  // Composed, U+0958 is two characters: more were stored than fit, and what fits was refused.
  it("has a SKU of at most 255 characters in the form in which it is stored", async () => {
    const { id } = await aProduct({ options: ["Size"], variants: [{ options: ["M"] }] });
    const answered = async (sku: string) =>
      (await call(variant.create, { id, sku, priceMinor: 1, options: ["L"] })).status;
    expect(await answered("\u0958".repeat(255))).toBe(400);
    expect(await answered("e\u0301".repeat(255))).toBe(201);
  });

  // Shopify's have 6 to 13 digits, Japan's 9 and Turkey's 12.
  it.each([
    ["610910", 201],
    ["6109.10-000", 400],
    ["6109.10.000", 201],
    ["610910000012", 201],
    ["6109100000123", 201],
    ["61091000001234", 400],
    ["61091", 400],
  ])("takes the customs code %s: %s", async (hsCode, status) => {
    const { id } = await aProduct({ options: ["Size"], variants: [{ options: ["M"] }] });
    const input = { id, sku: some("HS"), priceMinor: 1, options: ["L"], hsCode };
    expect((await call(variant.create, input)).status).toBe(status);
  });

  it.each([
    ["a product that is not there", async () => ({ id: `prd_${"0".repeat(26)}` as const }), 404, "product.unknown"],
    [
      "a SKU that is taken",
      async () => ({ id: (await aProduct({ variants: [], status: "draft" })).id, sku: (await aVariant()).sku }),
      409,
      "variant.skuTaken",
    ],
    ["the options of another variant", async () => ({ id: (await aProduct()).id }), 409, "variant.optionsTaken"],
    [
      "values for options the product has not",
      async () => ({ id: (await aProduct()).id, options: ["M"] }),
      400,
      "request.invalid",
    ],
  ])("refuses %s, and changes nothing", async (_, said, status, code) => {
    const input = { sku: some("NEW"), priceMinor: 1, ...(await said()) };
    await call(product.list, {});
    await nothingChanged(async () => {
      expect(await call(variant.create, input)).toMatchObject({ status, body: { error: { code } } });
    });
  });

  it("adds both of two at once, each at its own position", async () => {
    const { id } = await aProduct({ options: ["Size"], variants: [{ options: ["M"] }] });
    await Promise.all(
      ["S", "L"].map((size) => call(variant.create, { id, sku: some(size), priceMinor: 1, options: [size] })),
    );
    const { body } = await call(product.read, { id });
    expect(body.variants.map(({ options }) => options[0]).toSorted()).toEqual(["L", "M", "S"]);
    expect(body.version).toBe(3);
  });
});

describe("variant.edit", () => {
  it("changes the given fields, records it, and counts as a change of the product", async () => {
    const { id, productId } = await aVariant({ priceMinor: 100 });
    const { body } = await call(variant.edit, { id, priceMinor: 150, barcode: "890123" });
    expect(body).toMatchObject({
      id: productId,
      version: 2,
      variants: [{ price: { amountMinor: 150 }, barcode: "890123" }],
    });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "variant.edit",
      before: { priceMinor: 100, barcode: null },
      after: { priceMinor: 150, barcode: "890123" },
    });
    expect((await eventsAbout(productId)).at(-1)).toMatchObject({ name: "product.updated", data: body });
  });

  // A migration left the other form of a SKU to one of two that look alike, and it could not be edited as it was read.
  it("leaves a SKU alone that is sent as it is", async () => {
    const [one, twin] = [await aVariant(), await aVariant()];
    const sku = some("THÉ").normalize("NFC");
    await db().execute(sql`
      update variants set sku = case id when ${one.id} then ${sku}::text else normalize(${sku}::text, NFD) end
      where id in (${one.id}, ${twin.id})`);
    const edited = await call(variant.edit, { id: twin.id, sku: sku.normalize("NFD"), priceMinor: 7 });
    expect(edited).toMatchObject({
      status: 200,
      body: { variants: [{ sku: sku.normalize("NFD"), price: { amountMinor: 7 } }] },
    });
  });

  it.each([
    ["one that is not there", async () => ({ id: nowhere }), 404, "variant.unknown"],
    [
      "another one's SKU",
      async () => ({ id: (await aVariant()).id, sku: (await aVariant()).sku }),
      409,
      "variant.skuTaken",
    ],
    [
      "a price that is text",
      async () => ({ id: (await aVariant()).id, priceMinor: "12,5" as unknown as number }),
      400,
      "request.invalid",
    ],
  ])("refuses %s, and changes nothing", async (_, said, status, code) => {
    const input = await said();
    await call(product.list, {});
    await nothingChanged(async () => {
      expect(await call(variant.edit, input)).toMatchObject({ status, body: { error: { code } } });
    });
  });

  it("checks the product's version", async () => {
    const { id } = await aVariant();
    const ifMatch = { headers: { "if-match": '"1"' } };
    const answers = await Promise.all([1, 2].map((priceMinor) => call(variant.edit, { id, priceMinor }, ifMatch)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });
});

describe("variant.remove", () => {
  it("deletes what nothing refers to, archives what has stock or orders, and restores it on request", async () => {
    const { id: productId, variants } = await aProduct({
      options: ["Size"],
      variants: [{ options: ["S"] }, { options: ["M"] }],
    });
    const [small, middle] = variants;
    await aVariantInStock(2, { variantId: middle!.id });
    expect((await call(variant.remove, { id: middle!.id })).body.variants[1]).toMatchObject({
      archivedAt: expect.any(String),
    });
    expect(await call(variant.read, { id: middle!.id })).toMatchObject({ status: 200 });
    await call(product.edit, { id: productId, status: "draft" });
    const { body } = await call(variant.remove, { id: small!.id });
    expect(body.variants.map(({ id }) => id)).toEqual([middle!.id]);
    const listed = (await call(product.list, {})).body.items.find(({ id }) => id === productId);
    expect(listed).toMatchObject({ variantCount: 0, priceFrom: null });
    expect(await call(variant.read, { id: small!.id })).toMatchObject({ status: 404 });
    const back = await call(variant.edit, { id: middle!.id, archived: false });
    expect(back.body.variants[0]).toMatchObject({ archivedAt: null });
    expect((await eventsAbout(productId)).map(({ name }) => name)).toEqual([
      "product.created",
      ...Array.from({ length: 4 }, () => "product.updated"),
    ]);
  });

  it("archives a variant that an order has, which stays as it was ordered", async () => {
    const order = await anOrder();
    const { variantId, productId } = order.lines[0]!;
    await call(product.edit, { id: productId, status: "draft" });
    const { body } = await call(variant.remove, { id: variantId });
    expect(body.variants).toMatchObject([{ id: variantId, archivedAt: expect.any(String) }]);
  });

  // A product on sale without a variant is a page on which nothing can be bought.
  it("keeps the last variant of a product on sale, even if two are removed at once", async () => {
    const { variants } = await aProduct({ options: ["Size"], variants: [{ options: ["S"] }, { options: ["M"] }] });
    const answers = await Promise.all(variants.map(({ id }) => call(variant.remove, { id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error?.code).toBe("product.noVariants");
  });

  it("refuses an unknown one", async () => {
    expect(await call(variant.remove, { id: nowhere })).toMatchObject({ status: 404 });
  });
});

describe("the options of a product", () => {
  // Otherwise a product that was once sold without options could never get any: its old variant stays for ever.
  it("can be added once its variants are archived, which need values for them to be restored", async () => {
    const { variantId, productId } = (await anOrder()).lines[0]!;
    await call(product.edit, { id: productId, status: "draft" });
    expect(await call(product.edit, { id: productId, options: ["Size"] })).toMatchObject({ status: 400 });
    await call(variant.remove, { id: variantId });
    expect(await call(product.edit, { id: productId, options: ["Size"] })).toMatchObject({ status: 200 });
    await nothingChanged(async () => {
      expect(await call(variant.edit, { id: variantId, archived: false })).toMatchObject({
        status: 400,
        body: { error: { detail: { issues: [{ path: "options" }] } } },
      });
    });
    const { body } = await call(variant.edit, { id: variantId, archived: false, options: ["M"] });
    expect(body.variants).toMatchObject([{ id: variantId, options: ["M"], archivedAt: null }]);
  });
});

describe("a refusal of one of many variants", () => {
  // For two hundred variants in one request, "another variant has this SKU" helps no one.
  it("names the SKU, the options or the tax rate", async () => {
    const { sku } = await aVariant();
    const taxRateId = `tax_${"0".repeat(26)}` as const;
    const many = (one: object) =>
      call(product.create, {
        title: "Shirt",
        options: ["Size", "Colour"],
        variants: ["S", "M", "L"].map((size) => ({
          sku: some(size),
          priceMinor: 1,
          options: [size, 'Sky "blue"'],
          ...(size === "M" && one),
        })),
      });
    const refused = async (one: object) => (await many(one)).body.error;
    expect(await refused({ sku })).toMatchObject({ code: "variant.skuTaken", detail: { sku } });
    expect(await refused({ options: ["S", 'Sky "blue"'] })).toMatchObject({
      code: "variant.optionsTaken",
      detail: { options: ["S", 'Sky "blue"'] },
    });
    expect(await refused({ taxRateId })).toMatchObject({ code: "taxRate.unknown", detail: { taxRateId } });
    const categoryId = `cat_${"0".repeat(26)}` as const;
    const { body } = await call(product.create, { title: "Shirt", categoryId });
    expect(body.error).toMatchObject({ code: "category.unknown", detail: { categoryId } });
  });
});

describe("variant.list", () => {
  // Someone who scans MUG gets the mug, in a store with a thousand items of similar name.
  it("finds only the scanned item, whatever the case", async () => {
    const code = some("MUG");
    await aVariant({ sku: `A-${code}` });
    await aProduct({ title: code, variants: [{ sku: some("B") }] });
    const barcode = some("40063");
    const { sku } = await aVariant({ sku: code, barcode });
    const skus = async (code: string) => (await call(variant.list, { code })).body.items.map((one) => one.sku);
    expect(await skus(code.toLowerCase())).toEqual([sku]);
    expect(await skus(barcode)).toEqual([sku]);
    for (const other of [code.slice(1), code.slice(0, -1), code.replace("-", "_"), "%"]) {
      expect(await skus(other)).toEqual([]);
    }
  });

  it("finds by part of a SKU or title, and by a complete barcode, sorted by SKU", async () => {
    const word = some("pick");
    const { id: productId } = await aProduct({
      title: `A ${word} thing`,
      options: ["Size"],
      variants: [
        { sku: `${word}-B`, options: ["M"], barcode: `${word}-890` },
        { sku: `${word}-A`, options: ["S"] },
      ],
    });
    const skus = async (q: string) => (await call(variant.list, { q })).body.items.map(({ sku }) => sku);
    expect(await skus(word.toUpperCase())).toEqual([`${word}-A`, `${word}-B`]);
    expect(await skus(`${word}-890`)).toEqual([`${word}-B`]);
    expect(await skus(`${word}-89`)).toEqual([]);
    const pages = await pagesOf((cursor) => call(variant.list, { productId, limit: 1, ...(cursor && { cursor }) }));
    expect(pages.map(({ title }) => title)).toEqual([`A ${word} thing (S)`, `A ${word} thing (M)`]);
  });

  it("leaves archived ones out unless they are requested", async () => {
    const { variantId } = await aVariantInStock(1);
    const { body } = await call(variant.read, { id: variantId });
    await call(product.edit, { id: body.productId, status: "draft" });
    await call(variant.remove, { id: variantId });
    expect((await call(variant.list, { productId: body.productId })).body.items).toEqual([]);
    expect((await call(variant.list, { productId: body.productId, archived: true })).body.items).toHaveLength(1);
  });
});
