import * as product from "#core/contract/product";
import { createProduct } from "#core/product/create-product";
import { editProduct } from "#core/product/edit-product";
import { listProducts } from "#core/product/list-products";
import { productHistory } from "#core/product/product-history";
import { readProduct } from "#core/product/read-product";
import { removeProduct } from "#core/product/remove-product";
import { reads, writes } from "#functions/admin";

export const list = reads(product.list, listProducts);
export const create = writes(product.create, createProduct);
export const read = reads(product.read, readProduct);
export const edit = writes(product.edit, editProduct);
export const remove = writes(product.remove, removeProduct);
export const history = reads(product.history, productHistory);
