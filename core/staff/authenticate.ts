import { timingSafeEqual } from "node:crypto";
import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import { type Right, type Role, rightsOfToken } from "#core/contract/values/rights";
import { db } from "#core/db/client";
import { databaseNow } from "#core/db/columns";
import { and, eq, gt, isNull, or, sql } from "#core/db/drizzle";
import { prepared } from "#core/db/prepared";
import { optional } from "#core/environment";
import { digest } from "#core/secret";
import { limitsOf, rightsHeld, rightsOfKey } from "#core/staff/roles/rights";
import { apiKeys, roles, sessions, staff, vendors } from "./staff.table.ts";

/** A session lasts 14 days from when it was last used. */
export const sessionDays = 14;

/** The credentials of a request. */
export interface Credentials {
  readonly session: string | null;
  readonly bearer: string | null;
  readonly address: string | null;
}

/** The caller, in one round trip; null if the credentials are missing, wrong, expired or revoked. */
export async function authenticate({ session, bearer, address }: Credentials): Promise<Actor | null> {
  if (bearer !== null) return bearer.startsWith("qmk_") ? byKey(bearer, address) : byStaticToken(bearer, address);
  return session === null ? null : bySession(session, address);
}

/** Not bound to a vendor, or bound to one whose logins are enabled. */
const notClosed = sql`${vendors.active} is not false`;

async function bySession(token: string, address: string | null): Promise<Actor | null> {
  const [row] = await sessionHolder().execute({ tokenHash: digest(token) });
  if (!row) return null;
  if (row.slides) {
    await db()
      .update(sessions)
      .set({ seenAt: databaseNow, expiresAt: sql`${databaseNow} + make_interval(days => ${sessionDays})` })
      .where(eq(sessions.id, row.sessionId));
  }
  return { ...row, kind: "staff", rights: new Set(rightsHeld(row.role, row.rights)), address };
}

const sessionHolder = prepared((pool) =>
  pool
    .select({
      sessionId: sessions.id,
      id: staff.id,
      name: staff.name,
      role: staff.role,
      vendorId: staff.vendorId,
      rights: roles.rights,
      // Extending a session once an hour is enough, and saves all other requests a write.
      slides: sql<boolean>`${sessions.seenAt} < ${databaseNow} - interval '1 hour'`,
    })
    .from(sessions)
    .innerJoin(staff, eq(staff.id, sessions.staffId))
    .leftJoin(roles, eq(roles.role, staff.role))
    .leftJoin(vendors, eq(vendors.id, staff.vendorId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder("tokenHash")),
        gt(sessions.expiresAt, databaseNow),
        isNull(staff.removedAt),
        notClosed,
      ),
    )
    .prepare("session_holder"),
);

async function byKey(token: string, address: string | null): Promise<Actor | null> {
  const [row] = await keyHolder().execute({ tokenHash: digest(token) });
  if (!row) return null;
  if (row.unusedForAMinute) {
    await db().update(apiKeys).set({ lastUsedAt: databaseNow }).where(eq(apiKeys.id, row.id));
  }
  const { id, name, role, heldTo } = row;
  const limits = limitsOf(row).map((held) => rightsHeld(held, row.heldRights?.[held] ?? null));
  return {
    kind: "key",
    id,
    name,
    role: heldTo ?? role,
    vendorId: row.vendorId,
    rights: new Set(row.storefront ? [] : rightsOfKey(rightsHeld(role, row.rights), limits)),
    ...(row.storefront && { storefront: { channelId: row.channelId } }),
    sessionId: null,
    address,
  };
}

/** The vendor that a key is restricted to, by its own role or by the one that limits it. */
const vendorOfKey = sql<Id<"vendor"> | null>`coalesce(${apiKeys.vendorId}, ${apiKeys.heldVendorId})`;

const keyHolder = prepared((pool) =>
  pool
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      role: apiKeys.role,
      heldTo: apiKeys.heldTo,
      heldBefore: apiKeys.heldBefore,
      storefront: apiKeys.storefront,
      channelId: apiKeys.channelId,
      vendorId: vendorOfKey,
      rights: roles.rights,
      heldRights: sql<Partial<Record<Role, Right[]>> | null>`(
        select json_object_agg(held.role, held.rights) from roles held
        where held.role::text = any(${apiKeys.heldBefore} || ${apiKeys.heldTo}::text))`,
      unusedForAMinute: sql<boolean>`coalesce(${apiKeys.lastUsedAt} < ${databaseNow} - interval '1 minute', true)`,
    })
    .from(apiKeys)
    .leftJoin(roles, eq(roles.role, apiKeys.role))
    .leftJoin(vendors, eq(vendors.id, vendorOfKey))
    .where(
      and(
        // A vendor's key that is limited to another vendor has access to nothing: nothing belongs to both.
        sql`(${apiKeys.vendorId} = ${apiKeys.heldVendorId}) is not false`,
        eq(apiKeys.tokenHash, sql.placeholder("tokenHash")),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, databaseNow)),
        notClosed,
      ),
    )
    .prepare("key_holder"),
);

/** The static admin token gives access to the webhook operations only. */
function byStaticToken(token: string, address: string | null): Actor | null {
  const expected = optional("ADMIN_TOKEN");
  // Digests have the same length, so the comparison takes equally long for any guess.
  if (!expected || !timingSafeEqual(Buffer.from(digest(token)), Buffer.from(digest(expected)))) return null;
  return {
    kind: "token",
    id: null,
    name: "admin token",
    role: null,
    rights: new Set(rightsOfToken),
    vendorId: null,
    sessionId: null,
    address,
  };
}
