import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type { Product } from "#core/contract/product";
import type * as variant from "#core/contract/variant";
import type { Change } from "#core/db/change";
import { and, eq, isNull, ne } from "#core/db/drizzle";
import { deletedUnlessReferred } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { lockedVariant, touchProduct } from "./lock-product.ts";
import { variants } from "./product.table.ts";
import { shownProduct } from "./show-product.ts";

/**
 * Removes a variant; one that orders or stock refer to is archived. The audit entry belongs to the product, whose
 * history would not include the variant otherwise.
 */
export async function removeVariant(change: Change, input: InputOf<typeof variant.remove>): Promise<Product> {
  const { product, variant: row } = await lockedVariant(change, input.id, input.expectedVersion);
  if (product.status === "active") {
    const others = await change.tx
      .select({ id: variants.id })
      .from(variants)
      .where(and(eq(variants.productId, product.id), ne(variants.id, row.id), isNull(variants.archivedAt)))
      .limit(1);
    if (others.length === 0) throw new Refusal("product.noVariants");
  }
  const one = eq(variants.id, row.id);
  const deleted = await deletedUnlessReferred(change, (tx) => tx.delete(variants).where(one));
  if (!deleted && row.archivedAt) return shownProduct(change.tx, product.id);
  if (!deleted) await change.tx.update(variants).set({ archivedAt: change.at }).where(one);
  audit(change, "variant.remove", product.id, { before: { variants: [row] }, after: { archived: !deleted } });
  return touchProduct(change, product.id);
}
