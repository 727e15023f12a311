import type { Id } from "#core/contract/kit/fields";
import type { FileKey } from "#core/file/folders";

interface ImageIds {
  readonly id: Id<"product">;
  readonly imageId: Id<"image">;
}

/** The key of an uploaded image before it is added to the product; contains the product's id. */
export const uploadKey = ({ id, imageId }: ImageIds): FileKey => `uploads/products/${id}/${imageId}`;
/** The same for its smaller copy. */
export const thumbnailUploadKey = (ids: ImageIds): FileKey => `${uploadKey(ids)}.thumbnail`;
