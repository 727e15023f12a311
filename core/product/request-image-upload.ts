import type { Actor } from "#core/actor";
import { audit } from "#core/audit/record";
import type * as image from "#core/contract/image";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { presignedSeconds } from "#core/contract/parts/upload";
import { inChange } from "#core/db/change";
import type { FileKey } from "#core/file/folders";
import { newId } from "#core/id";
import { refuseTooMany } from "./add-image.ts";
import { lockedProduct } from "./lock-product.ts";
import { thumbnailUploadKey, uploadKey } from "./upload-key.ts";

/** Only the request is recorded: an upload that is never added to a product is removed by the bucket. */
export async function requestImageUpload(
  by: Actor,
  input: InputOf<typeof image.requestUpload>,
): Promise<OutputOf<typeof image.requestUpload>> {
  const { id, type, bytes, thumbnail } = input;
  const imageId = newId("image");
  const at = await inChange(by, async (change) => {
    refuseTooMany(await lockedProduct(change, id, undefined));
    audit(change, "image.requestUpload", imageId, { after: { productId: id, type, bytes, thumbnail } });
    return change.at;
  });
  const { presignUpload } = await import("#core/file/presign");
  const uploadOf = async (key: FileKey, declared: { type: string; bytes: number }) => ({
    method: "PUT" as const,
    url: await presignUpload({ key, ...declared }, at),
    headers: { "content-type": declared.type },
  });
  return {
    imageId,
    upload: await uploadOf(uploadKey({ id, imageId }), { type, bytes }),
    thumbnail: thumbnail && (await uploadOf(thumbnailUploadKey({ id, imageId }), thumbnail)),
    expiresAt: new Date(at.getTime() + presignedSeconds * 1000),
  };
}
