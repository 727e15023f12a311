/** Variants of products, each with its SKU, price and stock. */
import * as z from "zod";
import { eachOnce, id, searchText, text } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import * as product from "./product.ts";

/** A variant as a picker shows it. */
export const VariantSummary = product.Variant.extend({
  title: z.string().describe('"Linen shirt (M, Blue)".'),
  productStatus: product.status,
  vendorId: id("vendor").nullable(),
  image: product.Image.nullable().describe("The product's first image."),
});
export type VariantSummary = z.output<typeof VariantSummary>;

/** As many as a list's page has rows. */
export const chosenMax = 200;

export const list = operation({
  name: "variant.list",
  method: "GET",
  path: "/api/admin/variants",
  right: "catalog.read",
  vendor: "narrowed",
  summary: "Find variants by SKU, barcode or title, in order of SKU. Archived ones are included only on request.",
  input: z.strictObject({
    ...listing,
    q: searchText(200).optional().describe("Part of a SKU or a product's title, or a whole barcode."),
    code: text(200)
      .optional()
      .describe("What a scanner reads: a whole SKU, in upper or lower case, or a whole barcode."),
    productId: id("product").optional(),
    productIds: eachOnce(z.array(id("product")).min(1).max(chosenMax))
      .optional()
      .describe("Only variants of these products."),
    variantIds: eachOnce(z.array(id("variant")).min(1).max(chosenMax))
      .optional()
      .describe("Only these variants."),
    archived: z.boolean().default(false),
  }),
  output: pageOf(VariantSummary),
  refuses: [],
});

export const read = operation({
  name: "variant.read",
  method: "GET",
  path: "/api/admin/variants/{id}",
  right: "catalog.read",
  vendor: "narrowed",
  summary: "Show a variant.",
  input: z.strictObject({ id: id("variant") }),
  output: VariantSummary,
  refuses: ["variant.unknown"],
});

export const create = operation({
  name: "variant.create",
  method: "POST",
  path: "/api/admin/products/{id}/variants",
  right: "catalog.write",
  vendor: "narrowed",
  summary: "Add a variant to a product; returns the product.",
  input: z.strictObject({ id: id("product"), ...product.newVariant }),
  output: product.Product,
  status: 201,
  versioned: true,
  refuses: ["product.unknown", "variant.skuTaken", "variant.optionsTaken", "taxRate.unknown", "taxRate.archived"],
  emits: ["product.updated"],
});

export const edit = operation({
  name: "variant.edit",
  method: "PATCH",
  path: "/api/admin/variants/{id}",
  right: "catalog.write",
  vendor: "narrowed",
  summary:
    "Change a variant, or restore an archived one. If-Match refers to the product's version; returns the product.",
  input: z.strictObject({
    id: id("variant"),
    ...product.editedVariant,
    archived: z.literal(false).optional().describe("Restores an archived variant."),
  }),
  output: product.Product,
  versioned: true,
  refuses: [
    "variant.unknown",
    "variant.skuTaken",
    "variant.optionsTaken",
    "variant.inUse",
    "taxRate.unknown",
    "taxRate.archived",
  ],
  emits: ["product.updated"],
});

/** Most rows in one request: each changed product has its own event. */
export const editedMax = 500;

const { priceMinor, compareAtMinor, costMinor, weightGrams, barcode, lowStockThreshold } = product.editedVariant;
const inGrid = z
  .strictObject({ priceMinor, compareAtMinor, costMinor, weightGrams, barcode, lowStockThreshold })
  .refine((fields) => Object.keys(fields).length > 0, "at least one field")
  .meta({ minProperties: 1 });

export const editMany = operation({
  name: "variant.editMany",
  method: "PATCH",
  path: "/api/admin/variants",
  right: "catalog.write",
  vendor: "narrowed",
  summary:
    "Change figures of up to 500 variants. Each row is handled separately: a row that cannot be changed is reported as refused, and the others are changed. Repeating the request changes nothing.",
  input: z
    .strictObject({
      rows: z
        .array(
          z.strictObject({
            id: id("variant"),
            set: inGrid.describe("The fields to change; the rest stay."),
            expected: inGrid
              .optional()
              .describe(
                "The values when they were read. If a value has changed since, the row is refused; without this it is overwritten.",
              ),
          }),
        )
        .min(1)
        .max(editedMax),
    })
    .meta({
      examples: [
        {
          rows: [
            {
              id: "var_01m7qjz5x8k3v9c2d4f6g8h0ab",
              set: { priceMinor: 129900, compareAtMinor: 149900 },
              expected: { priceMinor: 119900, compareAtMinor: null },
            },
          ],
        },
      ],
    }),
  output: z.object({
    results: z
      .array(
        z.object({
          id: id("variant"),
          outcome: z.enum(["changed", "same", "refused"]).describe("`same`: it already had these values."),
          refusedFor: z
            .enum(["variant.unknown", "variant.changed"])
            .nullable()
            .describe("There is no such variant, or one of the fields has been changed in the meantime."),
          variant: product.Variant.nullable().describe("The variant as it is now; null if there is none."),
        }),
      )
      .describe("One for each row, in order."),
  }),
  refuses: [],
  emits: ["product.updated"],
});

export const remove = operation({
  name: "variant.remove",
  method: "DELETE",
  path: "/api/admin/variants/{id}",
  right: "catalog.write",
  vendor: "narrowed",
  summary: "Remove a variant, or archive it if orders or stock refer to it; returns the product.",
  input: z.strictObject({ id: id("variant") }),
  output: product.Product,
  versioned: true,
  refuses: ["variant.unknown", "product.noVariants"],
  emits: ["product.updated"],
});
