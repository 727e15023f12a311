import { endDefault, lockDefault } from "#core/audit/default-row";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as tax from "#core/contract/tax";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { taxRates } from "./tax.table.ts";

/** The first rate becomes the default, as does one that is created as the default. */
export async function createTaxRate(change: Change, input: InputOf<typeof tax.create>): Promise<tax.TaxRate> {
  const former = await lockDefault(change, taxRates);
  const { name, basisPoints } = input;
  const isDefault = input.isDefault || former === undefined;
  if (isDefault && former) await endDefault(change, taxRates, "tax.create", former);
  const row = { id: newId("taxRate"), name, basisPoints, isDefault, createdAt: change.at, archivedAt: null };
  await change.tx.insert(taxRates).values(row);
  audit(change, "tax.create", row.id, { after: row });
  return row;
}
