import type { Actor } from "#core/actor";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/staff";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { databaseNow } from "#core/db/columns";
import { and, eq, gt } from "#core/db/drizzle";
import { reading } from "#core/db/reading";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { digest } from "#core/secret";
import { currentRights } from "#core/staff/roles/rights";
import { asStaff, type Opened, openSession } from "#core/staff/sessions/open-session";
import { isOpen } from "./invitation.ts";
import { hashPassword } from "./password.ts";
import { refuseCommon } from "./refuse-common.ts";
import { invitations, staff } from "./staff.table.ts";

/** The token is looked up before the password is hashed, so that an invalid one costs nothing. */
export async function acceptInvitation(
  by: Actor,
  { token, password, name }: InputOf<typeof contract.acceptInvitation>,
): Promise<Opened> {
  const works = and(eq(invitations.tokenHash, digest(token)), isOpen, gt(invitations.expiresAt, databaseNow));
  const [invited] = await reading(() => db().select().from(invitations).where(works));
  if (!invited) throw new Refusal("invitation.unknown");
  refuseCommon("password", password);
  const passwordHash = await hashPassword(password);
  const id = newId("staff");
  const called = name ?? invited.name;
  const person = { id, name: called, role: invited.role, vendorId: invited.vendorId };
  return inChange(asStaff({ ...person, rights: new Set() }, by), async ({ by: self, ...change }) => {
    // Accepted, withdrawn or replaced since it was read: the update checks this.
    const [accepted] = await change.tx.update(invitations).set({ acceptedAt: change.at }).where(works).returning();
    if (!accepted) throw new Refusal("invitation.unknown");
    const [joined] = await change.tx
      .insert(staff)
      .values({ ...person, email: accepted.email, passwordHash, createdAt: change.at })
      .onConflictDoNothing()
      .returning({ id: staff.id });
    if (!joined) throw new Refusal("staff.exists");
    const rights = new Set(await currentRights(change.tx, person.role));
    const joining = { ...change, by: { ...self, rights } };
    audit(joining, "staff.acceptInvitation", id, {
      after: { ...person, email: accepted.email, invitationId: accepted.id },
    });
    return openSession(joining, id);
  });
}
