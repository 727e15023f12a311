import type { Id } from "#core/contract/fields";
import type { FileKey } from "#core/file/folders";

interface Named {
  readonly id: Id<"product">;
  readonly imageId: Id<"image">;
}

/** Where an image waits between its upload and its being put on the product; the product is part of the name. */
export const uploadKey = ({ id, imageId }: Named): FileKey => `uploads/products/${id}/${imageId}`;
/** The same for its smaller copy. */
export const thumbnailUploadKey = (named: Named): FileKey => `${uploadKey(named)}.thumbnail`;
