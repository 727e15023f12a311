/** Prepares an image for upload: checks and measures it, and makes a smaller copy for lists. */
import { imageBytesMax, thumbnailBytesMax } from "#core/contract/image";
import { firstBytesMax, type ImageType, imageTypeOf } from "#core/contract/values/image-types";
import { withoutMetadata } from "./without-metadata.ts";

/** A file that cannot be uploaded; the message is for the user. */
export class Unusable extends Error {}

export interface Prepared {
  /** What is to be uploaded. */
  readonly file: Blob;
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly thumbnail: { readonly blob: Blob; readonly type: ImageType } | null;
  /** The URL of a small preview. */
  readonly preview: string;
}

/** Pixels of the longer side: twice the size in the largest list, for high-resolution screens. */
const thumbnailPixels = 400;

/** The image type of a file by its first bytes, as its name may be wrong. @throws Unusable */
export async function typeOf(file: File): Promise<ImageType> {
  if (file.size > imageBytesMax) throw new Unusable("It is larger than 10 MB. Save a smaller copy and choose that.");
  if (file.size === 0) throw new Unusable("The file is empty.");
  const type = imageTypeOf(new Uint8Array(await file.slice(0, firstBytesMax).arrayBuffer()));
  if (!type) throw new Unusable("It is not a PNG, JPEG, WebP, GIF or AVIF picture.");
  return type;
}

/** @throws Unusable */
export async function prepared(file: File): Promise<Prepared> {
  const type = await typeOf(file);
  const drawn = await createImageBitmap(file).catch(() => {
    throw new Unusable("This browser cannot open it. The file may be damaged.");
  });
  const { width, height } = drawn;
  const canvas = smaller(drawn);
  drawn.close();
  return {
    ...{ file: new Blob(withoutMetadata(new Uint8Array(await file.arrayBuffer()))), type, width, height },
    ...{ preview: canvas.toDataURL("image/jpeg", 0.7), thumbnail: await copyOf(canvas) },
  };
}

function smaller(drawn: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, thumbnailPixels / Math.max(drawn.width, drawn.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(drawn.width * scale));
  canvas.height = Math.max(1, Math.round(drawn.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Unusable("This browser cannot make a smaller copy of it.");
  context.imageSmoothingQuality = "high";
  context.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** A browser that cannot write WebP makes a PNG, so the copy's own type counts. */
async function copyOf(canvas: HTMLCanvasElement): Promise<Prepared["thumbnail"]> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", 0.82));
  if (!blob || blob.size > thumbnailBytesMax) return null;
  return { blob, type: blob.type === "image/webp" ? "image/webp" : "image/png" };
}
