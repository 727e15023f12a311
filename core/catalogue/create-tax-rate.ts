import { eq, sql } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type * as tax from "#core/contract/tax";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { taxRates } from "./catalogue.table.ts";

/** The first rate is the default, and so is one that says it is. */
export async function createTaxRate(change: Change, input: InputOf<typeof tax.create>): Promise<tax.TaxRate> {
  const former = await lockDefaultRate(change);
  const { name, basisPoints } = input;
  const isDefault = input.isDefault || former === undefined;
  if (isDefault && former) await endDefaultRate(change, "tax.create", former.id);
  const row = { id: newId("taxRate"), name, basisPoints, isDefault, createdAt: change.at, archivedAt: null };
  await change.tx.insert(taxRates).values(row);
  await audit(change, "tax.create", row.id, { after: row });
  return row;
}

/** The default rate, if there is one yet; nobody else can make another the default until the change ends. */
export async function lockDefaultRate(change: Change) {
  await change.tx.execute(sql`lock table ${taxRates} in share row exclusive mode`);
  const [row] = await change.tx.select({ id: taxRates.id }).from(taxRates).where(eq(taxRates.isDefault, true));
  return row;
}

/** Another takes its place, which is told in its own history too. */
export async function endDefaultRate(change: Change, action: string, id: tax.TaxRate["id"]): Promise<void> {
  await change.tx.update(taxRates).set({ isDefault: false }).where(eq(taxRates.id, id));
  await audit(change, action, id, { before: { isDefault: true }, after: { isDefault: false } });
}
