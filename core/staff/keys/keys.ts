import type { ApiKey } from "#core/contract/key";
import type { Id } from "#core/contract/kit/fields";
import { sql } from "#core/db/drizzle";
import { apiKeys } from "#core/staff/staff.table";
import { nameOf } from "#core/staff/who";

/** A key as the API shows it: without its hash. */
export const keyFields = {
  id: apiKeys.id,
  name: apiKeys.name,
  last4: apiKeys.last4,
  role: apiKeys.role,
  vendorId: sql<Id<"vendor"> | null>`coalesce(${apiKeys.vendorId}, ${apiKeys.heldVendorId})`,
  heldTo: apiKeys.heldTo,
  storefront: apiKeys.storefront,
  channel: sql<string | null>`(select code from channels where channels.id = api_keys.channel_id)`,
  createdAt: apiKeys.createdAt,
  createdBy: apiKeys.createdBy,
  createdByName: nameOf(sql`api_keys.created_by`),
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
  revokedBy: apiKeys.revokedBy,
  revokedByName: nameOf(sql`api_keys.revoked_by`),
};

type Row = Omit<ApiKey, "createdBy" | "revokedBy"> &
  Readonly<Record<"createdBy" | "createdByName" | "revokedBy" | "revokedByName", string | null>>;

export const shownKey = ({ createdBy, createdByName, revokedBy, revokedByName, ...row }: Row): ApiKey => ({
  ...row,
  createdBy: createdBy === null ? null : { id: createdBy, name: createdByName ?? createdBy },
  revokedBy: revokedBy === null ? null : { id: revokedBy, name: revokedByName ?? revokedBy },
});
