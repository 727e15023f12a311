import { describe, expect, it } from "vitest";
import * as product from "#core/contract/product";
import { entriesAbout } from "../support/audit.ts";
import { call, ownersKey } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aProduct, aTaxRate, aVariant, some } from "../support/given/catalogue.ts";
import { nothingChanged } from "../support/given/orders.ts";

const ulid = "0".repeat(26);

describe("product.create", () => {
  it("creates a product with its variants, and returns what a later read returns", async () => {
    const rate = await aTaxRate();
    const sku = some("SHIRT");
    const made = await call(product.create, {
      title: "Crème brûlée, 6 pcs",
      options: ["Size", "Colour"],
      status: "active",
      tags: ["sweet"],
      images: [{ url: "https://cdn.example.com/1.jpg", alt: "A bowl" }],
      variants: [
        { sku, priceMinor: 1999, compareAtMinor: 2499, options: ["6", "Brown"], taxRateId: rate.id },
        { sku: `${sku}-2`, priceMinor: 0, options: ["12", "Brown"], trackStock: false },
      ],
    });
    expect(made).toMatchObject({
      status: 201,
      headers: { etag: '"1"' },
      body: {
        slug: "creme-brulee-6-pcs",
        status: "active",
        vendorId: null,
        variants: [
          {
            sku,
            price: { amountMinor: 1999, currency: "INR" },
            compareAt: { amountMinor: 2499, currency: "INR" },
            cost: null,
            trackStock: true,
            continueSelling: false,
            taxRateId: rate.id,
          },
          { sku: `${sku}-2`, trackStock: false, archivedAt: null },
        ],
      },
    });
    const read = await call(product.read, { id: made.body.id });
    expect(read).toMatchObject({ status: 200, headers: { etag: '"1"' } });
    expect(read.body).toEqual(made.body);
  });

  it("records who created it, and emits an event with its data", async () => {
    const { body } = await call(product.create, {
      title: some("Teapot"),
      variants: [{ sku: some("T"), priceMinor: 1 }],
    });
    expect(await entriesAbout(body.id)).toMatchObject([
      { action: "product.create", actorKind: "key", before: null, after: { title: body.title, variants: [{}] } },
    ]);
    expect(await eventsAbout(body.id)).toMatchObject([
      { name: "product.created", subject: { type: "product", id: body.id }, data: body },
    ]);
  });

  it("gives two products with the same title different slugs", async () => {
    const title = some("Two alike");
    const [first, second] = [await aProduct({ title }), await aProduct({ title })];
    expect(second.slug.startsWith(`${first.slug}-`)).toBe(true);
  });

  it("finds a slug for a title without a Latin letter", async () => {
    expect((await call(product.create, { title: "चाय" })).body.slug).toMatch(/^prd-[0-9a-z]{26}$/);
  });

  it.each([
    ["an option named twice", async () => ({ options: ["Size", "Size"] }), 400, "request.invalid"],
    ["a slug that is taken", async () => ({ slug: (await aProduct()).slug }), 409, "product.slugTaken"],
    [
      "a SKU that is taken",
      async () => ({ variants: [{ sku: (await aVariant()).sku, priceMinor: 1 }] }),
      409,
      "variant.skuTaken",
    ],
    [
      "one SKU twice",
      async () => ({ variants: [1, 2].map((at) => ({ sku: "TWICE", priceMinor: at, options: [] })) }),
      409,
      "",
    ],
    [
      "two variants with the same options",
      async () => ({
        options: ["Size"],
        variants: ["A", "B"].map((sku) => ({ sku: some(sku), priceMinor: 1, options: ["M"] })),
      }),
      409,
      "variant.optionsTaken",
    ],
    ["going on sale with nothing to sell", async () => ({ status: "active" as const }), 409, "product.noVariants"],
    ["a category that is not there", async () => ({ categoryId: `cat_${ulid}` as const }), 404, "category.unknown"],
    ["a vendor that is not there", async () => ({ vendorId: `ven_${ulid}` as const }), 404, "vendor.unknown"],
    [
      "a tax rate that is not there",
      async () => ({ variants: [{ sku: some("A"), priceMinor: 1, taxRateId: `tax_${ulid}` as const }] }),
      404,
      "taxRate.unknown",
    ],
    [
      "options without names",
      async () => ({ variants: [{ sku: "X", priceMinor: 1, options: ["M"] }] }),
      400,
      "request.invalid",
    ],
    ["a price below nothing", async () => ({ variants: [{ sku: "X", priceMinor: -1 }] }), 400, "request.invalid"],
    ["a price with a fraction", async () => ({ variants: [{ sku: "X", priceMinor: 19.99 }] }), 400, "request.invalid"],
    ["an image that is a script", async () => ({ images: [{ url: "javascript:alert(1)" }] }), 400, "request.invalid"],
    ["a slug with a space", async () => ({ slug: "a b" }), 400, "request.invalid"],
    ["a title of blanks", async () => ({ title: "   " }), 400, "request.invalid"],
  ])("refuses %s, and changes nothing", async (_, said, status, code) => {
    await ownersKey();
    const input = { title: some("Refused"), ...(await said()) };
    await nothingChanged(async () => {
      const answer = await call(product.create, input);
      expect(answer.status).toBe(status);
      if (code) expect(answer.body.error?.code).toBe(code);
    });
  });

  // Two people import the same list: the unique index decides, not a check beforehand.
  it("creates only one of two with the same slug and SKU at once", async () => {
    const input = { title: "Same", slug: some("same"), variants: [{ sku: some("SAME"), priceMinor: 1 }] };
    const answers = await Promise.all([1, 2, 3].map(() => call(product.create, input)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });
});
