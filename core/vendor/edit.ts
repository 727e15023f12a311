import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as vendor from "#core/contract/vendor";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { vendors } from "#core/staff/staff.table";

export async function editVendor(change: Change, input: InputOf<typeof vendor.edit>): Promise<vendor.Vendor> {
  const { id, ...fields } = input;
  const [before] = await change.tx.select().from(vendors).where(eq(vendors.id, id)).for("update");
  if (!before) throw new Refusal("vendor.unknown");
  const { after, difference } = editOf(before, fields);
  if (!difference) return before;
  await change.tx.update(vendors).set(after).where(eq(vendors.id, id));
  audit(change, "vendor.edit", id, difference);
  return after;
}
