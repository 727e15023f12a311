import type { Actor } from "#core/actor";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as session from "#core/contract/session";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { and, eq, isNull, sql } from "#core/db/drizzle";
import { reading } from "#core/db/reading";
import { Refusal } from "#core/refusal";
import { areManyWaiting, hashPassword, isOutdated, isPassword } from "#core/staff/password";
import { rightsHeld } from "#core/staff/roles/rights";
import { roles, staff, vendors } from "#core/staff/staff.table";
import { clearAttempt, countAttempt, isKnownThere } from "./attempts.ts";
import { asStaff, type Opened, openSession } from "./open-session.ts";

/**
 * An unknown email address and a wrong password take equally long and get the same answer. Strangers' guesses wait in a
 * queue of their own, so that they keep nobody waiting who has signed in from there before.
 */
export async function signIn(by: Actor, { email, password }: InputOf<typeof session.signIn>): Promise<Opened> {
  // A flood of them is refused without a change.
  if (areManyWaiting() && !(await reading(() => isKnownThere(by, email)))) throw tooMany();
  const { id: attempt, isKnown } = await countAttempt(by, email);
  const person = await reading(() => whoHas(email));
  if (!isKnown && areManyWaiting()) {
    await inChange(by, ({ tx }) => clearAttempt(tx, attempt));
    throw tooMany();
  }
  const isRight = await isPassword(password, person?.passwordHash ?? null, !isKnown);
  if (!person || !isRight) {
    await inChange(by, async (change) =>
      audit(change, "session.signInFailed", person?.id ?? email, { after: { email, address: by.address } }, "staff"),
    );
    throw new Refusal("session.wrong");
  }
  const renewed = isOutdated(person.passwordHash) ? await hashPassword(password) : person.passwordHash;
  const rights = new Set(rightsHeld(person.role, person.rights));
  return inChange(asStaff({ ...person, rights }, by), async (change) => {
    // The password was changed or the person removed in the meantime: the given password is no longer valid.
    const [still] = await change.tx
      .update(staff)
      .set({ passwordHash: renewed })
      .where(and(eq(staff.id, person.id), eq(staff.passwordHash, person.passwordHash), isNull(staff.removedAt)))
      .returning({ id: staff.id });
    if (!still) throw new Refusal("session.wrong");
    await clearAttempt(change.tx, attempt);
    audit(change, "session.signIn", person.id, { after: { address: by.address } });
    return openSession(change, person.id);
  });
}

const tooMany = (): Refusal => new Refusal("request.tooMany", { retryAfterSeconds: 1 });

/** A member of the team, unless they are bound to a vendor whose logins are disabled. */
async function whoHas(email: string) {
  const [row] = await db()
    .select({
      id: staff.id,
      name: staff.name,
      role: staff.role,
      vendorId: staff.vendorId,
      passwordHash: staff.passwordHash,
      rights: roles.rights,
    })
    .from(staff)
    .leftJoin(roles, eq(roles.role, staff.role))
    .leftJoin(vendors, eq(vendors.id, staff.vendorId))
    .where(and(eq(staff.email, email), isNull(staff.removedAt), sql`${vendors.active} is not false`));
  return row;
}
