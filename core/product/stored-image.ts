import type { Id } from "#core/contract/kit/fields";
import type { Image } from "#core/contract/product";
import type { MediaKey } from "#core/file/folders";
import { mediaUrl } from "#core/file/media-url";

/** An uploaded image, by its file names, because the store's address may change. */
export interface UploadedImage {
  readonly id: Id<"image">;
  readonly alt: string;
  readonly key: MediaKey;
  readonly thumbnailKey: MediaKey | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** An external image. */
interface LinkedImage {
  readonly id: Id<"image">;
  readonly alt: string;
  readonly url: string;
}

/** An image as the product's row stores it. */
export type StoredImage = UploadedImage | LinkedImage;

/** An image as the API shows it. */
export function shownImage(image: StoredImage): Image {
  const { id, alt } = image;
  if ("url" in image) return { id, alt, url: image.url, width: null, height: null, thumbnailUrl: image.url };
  const { key, thumbnailKey, width, height } = image;
  return { id, alt, url: mediaUrl(key), width, height, thumbnailUrl: mediaUrl(thumbnailKey ?? key) };
}

/** The URL of an image's small copy, for lists. */
export const thumbnailOf = (image: StoredImage | null): string | null => image && shownImage(image).thumbnailUrl;

/** The published files of these images. */
export const mediaOf = (images: readonly StoredImage[]): MediaKey[] =>
  images.flatMap((image) => ("url" in image ? [] : [image.key, ...(image.thumbnailKey ? [image.thumbnailKey] : [])]));
