import type { Actor } from "#core/actor";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as session from "#core/contract/session";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { and, eq, ne } from "#core/db/drizzle";
import { reading } from "#core/db/reading";
import { Refusal } from "#core/refusal";
import { clearAttempt, countAttempt } from "#core/staff/sessions/attempts";
import { hashPassword, isPassword } from "./password.ts";
import { endReset } from "./password-reset.ts";
import { refuseCommon } from "./refuse-common.ts";
import { sessions, staff } from "./staff.table.ts";

/**
 * The current password is required, and guesses are counted, so that a stolen session does not become a stolen account.
 */
export async function changePassword(
  by: Actor,
  { currentPassword, newPassword }: InputOf<typeof session.changePassword>,
): Promise<Record<string, never>> {
  const { sessionId } = by;
  if (sessionId === null) throw new Refusal("session.none");
  refuseCommon("newPassword", newPassword);
  const [person] = await reading(() =>
    db()
      .select({ id: staff.id, email: staff.email, passwordHash: staff.passwordHash })
      .from(sessions)
      .innerJoin(staff, eq(staff.id, sessions.staffId))
      .where(eq(sessions.id, sessionId)),
  );
  if (!person) throw new Refusal("session.none");
  const { id: attempt } = await countAttempt(by, person.email);
  if (!(await isPassword(currentPassword, person.passwordHash))) throw new Refusal("password.wrong");
  const passwordHash = await hashPassword(newPassword);
  return inChange(by, async (change) => {
    const [changed] = await change.tx
      .update(staff)
      .set({ passwordHash })
      .where(and(eq(staff.id, person.id), eq(staff.passwordHash, person.passwordHash)))
      .returning({ id: staff.id });
    // It was changed by someone else in the meantime: the given password is no longer the current one.
    if (!changed) throw new Refusal("password.wrong");
    await clearAttempt(change.tx, attempt);
    await endReset(change, person.id);
    const ended = await change.tx
      .delete(sessions)
      .where(and(eq(sessions.staffId, person.id), ne(sessions.id, sessionId)))
      .returning({ id: sessions.id });
    audit(change, "session.changePassword", person.id, { after: { sessionsEnded: ended.length } });
    return {};
  });
}
