import { createProduct } from "#core/catalogue/create-product";
import { editProduct } from "#core/catalogue/edit-product";
import { productHistory } from "#core/catalogue/histories";
import { listProducts } from "#core/catalogue/list-products";
import { readProduct } from "#core/catalogue/read-product";
import { removeProduct } from "#core/catalogue/remove-product";
import * as product from "#core/contract/product";
import { reads, writes } from "#functions/admin";

export const list = reads(product.list, listProducts);
export const create = writes(product.create, createProduct);
export const read = reads(product.read, readProduct);
export const edit = writes(product.edit, editProduct);
export const remove = writes(product.remove, removeProduct);
export const history = reads(product.history, productHistory);
