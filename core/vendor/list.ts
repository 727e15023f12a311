import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as vendor from "#core/contract/vendor";
import { db } from "#core/db/client";
import { and, desc, eq, lt } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { vendors } from "#core/staff/staff.table";

export async function listVendors(
  _by: Actor,
  { limit, cursor, active }: InputOf<typeof vendor.list>,
): Promise<OutputOf<typeof vendor.list>> {
  const after = idOfCursor(cursor, "vendor");
  const rows = await db()
    .select()
    .from(vendors)
    .where(and(active === undefined ? undefined : eq(vendors.active, active), after && lt(vendors.id, after)))
    .orderBy(desc(vendors.id))
    .limit(rowsFor(limit));
  return pageFrom(rows, limit, (row) => [row.id]);
}
