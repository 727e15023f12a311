import { createCollection } from "#core/catalogue/create-collection";
import { editCollection } from "#core/catalogue/edit-collection";
import { listCollections, readCollection } from "#core/catalogue/list-collections";
import { removeCollection } from "#core/catalogue/remove-collection";
import { setCollectionProducts } from "#core/catalogue/set-collection-products";
import * as collection from "#core/contract/collection";
import { reads, writes } from "#functions/admin";

export const list = reads(collection.list, listCollections);
export const create = writes(collection.create, createCollection);
export const read = reads(collection.read, readCollection);
export const edit = writes(collection.edit, editCollection);
export const setProducts = writes(collection.setProducts, setCollectionProducts);
export const remove = writes(collection.remove, removeCollection);
