import { randomBytes } from "node:crypto";
import { audit } from "#core/audit/record";
import { channelOf } from "#core/channel/channel-of";
import type * as contract from "#core/contract/key";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { invalidField, Refusal, refuseBeyond } from "#core/refusal";
import { digest } from "#core/secret";
import { recheckActor } from "#core/staff/roles/recheck-actor";
import { vendorOfRole } from "#core/staff/roles/vendor-of-role";
import { apiKeys } from "#core/staff/staff.table";
import { shownKey } from "./keys.ts";

/** Only owners create keys: the right to revoke them is not enough. */
export async function createKey(
  change: Change,
  { name, role, vendorId, expiresAt, storefront, channel }: InputOf<typeof contract.create>,
): Promise<OutputOf<typeof contract.create>> {
  const { tx, at } = change;
  if (change.by.role !== "owner") throw new Refusal("key.ownersOnly");
  const { by, rightsOf } = await recheckActor(change, "apikeys.write");
  if (expiresAt && expiresAt <= at) throw invalidField("expiresAt", "This time has passed.");
  refuseBeyond(by, rightsOf(role));
  const boundTo = await vendorOfRole(change, role, vendorId);

  const key = `qmk_${randomBytes(32).toString("base64url")}`;
  const row = {
    id: newId("key"),
    name,
    last4: key.slice(-4),
    role,
    vendorId: boundTo,
    heldTo: null,
    storefront,
    createdAt: at,
    createdBy: by.id,
    expiresAt: expiresAt ?? null,
    lastUsedAt: null,
    revokedAt: null,
    revokedBy: null,
  };
  await tx
    .insert(apiKeys)
    .values({ ...row, channelId: await channelOf(change, channel ?? null), tokenHash: digest(key) });
  const { last4 } = row;
  audit(change, "key.create", row.id, {
    after: {
      name,
      last4,
      role,
      vendorId: boundTo,
      expiresAt: row.expiresAt,
      ...(storefront && { storefront, channel }),
    },
  });
  return { ...shownKey({ ...row, channel: channel ?? null, createdByName: by.name, revokedByName: null }), key };
}
