/** The keys that a person or a key has created, which outlive their creator's rights. */

import { auditEach } from "#core/audit/record-each";
import { keysNamedMax, type MadeKey } from "#core/contract/key";
import type { Id } from "#core/contract/kit/fields";
import type { Role } from "#core/contract/values/rights";
import type { Change } from "#core/db/change";
import { databaseNow } from "#core/db/columns";
import { and, gt, isNull, or, sql } from "#core/db/drizzle";
import { withdrawAllBy } from "#core/staff/invitation";
import { limitsOf, rightsHeldBy, rightsNow } from "#core/staff/roles/rights";
import { apiKeys } from "#core/staff/staff.table";

const working = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, databaseNow)));

type Made = Awaited<ReturnType<typeof lockedKeysMadeBy>>[number];

/**
 * The active keys that someone has created, those created by these, and so on, including by way of revoked keys. They
 * are locked: a key that is being created concurrently is waited for, and included.
 */
export async function lockedKeysMadeBy({ tx }: Change, maker: string) {
  const madeBy = sql`${apiKeys.id} in (
    with recursive made as (
      select id from api_keys where created_by = ${maker}
      union select later.id from api_keys later join made on later.created_by = made.id)
    select id from made)`;
  for (let known = 0; ; ) {
    const keys = await tx
      .select({
        id: apiKeys.id,
        name: apiKeys.name,
        last4: apiKeys.last4,
        role: apiKeys.role,
        vendorId: apiKeys.vendorId,
        heldTo: apiKeys.heldTo,
        heldBefore: apiKeys.heldBefore,
        heldVendorId: apiKeys.heldVendorId,
        lastUsedAt: apiKeys.lastUsedAt,
      })
      .from(apiKeys)
      .where(and(working, madeBy))
      .orderBy(apiKeys.id)
      .for("update");
    if (keys.length <= known) return keys;
    known = keys.length;
  }
}

const isOneOf = (ids: readonly Id<"key">[]) => sql`${apiKeys.id} = any(${sql.param(ids)})`;

/** As an answer lists them: not all if there are very many. */
export const named = (keys: readonly Made[]): MadeKey[] =>
  keys
    .slice(0, keysNamedMax)
    .map(({ id, name, last4, role, heldTo, lastUsedAt }) => ({ id, name, last4, role, heldTo, lastUsedAt }));

/**
 * Limits a person's active keys to the person's current role, if they have more rights than it. Earlier limits still
 * count: a key never regains anything. One that was limited to another vendor before is revoked, because nothing belongs
 * to both. Open invitations of these keys are withdrawn, as are the person's.
 * @returns the keys that were limited.
 */
export async function holdKeys(
  change: Change,
  maker: Id<"staff">,
  to: { readonly role: Role; readonly vendorId: Id<"vendor"> | null },
): Promise<Made[]> {
  const keys = await lockedKeysMadeBy(change, maker);
  if (keys.length === 0) return [];
  const rightsOf = await rightsNow(change.tx);
  const held = keys.filter((key) => {
    const may = rightsHeldBy(key, rightsOf);
    const isOwners = [key.role, ...limitsOf(key)].every((role) => role === "owner") && to.role !== "owner";
    const isAnothers = to.vendorId !== null && (key.heldVendorId ?? key.vendorId) !== to.vendorId;
    return isOwners || isAnothers || may.some((right) => !rightsOf(to.role).includes(right));
  });
  const isApart = ({ heldVendorId }: Made) =>
    to.vendorId !== null && heldVendorId !== null && heldVendorId !== to.vendorId;
  const apart = held.filter(isApart);
  const limited = held.filter((key) => !isApart(key));
  if (apart.length > 0) await revokeAll(change, apart);
  if (limited.length === 0) return [];
  const ids = limited.map(({ id }) => id);
  const bound = {
    heldTo: to.role,
    heldBefore: sql`case when held_to is null then held_before else held_before || held_to::text end`,
    heldVendorId: sql`coalesce(held_vendor_id, ${to.vendorId})`,
  };
  await change.tx.update(apiKeys).set(bound).where(isOneOf(ids));
  await withdrawAllBy(change, ids);
  const entries = limited.map(({ id, heldTo }) => ({
    subjectId: id,
    before: { heldTo },
    after: { heldTo: to.role },
  }));
  auditEach(change, "staff.setRole", "key", entries);
  return limited.map((key) => ({ ...key, heldTo: to.role }));
}

/** Revokes keys, and withdraws their invitations: a leaked key could otherwise come back as a person. */
export async function revokeAll(
  change: Change,
  keys: readonly { readonly id: Id<"key">; readonly name: string }[],
): Promise<void> {
  const { tx, by, at } = change;
  const ids = keys.map(({ id }) => id);
  await tx.update(apiKeys).set({ revokedAt: at, revokedBy: by.id }).where(isOneOf(ids));
  const withdrawn = Map.groupBy(await withdrawAllBy(change, ids), ({ invitedBy }) => invitedBy);
  const entries = keys.map(({ id, name }) => {
    const invitationsWithdrawn = withdrawn.get(id)?.length;
    return { subjectId: id, after: { revokedAt: at, name, ...(invitationsWithdrawn && { invitationsWithdrawn }) } };
  });
  auditEach(change, "key.revoke", "key", entries);
}
