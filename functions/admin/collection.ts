import { createCollection } from "#core/collection/create-collection";
import { editCollection } from "#core/collection/edit-collection";
import { listCollections, readCollection } from "#core/collection/list-collections";
import { removeCollection } from "#core/collection/remove-collection";
import { setCollectionProducts } from "#core/collection/set-collection-products";
import * as collection from "#core/contract/collection";
import { reads, writes } from "#functions/admin";

export const list = reads(collection.list, listCollections);
export const create = writes(collection.create, createCollection);
export const read = reads(collection.read, readCollection);
export const edit = writes(collection.edit, editCollection);
export const setProducts = writes(collection.setProducts, setCollectionProducts);
export const remove = writes(collection.remove, removeCollection);
