import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/staff";
import { db } from "#core/db/client";
import { and, asc, gt, isNull } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { memberFields } from "./member.ts";
import { staff } from "./staff.table.ts";

export async function listStaff(
  _by: Actor,
  { limit, cursor }: InputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const after = idOfCursor(cursor, "staff");
  const rows = await db()
    .select(memberFields)
    .from(staff)
    .where(and(isNull(staff.removedAt), after && gt(staff.id, after)))
    .orderBy(asc(staff.id))
    .limit(rowsFor(limit));
  return pageFrom(rows, limit, (row) => [row.id]);
}
