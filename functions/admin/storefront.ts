import * as storefront from "#core/contract/storefront";
import { listStoreProducts, readStoreProduct } from "#core/storefront/list-products";
import { reads } from "#functions/admin";

export const listProducts = reads(storefront.listProducts, listStoreProducts);
export const readProduct = reads(storefront.readProduct, readStoreProduct);
