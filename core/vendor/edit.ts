import { eq } from "drizzle-orm";
import { audit, differenceOf } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type * as vendor from "#core/contract/vendor";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { vendors } from "#core/staff/staff.table";

export async function editVendor(change: Change, input: InputOf<typeof vendor.edit>): Promise<vendor.Vendor> {
  const [before] = await change.tx.select().from(vendors).where(eq(vendors.id, input.id)).for("update");
  if (!before) throw new Refusal("vendor.unknown");
  const after = {
    name: input.name ?? before.name,
    email: input.email === undefined ? before.email : input.email,
    active: input.active ?? before.active,
  };
  await change.tx.update(vendors).set(after).where(eq(vendors.id, before.id));
  await audit(change, "vendor.edit", before.id, differenceOf(before, after));
  return { ...before, ...after };
}
