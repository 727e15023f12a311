/** Products with their variants. */
import * as z from "zod";
import {
  amountMinor,
  country,
  eachOnce,
  id,
  inOneForm,
  money,
  searchText,
  tag,
  text,
  time,
  verbatim,
  webAddress,
} from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { History } from "./parts/history.ts";

export const statuses = ["draft", "active", "archived"] as const;
export const status = z.enum(statuses);

/** The product's part of a URL: `linen-shirt`. */
export const slug = z
  .string()
  .max(200)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "lower-case letters and digits, in groups joined by a hyphen");

export const Variant = z.object({
  id: id("variant"),
  productId: id("product"),
  sku: z.string(),
  options: z.array(z.string()).describe("Values for the product's options, in their order."),
  price: money,
  compareAt: money.nullable().describe("A higher price to compare with, to show the saving."),
  cost: money.nullable().describe("What the store pays for one."),
  weightGrams: z.int().nullable(),
  hsCode: z.string().nullable().describe("The customs code for the goods (Harmonized System)."),
  originCountry: z.string().nullable().describe("Where it was manufactured."),
  barcode: z.string().nullable(),
  trackStock: z.boolean().describe("Whether its stock is tracked."),
  continueSelling: z.boolean().describe("Whether it is sold when out of stock: the order's line is then backordered."),
  lowStockThreshold: z.int().nullable().describe("Null: the store's threshold applies."),
  taxRateId: id("taxRate").nullable().describe("Null: the default tax rate applies."),
  createdAt: time,
  archivedAt: time.nullable().describe("Removed, but kept because orders or stock refer to it."),
});
export type Variant = z.output<typeof Variant>;

export const Image = z.object({
  id: id("image"),
  url: z.string(),
  alt: z.string().describe("Describes the image for people who cannot see it."),
  width: z.int().nullable().describe("In pixels; null if unknown."),
  height: z.int().nullable(),
  thumbnailUrl: z.string().describe("A smaller copy for lists; the image itself if there is none."),
});
export type Image = z.output<typeof Image>;
export const alt = verbatim(0, 512);

const notStored = "As read; any other value has no effect.";

/** An image as it was read, or the address of one stored elsewhere. */
const image = z.strictObject({
  url: webAddress.describe("The URL of one of the product's images keeps its file; any other URL is used as it is."),
  alt: alt.default(""),
  // So that an image can be sent back as it was read.
  id: Image.shape.id.optional().describe("As read; a new image gets its own."),
  width: Image.shape.width.optional().describe(notStored),
  height: Image.shape.height.optional().describe(notStored),
  thumbnailUrl: webAddress.optional().describe(notStored),
});
export const imagesMax = 250;

export const Product = z.object({
  id: id("product"),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  status,
  vendorId: id("vendor").nullable(),
  categoryId: id("category").nullable(),
  tags: z.array(z.string()),
  images: z.array(Image),
  options: z.array(z.string()).describe('What its variants differ in: ["Size", "Colour"].'),
  variants: z.array(Variant),
  createdAt: time,
  updatedAt: time,
  version: z.int().describe("Also the ETag: send it as If-Match."),
});
export type Product = z.output<typeof Product>;

export const ProductSummary = z.object({
  id: id("product"),
  slug: z.string(),
  title: z.string(),
  status,
  vendorId: id("vendor").nullable(),
  categoryId: id("category").nullable(),
  tags: z.array(z.string()),
  image: Image.nullable().describe("The product's first image."),
  variantCount: z.int().describe("Variants that are not archived."),
  priceFrom: money.nullable().describe("The price of the cheapest."),
  priceTo: money.nullable().describe("The price of the most expensive."),
  createdAt: time,
  updatedAt: time,
  version: z.int(),
});
export type ProductSummary = z.output<typeof ProductSummary>;

/** As long as Shopify's, and so are options, SKUs, barcodes and tags, so that its products can come here whole. */
const name = text(255);
export const sku = inOneForm(255);
const grams = z.int().min(0).max(100_000_000);
const threshold = z.int().min(0).max(1_000_000);

/** An index has them together, which tells variants apart. */
const optionBytesMax = 2_400;
const variantOptions = z
  .array(name)
  .max(5)
  .refine(
    (values) => new TextEncoder().encode(values.join("")).length <= optionBytesMax,
    `at most ${optionBytesMax.toLocaleString("en-US")} bytes together, in UTF-8`,
  );

/** A variant's fields, for creating and editing. */
const variantFields = {
  sku,
  options: variantOptions,
  priceMinor: amountMinor,
  compareAtMinor: amountMinor.nullable(),
  costMinor: amountMinor.nullable(),
  weightGrams: grams.nullable(),
  hsCode: z
    .string()
    .regex(/^\d{4}(?:\.?\d){2,9}$/, "6 to 13 digits, such as 6109.10")
    .nullable(),
  originCountry: country.nullable(),
  barcode: name.nullable(),
  trackStock: z.boolean(),
  continueSelling: z.boolean(),
  lowStockThreshold: threshold.nullable(),
  taxRateId: id("taxRate").nullable(),
};

export const newVariant = {
  ...variantFields,
  options: variantFields.options.default([]),
  compareAtMinor: variantFields.compareAtMinor.default(null),
  costMinor: variantFields.costMinor.default(null),
  weightGrams: variantFields.weightGrams.default(null),
  hsCode: variantFields.hsCode.default(null),
  originCountry: variantFields.originCountry.default(null),
  barcode: variantFields.barcode.default(null),
  trackStock: variantFields.trackStock.default(true),
  continueSelling: variantFields.continueSelling.default(false),
  lowStockThreshold: variantFields.lowStockThreshold.default(null),
  taxRateId: variantFields.taxRateId.default(null),
};
export const editedVariant = z.strictObject(variantFields).partial().shape;

/** A product's fields, for creating and editing. */
const productFields = {
  slug,
  title: text(300),
  description: verbatim(0, 50_000),
  status,
  vendorId: id("vendor").nullable(),
  categoryId: id("category").nullable(),
  tags: z.array(tag(255)).max(250).describe("The product's complete list of tags."),
  images: z.array(image).max(imagesMax).describe("The product's complete list of images, in order."),
  options: eachOnce(z.array(name).max(5)),
};

export const list = operation({
  name: "product.list",
  method: "GET",
  path: "/api/admin/products",
  right: "catalog.read",
  vendor: "narrowed",
  summary: "List products. `q` searches titles, slugs and SKUs; a category includes its subcategories.",
  input: z.strictObject({
    ...listing,
    q: searchText(200).optional().describe("Part of a title, a slug or a SKU."),
    status: status.optional(),
    categoryId: id("category").optional().describe("Includes its subcategories."),
    collectionId: id("collection").optional(),
    vendorId: id("vendor").optional(),
    tag: tag(255).optional().describe("A tag, in upper or lower case."),
    sort: z.enum(["newest", "oldest", "updated", "title"]).default("newest"),
  }),
  output: pageOf(ProductSummary),
  refuses: [],
});

export const create = operation({
  name: "product.create",
  method: "POST",
  path: "/api/admin/products",
  right: "catalog.write",
  vendor: "narrowed",
  summary: "Add a product with its variants. Without a slug it gets one from its title.",
  input: z.strictObject({
    slug: productFields.slug.optional(),
    title: productFields.title,
    description: productFields.description.default(""),
    status: productFields.status.default("draft"),
    vendorId: productFields.vendorId.default(null),
    categoryId: productFields.categoryId.default(null),
    tags: productFields.tags.default([]),
    images: productFields.images.default([]),
    options: productFields.options.default([]),
    variants: z.array(z.strictObject(newVariant)).max(200).default([]),
  }),
  output: Product,
  status: 201,
  versioned: true,
  refuses: [
    "product.slugTaken",
    "product.noVariants",
    "variant.skuTaken",
    "variant.optionsTaken",
    "category.unknown",
    "taxRate.unknown",
    "taxRate.archived",
    "vendor.unknown",
    "vendor.activation",
  ],
  emits: ["product.created"],
});

export const read = operation({
  name: "product.read",
  method: "GET",
  path: "/api/admin/products/{id}",
  right: "catalog.read",
  vendor: "narrowed",
  summary: "Show a product with its variants.",
  input: z.strictObject({ id: id("product") }),
  output: Product,
  versioned: true,
  refuses: ["product.unknown"],
});

export const edit = operation({
  name: "product.edit",
  method: "PATCH",
  path: "/api/admin/products/{id}",
  right: "catalog.write",
  vendor: "narrowed",
  summary: "Change a product, or put it on sale.",
  input: z.strictObject({ id: id("product"), ...z.strictObject(productFields).partial().shape }),
  output: Product,
  versioned: true,
  refuses: [
    "product.unknown",
    "product.slugTaken",
    "product.noVariants",
    "category.unknown",
    "vendor.unknown",
    "vendor.activation",
  ],
  emits: ["product.updated"],
});

export const remove = operation({
  name: "product.remove",
  method: "DELETE",
  path: "/api/admin/products/{id}",
  right: "catalog.write",
  vendor: "narrowed",
  summary: "Remove a product and its variants; those that orders or stock refer to are archived instead.",
  input: z.strictObject({ id: id("product") }),
  output: z.object({ archived: z.boolean() }),
  versioned: true,
  refuses: ["product.unknown"],
  emits: ["product.deleted"],
});

export const history = operation({
  name: "product.history",
  method: "GET",
  path: "/api/admin/products/{id}/history",
  right: "catalog.read",
  vendor: "closed",
  summary:
    "List the changes to a product and its variants, newest first; also after they were removed. Changes to their stock are included for callers with `inventory.read`.",
  input: z.strictObject({ id: id("product"), ...listing }),
  output: History,
  refuses: ["product.unknown"],
});
