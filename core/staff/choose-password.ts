import type { Actor } from "#core/actor";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/staff";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { databaseNow } from "#core/db/columns";
import { and, eq, gt, isNull } from "#core/db/drizzle";
import { reading } from "#core/db/reading";
import { Refusal } from "#core/refusal";
import { digest } from "#core/secret";
import { clearAttempts } from "#core/staff/sessions/attempts";
import { asStaff } from "#core/staff/sessions/open-session";
import { hashPassword } from "./password.ts";
import { refuseCommon } from "./refuse-common.ts";
import { passwordResets, sessions, staff } from "./staff.table.ts";

/**
 * The token is looked up before the password is hashed, so that an invalid one costs nothing. Signs nobody in: the
 * person signs in with the new password, as always.
 */
export async function choosePassword(
  by: Actor,
  { token, password }: InputOf<typeof contract.choosePassword>,
): Promise<Record<string, never>> {
  const works = and(eq(passwordResets.tokenHash, digest(token)), gt(passwordResets.expiresAt, databaseNow));
  const [person] = await reading(() =>
    db()
      .select({ id: staff.id, email: staff.email, name: staff.name, role: staff.role, vendorId: staff.vendorId })
      .from(passwordResets)
      .innerJoin(staff, eq(staff.id, passwordResets.staffId))
      .where(works),
  );
  if (!person) throw new Refusal("passwordReset.unknown");
  refuseCommon("password", password);
  const passwordHash = await hashPassword(password);
  return inChange(asStaff({ ...person, rights: new Set() }, by), async (change) => {
    const { tx } = change;
    // The person is locked first, as by everything that ends the link.
    await tx
      .update(staff)
      .set({ passwordHash })
      .where(and(eq(staff.id, person.id), isNull(staff.removedAt)));
    const used = await tx.delete(passwordResets).where(works).returning({ staffId: passwordResets.staffId });
    if (used.length === 0) throw new Refusal("passwordReset.unknown");
    // Whoever needs a new password has guessed before: they must not have to wait now.
    await clearAttempts(tx, person.email);
    const ended = await tx.delete(sessions).where(eq(sessions.staffId, person.id)).returning({ id: sessions.id });
    audit(change, "staff.choosePassword", person.id, { after: { sessionsEnded: ended.length } });
    return {};
  });
}
