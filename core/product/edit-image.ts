import { audit, differenceOf } from "#core/audit/record";
import type * as image from "#core/contract/image";
import type { InputOf } from "#core/contract/kit/operation";
import type { Product } from "#core/contract/product";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { lockedProduct, takeOffSale, touchProduct } from "./lock-product.ts";
import { shownProduct } from "./show-product.ts";

/** The other images keep their order. */
export async function editImage(change: Change, input: InputOf<typeof image.edit>): Promise<Product> {
  const { id, imageId, expectedVersion } = input;
  const product = await lockedProduct(change, id, expectedVersion);
  const from = product.images.findIndex((one) => one.id === imageId);
  const before = product.images[from];
  if (!before) throw new Refusal("image.unknown");
  const to = Math.min(input.position ?? from, product.images.length - 1);
  const after = { ...before, alt: input.alt ?? before.alt };
  if (to === from && after.alt === before.alt) return shownProduct(change.tx, id);
  const images = product.images.toSpliced(from, 1).toSpliced(to, 0, after);
  const difference = differenceOf({ alt: before.alt, position: from }, { alt: after.alt, position: to });
  audit(change, "image.edit", id, difference);
  return touchProduct(change, id, { ...(await takeOffSale(change, product, "image.edit")), images });
}
