import type { Id } from "#core/contract/kit/fields";
import { type ImageType, imageTypeOf } from "#core/contract/values/image-types";
import type { FileKey, MediaKey } from "#core/file/folders";
import { Refusal } from "#core/refusal";

/** A verified upload. */
export interface Verified {
  readonly from: FileKey;
  readonly type: ImageType;
  readonly etag: string;
}

/**
 * Checks an upload's type and length. The signed URL enforces both, but this does not rely on it.
 * @throws Refusal `file.missing`, `file.notAsDeclared` and `file.away`.
 */
export async function verifiedUpload(from: FileKey, bytesMax: number): Promise<Verified> {
  const { lookAt } = await import("#core/file/read");
  const { bytes, first, type: declared, etag } = await lookAt(from);
  const type = imageTypeOf(first);
  if (type === null || type !== declared) throw new Refusal("file.notAsDeclared", { declared, type });
  if (bytes > bytesMax) throw new Refusal("file.notAsDeclared", { bytes, bytesMax });
  return { from, type, etag };
}

const endings: Readonly<Record<ImageType, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
  "image/avif": "avif",
};

/** Different contents have different names, so that files can be cached for ever. */
export function publishedAs(
  { id, imageId }: { readonly id: Id<"product">; readonly imageId: Id<"image"> },
  { type, etag }: Verified,
  as?: "thumbnail",
): MediaKey {
  const content = etag.replace(/[^0-9a-f]/g, "").slice(0, 12);
  return `media/products/${id}/${imageId}-${content}${as ? `.${as}` : ""}.${endings[type]}`;
}
