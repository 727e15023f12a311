/** The catalogue as shoppers see it: what is on sale, at their prices, and whether it is available. */
import * as z from "zod";
import { id, money, searchText, text, verbatim } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { Image, slug } from "./product.ts";

const StoreVariant = z.object({
  id: id("variant"),
  sku: z.string(),
  options: z.array(z.string()),
  price: money,
  compareAt: money.nullable().describe("The price to show crossed out; null unless above the price."),
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
  .describe("A cart's token: prices are those for its customer, and the response is not cached.");

export const listProducts = operation({
  name: "storefront.listProducts",
  method: "GET",
  path: "/api/store/products",
  right: "storefront",
  vendor: "closed",
  summary: "List the products on sale, newest first; those of a collection in its order.",
  input: z.strictObject({
    ...listing,
    q: searchText(100).optional().describe("Part of a title."),
    category: slug.optional().describe("A category's slug; includes its subcategories."),
    collection: slug.optional().describe("A collection's slug; only its products, in its order."),
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
  summary: "Show a product on sale by its slug.",
  input: z.strictObject({ slug: text(200), cart }),
  output: StoreProduct,
  cacheSeconds: 60,
  refuses: ["product.unknown", "cart.unknown"],
});
