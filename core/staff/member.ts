import type { Id } from "#core/contract/kit/fields";
import type { Member } from "#core/contract/staff";
import type { Change } from "#core/db/change";
import { and, eq, isNull, or, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { sessions, staff } from "./staff.table.ts";

/** A person as the API shows them. */
export const memberFields = {
  id: staff.id,
  email: staff.email,
  name: staff.name,
  role: staff.role,
  vendorId: staff.vendorId,
  createdAt: staff.createdAt,
  lastSeenAt: sql<Date | null>`(select max(s.seen_at) from sessions s where s.staff_id = staff.id)`.mapWith(
    sessions.seenAt,
  ),
};

/** A person of this change. */
export async function shownMember({ tx }: Change, id: Id<"staff">): Promise<Member> {
  const [shown] = await tx.select(memberFields).from(staff).where(eq(staff.id, id));
  if (!shown) throw new Error("A locked person is gone.");
  return shown;
}

/**
 * Locks a person together with all owners and the caller, in the order of their ids: two owners who demote each other
 * take turns, and the second one finds that the other is the last one.
 */
export async function lockedMember(change: Change, id: Id<"staff">) {
  const { tx, by } = change;
  const rows = await tx
    .select({ id: staff.id, role: staff.role, vendorId: staff.vendorId, name: staff.name, email: staff.email })
    .from(staff)
    .where(and(isNull(staff.removedAt), or(eq(staff.role, "owner"), eq(staff.id, id), sql`${staff.id} = ${by.id}`)))
    .orderBy(staff.id)
    .for("update");
  const member = rows.find((row) => row.id === id);
  if (!member) throw new Refusal("staff.unknown");
  const isLastOwner = member.role === "owner" && rows.filter(({ role }) => role === "owner").length === 1;
  return { member, isLastOwner };
}
