import type { Actor } from "#core/actor";
import { audit } from "#core/audit/record";
import { inChange } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { sessions } from "#core/staff/staff.table";

export async function signOut(by: Actor): Promise<Record<string, never>> {
  const { sessionId } = by;
  if (sessionId === null) throw new Refusal("session.none");
  return inChange(by, async (change) => {
    await change.tx.delete(sessions).where(eq(sessions.id, sessionId));
    audit(change, "session.signOut", sessionId);
    return {};
  });
}
