import type { Right } from "#core/contract/values/rights";
import { db } from "#core/db/client";
import { and, asc, eq, isNull } from "#core/db/drizzle";
import { rightsHeld } from "./roles/rights.ts";
import { roles, staff } from "./staff.table.ts";

/**
 * The email addresses of the people who hold all of these rights. Vendor logins are left out: what concerns the whole
 * store does not concern them, whatever their role allows.
 */
export async function holdersOf(wanted: readonly Right[]): Promise<string[]> {
  const people = await db()
    .select({ email: staff.email, role: staff.role, rights: roles.rights })
    .from(staff)
    .leftJoin(roles, eq(roles.role, staff.role))
    .where(and(isNull(staff.removedAt), isNull(staff.vendorId)))
    .orderBy(asc(staff.email));
  return people.flatMap(({ email, role, rights }) => {
    const held = rightsHeld(role, rights);
    return wanted.every((right) => held.includes(right)) ? [email] : [];
  });
}
