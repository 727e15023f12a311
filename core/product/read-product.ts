import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import type * as product from "#core/contract/product";
import { db } from "#core/db/client";
import { ownProducts } from "./lock-product.ts";
import { shownProduct } from "./show-product.ts";

export const readProduct = (by: Actor, { id }: InputOf<typeof product.read>): Promise<product.Product> =>
  shownProduct(db(), id, ownProducts(by));
