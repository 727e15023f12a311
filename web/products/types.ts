import type { Answer } from "#core/contract/kit/operation";
import type * as productApi from "#core/contract/product";

export type Product = Answer<typeof productApi.read>;
export type Variant = Product["variants"][number];
export type ProductStatus = Product["status"];
/** A product in a list. */
export type ProductRow = Answer<typeof productApi.list>["items"][number];
