/** Customer groups, which price lists can be for. */
import * as z from "zod";
import { id, text, time } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { History } from "./parts/history.ts";

export const Group = z.object({
  id: id("group"),
  name: z.string(),
  description: z.string().nullable(),
  members: z.int().describe("Counted up to 10,000."),
  priceLists: z.array(z.object({ id: id("priceList"), name: z.string() })).describe("Price lists for this group."),
  createdAt: time,
});
export type Group = z.output<typeof Group>;

const fields = { name: text(100), description: text(500).nullable() };

export const list = operation({
  name: "group.list",
  method: "GET",
  path: "/api/admin/customer-groups",
  right: "groups.read",
  vendor: "closed",
  summary: "List customer groups, newest first.",
  input: z.strictObject({ ...listing }),
  output: pageOf(Group),
  refuses: [],
});

export const create = operation({
  name: "group.create",
  method: "POST",
  path: "/api/admin/customer-groups",
  right: "groups.write",
  vendor: "closed",
  summary: "Add a customer group.",
  input: z.strictObject({ name: fields.name, description: fields.description.default(null) }),
  output: Group,
  status: 201,
  refuses: ["group.nameTaken"],
});

export const read = operation({
  name: "group.read",
  method: "GET",
  path: "/api/admin/customer-groups/{id}",
  right: "groups.read",
  vendor: "closed",
  summary: "Show a customer group. Its members are in `customer.list` with `groupId`.",
  input: z.strictObject({ id: id("group") }),
  output: Group,
  refuses: ["group.unknown"],
});

export const edit = operation({
  name: "group.edit",
  method: "PATCH",
  path: "/api/admin/customer-groups/{id}",
  right: "groups.write",
  vendor: "closed",
  summary: "Rename or describe a customer group.",
  input: z
    .strictObject({ id: id("group"), ...z.strictObject(fields).partial().shape })
    .meta({ examples: [{ name: "Wholesale" }] }),
  output: Group,
  refuses: ["group.unknown", "group.nameTaken"],
});

export const remove = operation({
  name: "group.remove",
  method: "DELETE",
  path: "/api/admin/customer-groups/{id}",
  right: "groups.write",
  vendor: "closed",
  summary: "Remove a customer group; its customers stay. Refused while a price list is for this group.",
  input: z.strictObject({ id: id("group") }),
  output: z.object({}),
  refuses: ["group.unknown", "group.inUse"],
});

export const history = operation({
  name: "group.history",
  method: "GET",
  path: "/api/admin/customer-groups/{id}/history",
  right: "groups.read",
  vendor: "closed",
  summary: "List the changes to a customer group, newest first.",
  input: z.strictObject({ id: id("group"), ...listing }),
  output: History,
  refuses: ["group.unknown"],
});
