/** Variants of products: what has a SKU, a price and stock. */
import * as z from "zod";
import { eachOnce, id, text } from "./fields.ts";
import { listing, operation, pageOf } from "./kit.ts";
import * as product from "./product.ts";

/** A variant as a picker shows it. */
export const VariantSummary = product.Variant.extend({
  title: z.string().describe('"Linen shirt (M, Blue)".'),
  productStatus: product.status,
  vendorId: id("vendor").nullable(),
  image: product.Image.nullable().describe("The first of the product's images."),
});
export type VariantSummary = z.output<typeof VariantSummary>;

/** As many as a page of a list has rows. */
export const chosenMax = 200;

export const list = operation({
  name: "variant.list",
  method: "GET",
  path: "/api/admin/variants",
  right: "catalog.read",
  vendor: "narrowed",
  summary: "Find variants by SKU, barcode or title, in the order of their SKUs. Archived ones only when asked for.",
  input: z.strictObject({
    ...listing,
    q: text(200).optional().describe("Part of a SKU or a product's title, or a whole barcode."),
    code: text(200).optional().describe("What a scanner reads: a whole SKU, in whatever letters, or a whole barcode."),
    productId: id("product").optional(),
    productIds: eachOnce(z.array(id("product")).min(1).max(chosenMax))
      .optional()
      .describe("Of these products only."),
    variantIds: eachOnce(z.array(id("variant")).min(1).max(chosenMax))
      .optional()
      .describe("These only."),
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
  summary: "Add a variant to a product; answers the product.",
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
  summary: "Change a variant, or bring an archived one back; answers the product, whose version If-Match means.",
  input: z.strictObject({
    id: id("variant"),
    ...product.editedVariant,
    archived: z.literal(false).optional().describe("Brings an archived variant back."),
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

/** More rows than one request edits: each changed product is shown in an event of its own. */
export const editedMax = 500;

const { priceMinor, compareAtMinor, costMinor, weightGrams, barcode, lowStockThreshold } = product.editedVariant;
const inGrid = z
  .strictObject({ priceMinor, compareAtMinor, costMinor, weightGrams, barcode, lowStockThreshold })
  .refine((said) => Object.keys(said).length > 0, "at least one field")
  .meta({ minProperties: 1 });

export const editMany = operation({
  name: "variant.editMany",
  method: "PATCH",
  path: "/api/admin/variants",
  right: "catalog.write",
  vendor: "narrowed",
  summary:
    "Change figures of up to 500 variants. Each row is decided by itself: one that cannot be changed is answered as refused, and the others are changed. Sending the same again changes nothing.",
  input: z
    .strictObject({
      rows: z
        .array(
          z.strictObject({
            id: id("variant"),
            set: inGrid.describe("What changes; the rest stays."),
            expected: inGrid
              .optional()
              .describe(
                "What stood there when it was read. Where something else stands there now, the row is refused; without it, it is overwritten.",
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
          outcome: z.enum(["changed", "same", "refused"]).describe("`same`: it was like that already."),
          refusedFor: z
            .enum(["variant.unknown", "variant.changed"])
            .nullable()
            .describe("There is no such variant, or somebody has changed one of the fields meanwhile."),
          variant: product.Variant.nullable().describe("As it is now; null when there is none."),
        }),
      )
      .describe("One for each row, in their order."),
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
  summary: "Remove a variant, or archive it when orders or stock refer to it; answers the product.",
  input: z.strictObject({ id: id("variant") }),
  output: product.Product,
  versioned: true,
  refuses: ["variant.unknown", "product.noVariants"],
  emits: ["product.updated"],
});
