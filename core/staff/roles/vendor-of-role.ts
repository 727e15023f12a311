import type { Id } from "#core/contract/kit/fields";
import type { Role } from "#core/contract/values/rights";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { invalidField, Refusal } from "#core/refusal";
import { vendors } from "#core/staff/staff.table";

/**
 * The vendor that a login or key with this role is bound to: an existing one for the role `vendor`, none for any other.
 */
export async function vendorOfRole(
  change: Change,
  role: Role,
  vendorId: Id<"vendor"> | undefined,
): Promise<Id<"vendor"> | null> {
  if (role !== "vendor") {
    if (vendorId !== undefined) throw invalidField("vendorId", "Only a vendor login is bound to a vendor.");
    return null;
  }
  if (vendorId === undefined) throw invalidField("vendorId", "A vendor login must be bound to a vendor.");
  const [row] = await change.tx.select({ id: vendors.id }).from(vendors).where(eq(vendors.id, vendorId));
  if (!row) throw new Refusal("vendor.unknown");
  return row.id;
}
