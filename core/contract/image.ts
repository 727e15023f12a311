/** Product images: uploaded, added to the product, ordered, removed. */
import * as z from "zod";
import { id, time } from "./kit/fields.ts";
import { operation } from "./kit/operation.ts";
import { Upload } from "./parts/upload.ts";
import { alt, imagesMax, Product } from "./product.ts";
import { imageTypes } from "./values/image-types.ts";

/** 10 MB. */
export const imageBytesMax = 10 * 1024 * 1024;
/** A copy for lists has only some kilobytes. */
export const thumbnailBytesMax = 1024 * 1024;
const pixels = z.int().min(1).max(100_000);

const declared = (most: number) => ({
  type: z.enum(imageTypes).describe("Must match the file's first bytes."),
  bytes: z.int().min(1).max(most).describe("The exact number of bytes that will be sent."),
});

export const requestUpload = operation({
  name: "image.requestUpload",
  method: "POST",
  path: "/api/admin/products/{id}/images/uploads",
  right: "catalog.write",
  vendor: "narrowed",
  summary:
    "Request an upload address for an image. Send the file there, then call `image.add` to add it to the product; an upload that is never added is removed automatically. The file is published as it is: first remove the metadata that a camera has written into it, such as the location. The admin does that for JPEG, PNG and WebP files.",
  input: z.strictObject({
    id: id("product"),
    ...declared(imageBytesMax),
    thumbnail: z
      .strictObject(declared(thumbnailBytesMax))
      .nullable()
      .default(null)
      .describe("A smaller copy for lists, about 400 pixels wide, to be uploaded with it."),
  }),
  output: z.object({
    imageId: id("image"),
    upload: Upload,
    thumbnail: Upload.nullable(),
    expiresAt: time.describe("Uploads must start before this time."),
  }),
  keepsNoAnswer: true,
  refuses: ["product.unknown", "image.tooMany"],
});

export const add = operation({
  name: "image.add",
  method: "POST",
  path: "/api/admin/products/{id}/images",
  right: "catalog.write",
  vendor: "narrowed",
  summary: "Add an uploaded image to the product, after its other images. Repeating this changes nothing.",
  input: z.strictObject({
    id: id("product"),
    imageId: id("image").describe("As returned by `image.requestUpload`."),
    alt: alt.default(""),
    thumbnail: z.boolean().default(false).describe("Whether a smaller copy was uploaded with it."),
    width: pixels.nullable().default(null),
    height: pixels.nullable().default(null),
  }),
  output: Product,
  status: 201,
  versioned: true,
  keepsNoAnswer: true,
  refuses: ["product.unknown", "image.tooMany", "file.missing", "file.notAsDeclared", "file.away"],
  emits: ["product.updated"],
});

export const edit = operation({
  name: "image.edit",
  method: "PATCH",
  path: "/api/admin/products/{id}/images/{imageId}",
  right: "catalog.write",
  vendor: "narrowed",
  summary: "Change an image's description, or its place among the product's images.",
  input: z.strictObject({
    id: id("product"),
    imageId: id("image"),
    alt: alt.optional(),
    position: z
      .int()
      .min(0)
      .max(imagesMax - 1)
      .optional()
      .describe("From 0; the first image is shown in lists. A number past the end means the last place."),
  }),
  output: Product,
  versioned: true,
  refuses: ["product.unknown", "image.unknown"],
  emits: ["product.updated"],
});

export const remove = operation({
  name: "image.remove",
  method: "DELETE",
  path: "/api/admin/products/{id}/images/{imageId}",
  right: "catalog.write",
  vendor: "narrowed",
  summary: "Remove an image from the product. Its file is kept for 30 days, for pages that still show it.",
  input: z.strictObject({ id: id("product"), imageId: id("image") }),
  output: Product,
  versioned: true,
  refuses: ["product.unknown", "image.unknown"],
  emits: ["product.updated"],
});
