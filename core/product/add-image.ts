import type { Actor } from "#core/actor";
import { audit } from "#core/audit/record";
import type * as image from "#core/contract/image";
import { imageBytesMax, thumbnailBytesMax } from "#core/contract/image";
import type { InputOf } from "#core/contract/kit/operation";
import { imagesMax, type Product } from "#core/contract/product";
import { type Change, inChange } from "#core/db/change";
import { keepMedia, reserveMedia } from "#core/file/media";
import { Refusal } from "#core/refusal";
import { lockedProduct, takeOffSale, touchProduct } from "./lock-product.ts";
import { type ProductRow, shownProduct } from "./show-product.ts";
import { mediaOf, type UploadedImage } from "./stored-image.ts";
import { thumbnailUploadKey, uploadKey } from "./upload-key.ts";
import { publishedAs, verifiedUpload } from "./verify-upload.ts";

type Input = InputOf<typeof image.add>;

/**
 * Inspects an upload, publishes it and adds it to the product, between three short changes, because S3 is never called
 * within one. Safe to repeat wherever it was interrupted: the product gets an image only once, and a published file
 * that is not in use is removed a day later.
 */
export async function addImage(by: Actor, input: Input, commit: typeof inChange): Promise<Product> {
  const existing = await inChange(by, (change) => findAddedImage(change, input));
  if (existing) return existing;
  const [picture, thumbnail] = await Promise.all([
    verifiedUpload(uploadKey(input), imageBytesMax),
    input.thumbnail ? verifiedUpload(thumbnailUploadKey(input), thumbnailBytesMax) : null,
  ]);
  const added: UploadedImage = {
    id: input.imageId,
    alt: input.alt,
    key: publishedAs(input, picture),
    thumbnailKey: thumbnail && publishedAs(input, thumbnail, "thumbnail"),
    width: input.width,
    height: input.height,
  };
  await inChange(by, (change) => reserveMedia(change, mediaOf([added])));
  const { publish } = await import("#core/file/publish");
  await Promise.all([
    publish({ ...picture, to: added.key }),
    thumbnail && added.thumbnailKey && publish({ ...thumbnail, to: added.thumbnailKey }),
  ]);
  return commit(by, async (change) => (await findAddedImage(change, input)) ?? appendImage(change, input, added));
}

/** The product, if it has this image already; null if the image can be added. */
async function findAddedImage(change: Change, { id, imageId, expectedVersion }: Input): Promise<Product | null> {
  const row = await lockedProduct(change, id, expectedVersion);
  if (row.images.some((one) => one.id === imageId)) return shownProduct(change.tx, id);
  refuseTooMany(row);
  return null;
}

export function refuseTooMany({ images }: Pick<ProductRow, "images">): void {
  if (images.length >= imagesMax) throw new Refusal("image.tooMany");
}

async function appendImage(change: Change, { id, expectedVersion }: Input, added: UploadedImage): Promise<Product> {
  const before = await lockedProduct(change, id, expectedVersion);
  await keepMedia(change, mediaOf([added]));
  audit(change, "image.add", id, { after: { ...added } });
  const images = [...before.images, added];
  return touchProduct(change, id, { ...(await takeOffSale(change, before, "image.add")), images });
}
