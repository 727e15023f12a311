import { imageTypeOf } from "#core/contract/values/image-types";
import { avifWithoutMetadata } from "./metadata/avif.ts";
import { gifWithoutMetadata } from "./metadata/gif.ts";
import { jpegWithoutMetadata } from "./metadata/jpeg.ts";
import { pngWithoutMetadata } from "./metadata/png.ts";
import { webpWithoutMetadata } from "./metadata/webp.ts";

/**
 * A picture without its metadata, such as the location where it was taken, because everyone can download a product's
 * images. The picture itself is not compressed again, and keeps its orientation. Anything that is not a picture is
 * returned as it is.
 */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  switch (imageTypeOf(bytes)) {
    case "image/jpeg":
      return jpegWithoutMetadata(bytes);
    case "image/png":
      return pngWithoutMetadata(bytes);
    case "image/webp":
      return webpWithoutMetadata(bytes);
    case "image/gif":
      return gifWithoutMetadata(bytes);
    case "image/avif":
      return avifWithoutMetadata(bytes);
    default:
      return [bytes];
  }
}
