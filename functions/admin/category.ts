import { createCategory } from "#core/catalogue/create-category";
import { editCategory } from "#core/catalogue/edit-category";
import { categoryHistory } from "#core/catalogue/histories";
import { listCategories, readCategory } from "#core/catalogue/list-categories";
import { removeCategory } from "#core/catalogue/remove-category";
import * as category from "#core/contract/category";
import { reads, writes } from "#functions/admin";

export const list = reads(category.list, listCategories);
export const create = writes(category.create, createCategory);
export const read = reads(category.read, readCategory);
export const edit = writes(category.edit, editCategory);
export const remove = writes(category.remove, removeCategory);
export const history = reads(category.history, categoryHistory);
