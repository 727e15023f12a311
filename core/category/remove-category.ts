import { audit } from "#core/audit/record";
import type * as category from "#core/contract/category";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { count, eq } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { products } from "#core/product/product.table";
import { Refusal } from "#core/refusal";
import { categories } from "./category.table.ts";
import { categoryIn, childrenOf, closeGap, lockTree } from "./category-tree.ts";

/** Only an empty one, so that no products lose their category by surprise. */
export async function removeCategory(
  change: Change,
  input: InputOf<typeof category.remove>,
): Promise<OutputOf<typeof category.remove>> {
  await lockTree(change);
  const before = await categoryIn(change, input.id);
  const [filed] = await change.tx.select({ products: count() }).from(products).where(eq(products.categoryId, input.id));
  const inside = { products: filed?.products ?? 0, categories: await childrenOf(change.tx, input.id) };
  if (inside.products + inside.categories > 0) throw new Refusal("category.inUse", inside);
  // The delete waits for a product that is being put here at this moment, and is then refused.
  await orRefuse(change.tx.delete(categories).where(eq(categories.id, input.id)), {
    products_category_id_fkey: () => new Refusal("category.inUse", { products: 1, categories: 0 }),
  });
  await closeGap(change, before.parentId);
  audit(change, "category.remove", input.id, { before });
  return {};
}
