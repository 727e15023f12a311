import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import type * as vendor from "#core/contract/vendor";
import { db } from "#core/db/client";
import { eq } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { vendors } from "#core/staff/staff.table";

export async function readVendor(_by: Actor, { id }: InputOf<typeof vendor.read>): Promise<vendor.Vendor> {
  const [row] = await db().select().from(vendors).where(eq(vendors.id, id));
  if (!row) throw new Refusal("vendor.unknown");
  return row;
}
