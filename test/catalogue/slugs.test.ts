import { expect, it } from "vitest";
import * as category from "#core/contract/category";
import * as collection from "#core/contract/collection";
import * as product from "#core/contract/product";
import { call, ownersKey } from "../support/call.ts";
import { some } from "../support/given/catalogue.ts";

// An import sends a page of products at once, several with one title: the second would be refused for a slug it never
// sent.
it.each([
  ["product", (title: string) => call(product.create, { title })],
  ["collection", (title: string) => call(collection.create, { title })],
  ["category", (name: string) => call(category.create, { name })],
])("gives each of ten at once its own slug if none is sent: %s", async (_, create) => {
  await ownersKey();
  const title = some("Linen Shirt");
  const made = await Promise.all(Array.from({ length: 10 }, () => create(title)));
  expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
  const slugs = made.map(({ body }) => body.slug);
  expect(new Set(slugs).size).toBe(10);
  expect(slugs).toContain(title.toLowerCase().replace(" ", "-"));
});

it("gives the same slug to one of ten at once, and refuses the others", async () => {
  const slug = some("linen-shirt");
  const made = await Promise.all(Array.from({ length: 10 }, () => call(product.create, { title: "Shirt", slug })));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, body } of made) {
    if (status !== 201) expect(body.error).toMatchObject({ code: "product.slugTaken", detail: { slug } });
  }
});
