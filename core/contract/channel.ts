/** Channels: where an order came from. Rights are never split by channel. */
import * as z from "zod";
import { id, text, time } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";

export const Channel = z.object({
  id: id("channel"),
  code: z.string(),
  name: z.string(),
  active: z.boolean(),
  createdAt: time,
  archivedAt: time.nullable().describe("Removed, but kept because orders or prices refer to it. Its code stays taken."),
});
export type Channel = z.output<typeof Channel>;

/** How programs name it: `web`, `market-stall`. */
export const code = z
  .string()
  .max(50)
  .regex(/^[a-z0-9]+([-_][a-z0-9]+)*$/, "lower-case letters and digits, in groups joined by a hyphen or underscore");

export const list = operation({
  name: "channel.list",
  method: "GET",
  path: "/api/admin/channels",
  right: "signedIn",
  vendor: "closed",
  summary: "List channels by code. Archived ones are included only on request.",
  input: z.strictObject({ ...listing, archived: z.boolean().default(false) }),
  output: pageOf(Channel),
  refuses: [],
});

export const create = operation({
  name: "channel.create",
  method: "POST",
  path: "/api/admin/channels",
  right: "store.write",
  vendor: "closed",
  summary: "Add a channel.",
  input: z.strictObject({ code, name: text(100), active: z.boolean().default(true) }),
  output: Channel,
  status: 201,
  refuses: ["channel.codeTaken"],
});

export const read = operation({
  name: "channel.read",
  method: "GET",
  path: "/api/admin/channels/{id}",
  right: "signedIn",
  vendor: "closed",
  summary: "Show a channel.",
  input: z.strictObject({ id: id("channel") }),
  output: Channel,
  refuses: ["channel.unknown"],
});

export const edit = operation({
  name: "channel.edit",
  method: "PATCH",
  path: "/api/admin/channels/{id}",
  right: "store.write",
  vendor: "closed",
  summary: "Change a channel, or turn it off for new orders. Turning on an archived channel restores it.",
  input: z.strictObject({
    id: id("channel"),
    code: code.optional(),
    name: text(100).optional(),
    active: z.boolean().optional(),
  }),
  output: Channel,
  refuses: ["channel.unknown", "channel.codeTaken"],
});

export const remove = operation({
  name: "channel.remove",
  method: "DELETE",
  path: "/api/admin/channels/{id}",
  right: "store.write",
  vendor: "closed",
  summary: "Remove a channel, or archive it if orders refer to it.",
  input: z.strictObject({ id: id("channel") }),
  output: z.object({ archived: z.boolean() }),
  refuses: ["channel.unknown"],
});
