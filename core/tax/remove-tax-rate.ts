import { lockDefault } from "#core/audit/default-row";
import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as tax from "#core/contract/tax";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { deletedUnlessReferred } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { taxRates } from "./tax.table.ts";

/** A rate that variants refer to is archived: it applies to them until they get another. */
export async function removeTaxRate(
  change: Change,
  { id }: InputOf<typeof tax.remove>,
): Promise<OutputOf<typeof tax.remove>> {
  await lockDefault(change, taxRates);
  const one = eq(taxRates.id, id);
  const [before] = await change.tx.select().from(taxRates).where(one);
  if (!before) throw new Refusal("taxRate.unknown");
  if (before.isDefault) throw new Refusal("taxRate.default");
  const deleted = await deletedUnlessReferred(change, (tx) => tx.delete(taxRates).where(one));
  if (!deleted && before.archivedAt) return { archived: true };
  if (!deleted) await change.tx.update(taxRates).set({ archivedAt: change.at }).where(one);
  audit(change, "tax.remove", id, { before, after: { archived: !deleted } });
  return { archived: !deleted };
}
