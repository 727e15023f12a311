import { audit } from "#core/audit/record";
import type * as image from "#core/contract/image";
import type { InputOf } from "#core/contract/kit/operation";
import type { Product } from "#core/contract/product";
import type { Change } from "#core/db/change";
import { discardMedia } from "#core/file/media";
import { Refusal } from "#core/refusal";
import { lockedProduct, takeOffSale, touchProduct } from "./lock-product.ts";
import { mediaOf } from "./stored-image.ts";

/** Its files stay for a while, because existing pages still show it. */
export async function removeImage(change: Change, input: InputOf<typeof image.remove>): Promise<Product> {
  const { id, imageId, expectedVersion } = input;
  const product = await lockedProduct(change, id, expectedVersion);
  const removed = product.images.find((one) => one.id === imageId);
  if (!removed) throw new Refusal("image.unknown");
  await discardMedia(change, mediaOf([removed]));
  audit(change, "image.remove", id, { before: { ...removed } });
  const images = product.images.filter((one) => one !== removed);
  return touchProduct(change, id, { ...(await takeOffSale(change, product, "image.remove")), images });
}
