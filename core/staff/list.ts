import { and, asc, gt, isNull } from "drizzle-orm";
import * as z from "zod";
import type { Actor } from "#core/actor";
import { id } from "#core/contract/fields";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type * as contract from "#core/contract/staff";
import { db } from "#core/db/client";
import { decodeCursor, pageFrom } from "#core/db/page";
import { memberFields } from "./member.ts";
import { staff } from "./staff.table.ts";

const place = z.tuple([id("staff")]);

export async function listStaff(
  _by: Actor,
  { limit, cursor }: InputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const rows = await db()
    .select(memberFields)
    .from(staff)
    .where(
      and(isNull(staff.removedAt), cursor === undefined ? undefined : gt(staff.id, decodeCursor(cursor, place)[0])),
    )
    .orderBy(asc(staff.id))
    .limit(limit + 1);
  return pageFrom(
    rows,
    limit,
    (row) => [row.id],
    (row) => row,
  );
}
