import type { Id } from "#core/contract/kit/fields";
import { mediaUrl } from "#core/file/media-url";
import { newId } from "#core/id";
import { invalidField } from "#core/refusal";
import { type StoredImage, shownImage } from "./stored-image.ts";

interface ImageInput {
  readonly url: string;
  readonly alt: string;
  readonly id?: Id<"image"> | undefined;
}

/**
 * A product's images when the whole list is given: existing images, identified by URL, keep their ids and files; other
 * URLs are external images.
 * @throws Refusal for a URL of our own files that is not one of these images: nothing would keep that file.
 */
export function replacedImages(before: readonly StoredImage[], images: readonly ImageInput[]): StoredImage[] {
  const left = new Map(before.map((image) => [image.id, image]));
  return images.map(({ id, url, alt }, index) => {
    const isSame = (image: StoredImage) => shownImage(image).url === url;
    const known = [...left.values()].find((image) => isSame(image) && (id === undefined || image.id === id));
    if (known) {
      left.delete(known.id);
      return { ...known, alt };
    }
    if (url.startsWith(mediaUrl("media/"))) {
      throw invalidField(`images.${index}.url`, "It is not an image of this product, or is listed twice.");
    }
    // An external image may have a new URL.
    const moved = id !== undefined && left.has(id) && "url" in (left.get(id) ?? {});
    if (moved) left.delete(id);
    return { id: moved ? id : newId("image"), url, alt };
  });
}
