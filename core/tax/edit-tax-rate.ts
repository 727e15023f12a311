import { endDefault, lockDefault } from "#core/audit/default-row";
import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as tax from "#core/contract/tax";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { taxRates } from "./tax.table.ts";

/** An archived rate can be restored, and is when it becomes the default. */
export async function editTaxRate(change: Change, input: InputOf<typeof tax.edit>): Promise<tax.TaxRate> {
  const { id, archived, ...fields } = input;
  const former = await lockDefault(change, taxRates);
  const [before] = await change.tx.select().from(taxRates).where(eq(taxRates.id, id));
  if (!before) throw new Refusal("taxRate.unknown");
  const archivedAt = archived === false || fields.isDefault ? null : before.archivedAt;
  const { after, difference } = editOf(before, { ...fields, archivedAt });
  if (!difference) return before;
  if (before.isDefault && !after.isDefault) throw new Refusal("taxRate.default");
  if (after.isDefault && former && former !== id) await endDefault(change, taxRates, "tax.edit", former);
  await change.tx.update(taxRates).set(after).where(eq(taxRates.id, id));
  audit(change, "tax.edit", id, difference);
  return after;
}
