/** API keys: how programs come in. */
import * as z from "zod";
import { byValueOf } from "./by-value-of.ts";
import { id, text, time } from "./fields.ts";
import { listing, operation, pageOf } from "./kit.ts";
import { roles } from "./rights.ts";

const who = z.object({ id: z.string(), name: z.string() });

export const ApiKey = z.object({
  id: id("key"),
  name: z.string(),
  last4: z.string().describe("The key's last four characters, to tell it from others."),
  role: z.enum(roles),
  vendorId: id("vendor").nullable(),
  heldTo: z
    .enum(roles)
    .nullable()
    .describe("A lower role that whoever made the key was given since: the key may do no more than that role may."),
  storefront: z.boolean().describe("It opens `/api/store` and nothing else, whatever its role."),
  channel: z.string().nullable().describe("Of the orders that come by a storefront's key: the channel's code."),
  createdAt: time,
  createdBy: who.nullable(),
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable().describe("To the minute."),
  revokedAt: time.nullable(),
  revokedBy: who.nullable(),
});
export type ApiKey = z.output<typeof ApiKey>;

/** A key as it is named where somebody's power is taken away. */
export const MadeKey = ApiKey.pick({ id: true, name: true, last4: true, role: true, heldTo: true, lastUsedAt: true });
export type MadeKey = z.output<typeof MadeKey>;
/** An answer names no more of them, and says how many there are. */
export const keysNamedMax = 200;

/** A vendor's login or key is bound to a vendor, and no other is. */
export const boundToVendor = [
  { is: ["vendor"], needs: ["vendorId"] },
  { is: roles.filter((role) => role !== "vendor"), without: ["vendorId"] },
] as const;

export const list = operation({
  name: "key.list",
  method: "GET",
  path: "/api/admin/api-keys",
  right: "apikeys.read",
  vendor: "closed",
  summary: "List the API keys, newest first; revoked ones stay on the record.",
  input: z.strictObject({ ...listing }),
  output: pageOf(ApiKey),
  refuses: [],
});

export const create = operation({
  name: "key.create",
  method: "POST",
  path: "/api/admin/api-keys",
  right: "apikeys.write",
  vendor: "closed",
  summary: "Make an API key of a role, for owners only. The key itself is shown this once.",
  input: byValueOf(
    z.strictObject({
      name: text(100),
      role: z.enum(roles),
      vendorId: id("vendor").optional().describe("Whose records it sees: for the role `vendor`, and only for it."),
      expiresAt: time.optional(),
      storefront: z
        .boolean()
        .optional()
        .describe("For a shop's own pages: it opens `/api/store` and nothing else. Its role is `staff`."),
      channel: text(50).optional().describe("A channel's code, for the orders that come by a storefront's key."),
    }),
    "role",
    boundToVendor,
  ),
  output: ApiKey.extend({ key: z.string().describe("Shown in this answer and never again.") }),
  refuses: ["key.ownersOnly", "right.beyond", "vendor.unknown", "channel.unknown"],
  status: 201,
  answersSecret: true,
});

export const revoke = operation({
  name: "key.revoke",
  method: "DELETE",
  path: "/api/admin/api-keys/{id}",
  right: "apikeys.write",
  vendor: "closed",
  summary: "Revoke an API key: it opens nothing from the next request on, and neither do the invitations it sent.",
  input: z.strictObject({
    id: id("key"),
    andMade: z
      .boolean()
      .default(false)
      .describe("Revoke the working keys that it had made too, also when it is revoked already."),
  }),
  output: ApiKey.extend({
    made: z
      .array(MadeKey)
      .max(keysNamedMax)
      .describe(
        "The working keys that it had made, and those that these had made; with `andMade` they are revoked now.",
      ),
    madeCount: z.int().describe("How many they are; no more than 200 are named."),
  }),
  refuses: ["key.unknown", "key.revoked", "right.beyond"],
});
