/** How the catalogue is called on screen. */

import type * as categoryApi from "#core/contract/category";
import type * as collectionApi from "#core/contract/collection";
import type * as discountApi from "#core/contract/discount";
import type { Answer } from "#core/contract/kit";
import * as productApi from "#core/contract/product";

export type Product = Answer<typeof productApi.read>;
export type Variant = Product["variants"][number];
export type ProductRow = Answer<typeof productApi.list>["items"][number];
export type Category = Answer<typeof categoryApi.read>;
export type Collection = Answer<typeof collectionApi.read>;
export type Discount = Answer<typeof discountApi.read>;
export type Status = Product["status"];

export const statusLook: Readonly<Record<Status, readonly [label: string, color: string]>> = {
  draft: ["Draft", "gray"],
  active: ["On sale", "green"],
  archived: ["Archived", "orange"],
};

export const statusOptions = productApi.statuses.map((value) => ({ value, label: statusLook[value][0] }));

/** "M, Blue", or the SKU of the only one there is. */
export const variantName = ({ options, sku }: Pick<Variant, "options" | "sku">): string => options.join(", ") || sku;
