/** Views: named filters of a list, private or shared with all staff. */
import * as z from "zod";
import { id, text, time, verbatim } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";

/** A list's name: `orders`, `products`. */
const listName = z.string().regex(/^[a-z][a-z-]{0,39}$/, "a list's name, such as orders");

/** The filters as in the admin's URL. */
const search = z
  .record(z.string().regex(/^[A-Za-z]{1,40}$/), verbatim(0, 500))
  .refine((filters) => Object.keys(filters).length <= 30, "at most 30 filters");

export const View = z.object({
  id: id("view"),
  list: z.string(),
  name: z.string(),
  search: z.record(z.string(), z.string()).describe("The filters, as in the admin's URL."),
  shared: z.boolean().describe("Whether all staff who may see the list see it; otherwise only its creator."),
  own: z.boolean().describe("Whether the caller created it."),
  createdAt: time,
});
export type View = z.output<typeof View>;

export const list = operation({
  name: "view.list",
  method: "GET",
  path: "/api/admin/views",
  right: "signedIn",
  vendor: "closed",
  summary:
    "List the caller's own views, and those that colleagues share of lists that the caller may see, oldest first.",
  input: z.strictObject({ list: listName.optional().describe("Only views of this list."), ...listing }),
  output: pageOf(View),
  refuses: [],
});

export const create = operation({
  name: "view.create",
  method: "POST",
  path: "/api/admin/views",
  right: "signedIn",
  vendor: "closed",
  summary: "Save the filters of a list under a name.",
  input: z.strictObject({
    list: listName,
    name: text(40),
    search,
    shared: z.boolean().default(true).describe("Whether all staff who may see the list see it, or only the caller."),
  }),
  output: View,
  status: 201,
  refuses: ["view.nameTaken"],
});

export const edit = operation({
  name: "view.edit",
  method: "PATCH",
  path: "/api/admin/views/{id}",
  right: "signedIn",
  vendor: "closed",
  summary:
    "Rename a view, change its filters, or make it shared or private. A view shared by someone else needs the right to change the store's settings, and stays shared.",
  input: z.strictObject({
    id: id("view"),
    name: text(40).optional(),
    search: search.optional(),
    shared: z.boolean().optional(),
  }),
  output: View,
  refuses: ["view.unknown", "view.notYours", "view.nameTaken"],
});

export const remove = operation({
  name: "view.remove",
  method: "DELETE",
  path: "/api/admin/views/{id}",
  right: "signedIn",
  vendor: "closed",
  summary: "Remove a view. A view shared by someone else needs the right to change the store's settings.",
  input: z.strictObject({ id: id("view") }),
  output: View,
  refuses: ["view.unknown", "view.notYours"],
});
