/** Collections: products chosen and ordered by hand. */
import * as z from "zod";
import { eachOnce, id, searchText, text, time, verbatim } from "./kit/fields.ts";
import { Done, listing, operation, pageOf } from "./kit/operation.ts";
import { slug } from "./product.ts";

export const CollectionSummary = z.object({
  id: id("collection"),
  slug: z.string(),
  title: z.string(),
  createdAt: time,
  updatedAt: time,
});
export type CollectionSummary = z.output<typeof CollectionSummary>;

export const Collection = CollectionSummary.extend({
  description: z.string(),
  productIds: z.array(id("product")).describe("In the order that staff gave them."),
});
export type Collection = z.output<typeof Collection>;

const description = verbatim(0, 50_000);
/** Bounds the work of one request and the size of the event. */
const productIds = eachOnce(z.array(id("product")).max(1000));

export const list = operation({
  name: "collection.list",
  method: "GET",
  path: "/api/admin/collections",
  right: "collections.read",
  vendor: "closed",
  summary: "List collections by title.",
  input: z.strictObject({ ...listing, q: searchText(200).optional() }),
  output: pageOf(CollectionSummary),
  refuses: [],
});

export const create = operation({
  name: "collection.create",
  method: "POST",
  path: "/api/admin/collections",
  right: "collections.write",
  vendor: "closed",
  summary: "Create a collection. Without a slug it gets one from its title.",
  input: z.strictObject({
    title: text(300),
    slug: slug.optional(),
    description: description.default(""),
    productIds: productIds.default([]),
  }),
  output: Collection,
  status: 201,
  refuses: ["collection.slugTaken", "product.unknown"],
  emits: ["collection.updated"],
});

export const read = operation({
  name: "collection.read",
  method: "GET",
  path: "/api/admin/collections/{id}",
  right: "collections.read",
  vendor: "closed",
  summary: "Show a collection and its products' ids, in order.",
  input: z.strictObject({ id: id("collection") }),
  output: Collection,
  refuses: ["collection.unknown"],
});

export const edit = operation({
  name: "collection.edit",
  method: "PATCH",
  path: "/api/admin/collections/{id}",
  right: "collections.write",
  vendor: "closed",
  summary: "Change a collection's details.",
  input: z.strictObject({
    id: id("collection"),
    title: text(300).optional(),
    slug: slug.optional(),
    description: description.optional(),
  }),
  output: Collection,
  refuses: ["collection.unknown", "collection.slugTaken"],
  emits: ["collection.updated"],
});

export const setProducts = operation({
  name: "collection.setProducts",
  method: "PUT",
  path: "/api/admin/collections/{id}/products",
  right: "collections.write",
  vendor: "closed",
  summary: "Set which products a collection holds, and in which order.",
  input: z.strictObject({
    id: id("collection"),
    productIds,
    before: productIds
      .optional()
      .describe("The products that the new list is based on: refused if the collection holds others now."),
  }),
  output: Collection,
  refuses: ["collection.unknown", "product.unknown", "version.stale"],
  emits: ["collection.updated"],
});

export const remove = operation({
  name: "collection.remove",
  method: "DELETE",
  path: "/api/admin/collections/{id}",
  right: "collections.write",
  vendor: "closed",
  summary: "Remove a collection; its products stay. Its event shows it without products.",
  input: z.strictObject({ id: id("collection") }),
  output: Done,
  refuses: ["collection.unknown"],
  emits: ["collection.updated"],
});
