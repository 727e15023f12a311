/** API keys: how programs sign in. */
import * as z from "zod";
import { byValueOf } from "./kit/by-value-of.ts";
import { id, text, time } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { roles } from "./values/rights.ts";

const who = z.object({ id: z.string(), name: z.string() });

export const ApiKey = z.object({
  id: id("key"),
  name: z.string(),
  last4: z.string().describe("The key's last four characters, to identify it."),
  role: z.enum(roles),
  vendorId: id("vendor").nullable(),
  heldTo: z
    .enum(roles)
    .nullable()
    .describe("A lower role that the key's creator has been given since: the key can do no more than that role."),
  storefront: z.boolean().describe("Works for `/api/store` only, whatever its role."),
  channel: z.string().nullable().describe("The channel's code for orders that come through a storefront's key."),
  createdAt: time,
  createdBy: who.nullable(),
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable().describe("Accurate to the minute."),
  revokedAt: time.nullable(),
  revokedBy: who.nullable(),
});
export type ApiKey = z.output<typeof ApiKey>;

/** A key as shown when its creator loses rights. */
export const MadeKey = ApiKey.pick({ id: true, name: true, last4: true, role: true, heldTo: true, lastUsedAt: true });
export type MadeKey = z.output<typeof MadeKey>;
/** An answer names at most this many, and says how many there are. */
export const keysNamedMax = 200;

/** Only logins and keys with the role `vendor` are bound to a vendor. */
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
  summary: "List the API keys, newest first, including revoked ones.",
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
  summary: "Create an API key with a role; owners only. The key itself is shown only in this response.",
  input: byValueOf(
    byValueOf(
      z.strictObject({
        name: text(100),
        role: z.enum(roles),
        vendorId: id("vendor").optional().describe("The vendor whose records it sees: for the role `vendor` only."),
        expiresAt: time.optional().describe("In the future; left out for a key that never expires."),
        storefront: z
          .boolean()
          .default(false)
          .describe("For a shop's own pages: works for `/api/store` only. Its role is `staff`."),
        channel: text(50).optional().describe("A channel's code, for orders that come through a storefront's key."),
      }),
      "role",
      boundToVendor,
    ),
    "storefront",
    [
      { is: [true], fixes: { role: "staff" } },
      { is: [false], without: ["channel"] },
    ],
  ),
  output: ApiKey.extend({ key: z.string().describe("Shown in this response and never again.") }),
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
  summary: "Revoke an API key: from the next request on neither the key nor the invitations it sent work.",
  input: z.strictObject({
    id: id("key"),
    andMade: z
      .boolean()
      .default(false)
      .describe("Also revoke the working keys that it created, even if it is already revoked."),
  }),
  output: ApiKey.extend({
    made: z
      .array(MadeKey)
      .max(keysNamedMax)
      .describe(
        "The working keys that it created, and those that they created in turn; with `andMade` they are now revoked.",
      ),
    madeCount: z.int().describe("How many there are; at most 200 are named."),
  }),
  refuses: ["key.unknown", "key.revoked", "right.beyond"],
});
