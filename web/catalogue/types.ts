import type * as categoryApi from "#core/contract/category";
import type * as collectionApi from "#core/contract/collection";
import type * as discountApi from "#core/contract/discount";
import type { Answer } from "#core/contract/kit/operation";

export type Category = Answer<typeof categoryApi.read>;
export type Collection = Answer<typeof collectionApi.read>;
export type Discount = Answer<typeof discountApi.read>;
