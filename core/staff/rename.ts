import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as session from "#core/contract/session";
import type { Change } from "#core/db/change";
import { and, isNull, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { sessionOf } from "#core/staff/sessions/read-session";
import { staff } from "./staff.table.ts";

/** Anyone's own name. An email address is what someone signs in with: for that, see `editMember`. */
export async function rename(change: Change, { name }: InputOf<typeof session.rename>): Promise<session.Session> {
  const { tx, by } = change;
  if (by.sessionId === null) throw new Refusal("session.none");
  const which = and(sql`${staff.id} = ${by.id}`, isNull(staff.removedAt));
  const [before] = await tx.select({ id: staff.id, name: staff.name }).from(staff).where(which).for("update");
  if (!before) throw new Refusal("session.none");
  const { difference } = editOf(before, { name });
  if (difference) {
    await tx.update(staff).set({ name }).where(which);
    audit(change, "session.rename", before.id, difference);
  }
  return sessionOf(tx, { ...by, name });
}
