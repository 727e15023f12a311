/** How the catalogue is called on screen. */

import type * as category from "#core/contract/category";
import type * as collection from "#core/contract/collection";
import type * as discount from "#core/contract/discount";
import type { Answer } from "#core/contract/kit";
import * as product from "#core/contract/product";

export type Product = Answer<typeof product.read>;
export type Variant = Product["variants"][number];
export type ProductRow = Answer<typeof product.list>["items"][number];
export type Category = Answer<typeof category.read>;
export type Collection = Answer<typeof collection.read>;
export type Discount = Answer<typeof discount.read>;
export type Status = Product["status"];

export const statusLook: Readonly<Record<Status, readonly [label: string, color: string]>> = {
  draft: ["Draft", "gray"],
  active: ["On sale", "green"],
  archived: ["Archived", "orange"],
};

export const statusOptions = product.statuses.map((value) => ({ value, label: statusLook[value][0] }));

/** "M, Blue", or the SKU of the only one there is. */
export const variantName = ({ options, sku }: Pick<Variant, "options" | "sku">): string => options.join(", ") || sku;
