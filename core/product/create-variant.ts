import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import type { Product } from "#core/contract/product";
import type * as variant from "#core/contract/variant";
import type { Change } from "#core/db/change";
import { eq, max, sql } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { invalidField, Refusal } from "#core/refusal";
import { taxRates } from "#core/tax/tax.table";
import { lockedProduct, takeOffSale, touchProduct } from "./lock-product.ts";
import { refusedVariant, variants } from "./product.table.ts";

/** Adds a variant to a product, as the last one. */
export async function createVariant(change: Change, input: InputOf<typeof variant.create>): Promise<Product> {
  const { id: productId, expectedVersion, ...fields } = input;
  const product = await lockedProduct(change, productId, expectedVersion);
  refuseOptionMismatch(product.options, fields.options, "options");
  await refuseArchivedRates(change, [fields.taxRateId]);
  const [last] = await change.tx
    .select({ position: max(variants.position) })
    .from(variants)
    .where(eq(variants.productId, productId));
  const row = {
    ...fields,
    id: newId("variant"),
    productId,
    position: (last?.position ?? -1) + 1,
    createdAt: change.at,
  };
  await orRefuse(change.tx.insert(variants).values(row), refusedVariant);
  audit(change, "variant.create", row.id, { after: row });
  return touchProduct(change, productId, await takeOffSale(change, product, "variant.create"));
}

/** A variant has one value for each of its product's options. */
export function refuseOptionMismatch(ofProduct: readonly string[], ofVariant: readonly string[], path: string): void {
  if (ofProduct.length !== ofVariant.length) {
    throw invalidField(path, `One value is needed for each option of the product: it has ${ofProduct.length}.`);
  }
}

/**
 * An archived rate still applies to the variants that have it, but cannot be given to others. The rates are locked
 * until the change ends: a rate cannot be removed while a variant is getting it.
 */
export async function refuseArchivedRates(
  change: Change,
  rateIds: readonly (Id<"taxRate"> | null | undefined)[],
): Promise<void> {
  const ids = rateIds.filter((id) => !!id);
  if (ids.length === 0) return;
  const rates = await change.tx
    .select({ id: taxRates.id, archivedAt: taxRates.archivedAt })
    .from(taxRates)
    .where(sql`${taxRates.id} = any(${sql.param(ids)})`)
    .orderBy(taxRates.id)
    .for("share");
  const archived = rates.find(({ archivedAt }) => archivedAt !== null);
  if (archived) throw new Refusal("taxRate.archived", { taxRateId: archived.id });
}
