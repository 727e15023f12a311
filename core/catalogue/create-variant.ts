import { eq, max } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type { Product } from "#core/contract/product";
import type * as variant from "#core/contract/variant";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { invalidField, Refusal } from "#core/refusal";
import { variants } from "./catalogue.table.ts";
import { lockedProduct, touched } from "./lock-product.ts";

/** Adds a variant to a product, last of its variants. */
export async function createVariant(change: Change, input: InputOf<typeof variant.create>): Promise<Product> {
  const { id: productId, expectedVersion, ...said } = input;
  const product = await lockedProduct(change, productId, expectedVersion);
  refuseOtherOptions(product.options, said.options, "options");
  const [last] = await change.tx
    .select({ position: max(variants.position) })
    .from(variants)
    .where(eq(variants.productId, productId));
  const row = {
    ...said,
    id: newId("variant"),
    productId,
    position: (last?.position ?? -1) + 1,
    createdAt: change.at,
  };
  await orRefuse(change.tx.insert(variants).values(row), refusedVariant);
  await audit(change, "variant.create", row.id, { after: row });
  return touched(change, productId);
}

/** A variant has one value for each of its product's options. */
export function refuseOtherOptions(ofProduct: readonly string[], ofVariant: readonly string[], path: string): void {
  if (ofProduct.length !== ofVariant.length) {
    throw invalidField(path, `One value for each option of the product, of which it has ${ofProduct.length}.`);
  }
}

/** What the database refuses about a variant's row. */
export const refusedVariant = {
  variants_sku_key: () => new Refusal("variant.skuTaken"),
  variants_options: () => new Refusal("variant.optionsTaken"),
  variants_tax_rate_id_fkey: () => new Refusal("taxRate.unknown"),
};
