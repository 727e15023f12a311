/** The catalogue as shoppers see it: what is on sale, at their prices, and whether it can be had. */
import * as z from "zod";
import { id, money, text, verbatim } from "./fields.ts";
import { listing, operation, pageOf } from "./kit.ts";
import { Image, slug } from "./product.ts";

const StoreVariant = z.object({
  id: id("variant"),
  sku: z.string(),
  options: z.array(z.string()),
  price: money,
  compareAt: money.nullable().describe("What to show crossed out; null unless it is above the price."),
  available: z.boolean().describe("Whether one can be ordered now."),
});

export const StoreProduct = z.object({
  id: id("product"),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string().nullable().describe("The category's slug."),
  tags: z.array(z.string()),
  images: z.array(Image),
  options: z.array(z.string()),
  variants: z.array(StoreVariant),
});
export type StoreProduct = z.output<typeof StoreProduct>;

const cart = verbatim(1, 200)
  .optional()
  .describe("A cart's token: prices are those of its customer, and nobody keeps a copy of the answer.");

export const listProducts = operation({
  name: "storefront.listProducts",
  method: "GET",
  path: "/api/store/products",
  right: "storefront",
  vendor: "closed",
  summary: "List what is on sale, the newest first.",
  input: z.strictObject({
    ...listing,
    q: text(100).optional().describe("Part of a title."),
    category: slug.optional().describe("A category's slug; what lies within it is in it."),
    collection: slug.optional().describe("A collection's slug, for its products in its order of newest first."),
    cart,
  }),
  output: pageOf(StoreProduct),
  cacheSeconds: 60,
  refuses: ["cart.unknown"],
});

export const readProduct = operation({
  name: "storefront.readProduct",
  method: "GET",
  path: "/api/store/products/{slug}",
  right: "storefront",
  vendor: "closed",
  summary: "Show what is on sale by its slug.",
  input: z.strictObject({ slug: text(200), cart }),
  output: StoreProduct,
  cacheSeconds: 60,
  refuses: ["product.unknown", "cart.unknown"],
});
