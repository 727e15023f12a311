/** The tree that products are sorted into. */
import * as z from "zod";
import { id, text, time } from "./kit/fields.ts";
import { Done, listing, operation, pageOf } from "./kit/operation.ts";
import { History } from "./parts/history.ts";
import { slug } from "./product.ts";

export const Category = z.object({
  id: id("category"),
  parentId: id("category").nullable(),
  slug: z.string(),
  name: z.string(),
  position: z.int().describe("Its place among its siblings, from 0."),
  depth: z.int().describe("0 at the top."),
  createdAt: time,
});
export type Category = z.output<typeof Category>;

const place = z.int().min(0).max(100_000);

export const list = operation({
  name: "category.list",
  method: "GET",
  path: "/api/admin/categories",
  right: "catalog.read",
  vendor: "open",
  summary: "List the whole tree: each category after its parent, siblings in order.",
  input: z.strictObject({ ...listing }),
  output: pageOf(Category),
  refuses: [],
});

export const create = operation({
  name: "category.create",
  method: "POST",
  path: "/api/admin/categories",
  right: "catalog.write",
  vendor: "closed",
  summary: "Add a category, last among its siblings unless a position is given.",
  input: z.strictObject({
    name: text(200),
    slug: slug.optional(),
    parentId: id("category").nullable().default(null),
    position: place.optional(),
  }),
  output: Category,
  status: 201,
  refuses: ["category.unknown", "category.slugTaken", "category.tooDeep"],
});

export const read = operation({
  name: "category.read",
  method: "GET",
  path: "/api/admin/categories/{id}",
  right: "catalog.read",
  vendor: "open",
  summary: "Show a category.",
  input: z.strictObject({ id: id("category") }),
  output: Category,
  refuses: ["category.unknown"],
});

export const edit = operation({
  name: "category.edit",
  method: "PATCH",
  path: "/api/admin/categories/{id}",
  right: "catalog.write",
  vendor: "closed",
  summary: "Rename a category, or move it with everything in it.",
  input: z.strictObject({
    id: id("category"),
    name: text(200).optional(),
    slug: slug.optional(),
    parentId: id("category").nullable().optional(),
    position: place.optional(),
  }),
  output: Category,
  refuses: ["category.unknown", "category.slugTaken", "category.cycle", "category.tooDeep"],
});

export const remove = operation({
  name: "category.remove",
  method: "DELETE",
  path: "/api/admin/categories/{id}",
  right: "catalog.write",
  vendor: "closed",
  summary: "Remove a category with nothing in it.",
  input: z.strictObject({ id: id("category") }),
  output: Done,
  refuses: ["category.unknown", "category.inUse"],
});

export const history = operation({
  name: "category.history",
  method: "GET",
  path: "/api/admin/categories/{id}/history",
  right: "catalog.read",
  vendor: "closed",
  summary: "List the changes to a category, newest first.",
  input: z.strictObject({ id: id("category"), ...listing }),
  output: History,
  refuses: ["category.unknown"],
});
