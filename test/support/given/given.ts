/** Initial data for tests. */
import { randomBytes } from "node:crypto";
import type { Id } from "#core/contract/kit/fields";
import type { Role } from "#core/contract/values/rights";
import { db } from "#core/db/client";
import { newId } from "#core/id";
import { digest } from "#core/secret";
import { apiKeys } from "#core/staff/staff.table";

interface KeyGiven {
  readonly role?: Role;
  readonly vendorId?: Id<"vendor"> | null;
  readonly storefront?: boolean;
  readonly channelId?: Id<"channel"> | null;
}

/** A storefront key, for orders in a channel if one is given. */
export const aStorefrontKey = (channelId: Id<"channel"> | null = null) =>
  aKey({ role: "staff", storefront: true, channelId });

/** An API key with a role, by default the owner's. */
export async function aKey({ role = "owner", vendorId = null, storefront = false, channelId = null }: KeyGiven = {}) {
  const key = `qmk_${randomBytes(32).toString("base64url")}`;
  await db()
    .insert(apiKeys)
    .values({
      id: newId("key"),
      tokenHash: digest(key),
      name: `${role}'s key`,
      last4: key.slice(-4),
      role,
      vendorId,
      storefront,
      channelId,
      createdAt: new Date(),
    });
  return key;
}
