import { and, desc, eq, lt } from "drizzle-orm";
import * as z from "zod";
import type { Actor } from "#core/actor";
import { id } from "#core/contract/fields";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type * as vendor from "#core/contract/vendor";
import { db } from "#core/db/client";
import { decodeCursor, pageFrom } from "#core/db/page";
import { vendors } from "#core/staff/staff.table";

const place = z.tuple([id("vendor")]);

export async function listVendors(
  _by: Actor,
  { limit, cursor, active }: InputOf<typeof vendor.list>,
): Promise<OutputOf<typeof vendor.list>> {
  const rows = await db()
    .select()
    .from(vendors)
    .where(
      and(
        active === undefined ? undefined : eq(vendors.active, active),
        cursor === undefined ? undefined : lt(vendors.id, decodeCursor(cursor, place)[0]),
      ),
    )
    .orderBy(desc(vendors.id))
    .limit(limit + 1);
  return pageFrom(
    rows,
    limit,
    (row) => [row.id],
    (row) => row,
  );
}
