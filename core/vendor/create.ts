import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as vendor from "#core/contract/vendor";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { vendors } from "#core/staff/staff.table";

export async function createVendor(
  change: Change,
  { name, email }: InputOf<typeof vendor.create>,
): Promise<vendor.Vendor> {
  const row = { id: newId("vendor"), name, email: email ?? null, active: true, createdAt: change.at };
  await change.tx.insert(vendors).values(row);
  audit(change, "vendor.create", row.id, { after: { name, email: row.email } });
  return row;
}
