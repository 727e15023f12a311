import * as z from "zod";
import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as product from "#core/contract/product";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { deletedUnlessReferred } from "#core/db/refused";
import { emit } from "#core/event/emit";
import { discardMedia } from "#core/file/media";
import { mediaOf } from "#core/product/stored-image";
import { lockedProduct } from "./lock-product.ts";
import { products, variants } from "./product.table.ts";
import { shownProduct, variantsOf } from "./show-product.ts";

/**
 * Removes a product from the catalogue. One that orders or stock refer to is archived and stays readable. The event is
 * the same in both cases, because receivers have to remove it either way; its `status` shows which it is.
 */
export async function removeProduct(
  change: Change,
  input: InputOf<typeof product.remove>,
): Promise<OutputOf<typeof product.remove>> {
  const { version: _, ...row } = await lockedProduct(change, input.id, input.expectedVersion);
  const before = { ...row, variants: await variantsOf(change.tx, row.id) };
  const shown = await shownProduct(change.tx, row.id);
  const deleted = await deletedUnlessReferred(change, async (tx) => {
    await tx.delete(variants).where(eq(variants.productId, row.id));
    await tx.delete(products).where(eq(products.id, row.id));
  });
  if (!deleted && row.status === "archived") return { archived: true };
  if (!deleted) {
    const archived = { status: "archived", updatedAt: change.at } as const;
    await change.tx.update(products).set(archived).where(eq(products.id, row.id));
  }
  if (deleted) await discardMedia(change, mediaOf(row.images));
  audit(change, "product.remove", row.id, { before, after: { archived: !deleted } });
  const last = deleted ? shown : await shownProduct(change.tx, row.id);
  emit(change, "product.deleted", row.id, z.encode(product.Product, last));
  return { archived: !deleted };
}
