import { randomBytes } from "node:crypto";
import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { Session } from "#core/contract/session";
import type { Change } from "#core/db/change";
import { databaseNow } from "#core/db/columns";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { digest } from "#core/secret";
import { sessionDays } from "#core/staff/authenticate";
import { sessions } from "#core/staff/staff.table";
import { rememberNetwork } from "./attempts.ts";
import { sessionOf } from "./read-session.ts";

/** A new session. The token goes into the cookie, and only its hash is stored. */
export interface Opened extends Session {
  readonly token: string;
}

/** Starts a session for the change's actor. */
export async function openSession(change: Change, staffId: Id<"staff">): Promise<Opened> {
  const token = randomBytes(32).toString("base64url");
  await change.tx.insert(sessions).values({
    id: newId("session"),
    tokenHash: digest(token),
    staffId,
    address: change.by.address,
    createdAt: change.at,
    seenAt: databaseNow,
    expiresAt: sql`${databaseNow} + make_interval(days => ${sessionDays})`,
  });
  await rememberNetwork(change.tx, staffId, change.by.address);
  return { ...(await sessionOf(change.tx, change.by)), token };
}

/** A person who has just authenticated and has no session yet. */
export interface Person extends Pick<Actor, "name" | "role" | "vendorId" | "rights"> {
  readonly id: Id<"staff">;
}

export const asStaff = ({ id, name, role, vendorId, rights }: Person, { address }: Actor): Actor => ({
  kind: "staff",
  id,
  name,
  role,
  rights,
  vendorId,
  sessionId: null,
  address,
});
