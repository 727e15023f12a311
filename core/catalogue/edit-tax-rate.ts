import { eq } from "drizzle-orm";
import { audit, differenceOf } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type * as tax from "#core/contract/tax";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { taxRates } from "./catalogue.table.ts";
import { endDefaultRate, lockDefaultRate } from "./create-tax-rate.ts";

/** A default rate is brought back from the archive by becoming the default. */
export async function editTaxRate(change: Change, input: InputOf<typeof tax.edit>): Promise<tax.TaxRate> {
  const { id, expectedVersion: _, ...said } = input;
  const former = await lockDefaultRate(change);
  const [before] = await change.tx.select().from(taxRates).where(eq(taxRates.id, id));
  if (!before) throw new Refusal("taxRate.unknown");
  if (before.isDefault && said.isDefault === false) throw new Refusal("taxRate.default");
  if (said.isDefault && former && former.id !== id) await endDefaultRate(change, "tax.edit", former.id);
  const after = {
    name: said.name ?? before.name,
    basisPoints: said.basisPoints ?? before.basisPoints,
    isDefault: said.isDefault ?? before.isDefault,
    archivedAt: said.isDefault ? null : before.archivedAt,
  };
  await change.tx.update(taxRates).set(after).where(eq(taxRates.id, id));
  await audit(change, "tax.edit", id, differenceOf(before, after));
  return { ...before, ...after };
}
