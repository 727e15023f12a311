/** Pictures of products: uploaded, put on the product, put in order, removed. */
import * as z from "zod";
import { id, time } from "./fields.ts";
import { imageTypes } from "./image-types.ts";
import { operation } from "./kit.ts";
import { alt, imagesMax, Product } from "./product.ts";
import { Upload } from "./upload.ts";

/** 10 MB. */
export const imageBytesMax = 10 * 1024 * 1024;
/** A copy for lists is some kilobytes. */
export const thumbnailBytesMax = 1024 * 1024;
const pixels = z.int().min(1).max(100_000);

const declared = (most: number) => ({
  type: z.enum(imageTypes).describe("The file's first bytes must say the same."),
  bytes: z.int().min(1).max(most).describe("Exactly as many as will be sent."),
});

export const requestUpload = operation({
  name: "image.requestUpload",
  method: "POST",
  path: "/api/admin/products/{id}/images/uploads",
  right: "catalog.write",
  vendor: "narrowed",
  summary:
    "Ask for a place to upload an image to. Send the file there, then `image.add` puts it on the product; an upload that never is goes by itself.",
  input: z.strictObject({
    id: id("product"),
    ...declared(imageBytesMax),
    thumbnail: z
      .strictObject(declared(thumbnailBytesMax))
      .nullable()
      .default(null)
      .describe("A smaller copy for lists, some 400 pixels wide, to be uploaded beside it."),
  }),
  output: z.object({
    imageId: id("image"),
    upload: Upload,
    thumbnail: Upload.nullable(),
    expiresAt: time.describe("Until when the uploads may begin."),
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
  summary: "Put an uploaded image on the product, behind those it has. Asked again, it changes nothing.",
  input: z.strictObject({
    id: id("product"),
    imageId: id("image").describe("As `image.requestUpload` answered it."),
    alt: alt.default(""),
    thumbnail: z.boolean().default(false).describe("Whether a smaller copy was uploaded beside it."),
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
  summary: "Say what an image shows, or move it to another place among the product's images.",
  input: z.strictObject({
    id: id("product"),
    imageId: id("image"),
    alt: alt.optional(),
    position: z
      .int()
      .min(0)
      .max(imagesMax - 1)
      .optional()
      .describe("From 0; the first one stands in lists. Past the end is the last place."),
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
  summary: "Take an image off the product. Its file stays for 30 days, for the pages that still show it.",
  input: z.strictObject({ id: id("product"), imageId: id("image") }),
  output: Product,
  versioned: true,
  refuses: ["product.unknown", "image.unknown"],
  emits: ["product.updated"],
});
