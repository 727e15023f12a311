import { categoryHistory } from "#core/category/category-history";
import { createCategory } from "#core/category/create-category";
import { editCategory } from "#core/category/edit-category";
import { listCategories, readCategory } from "#core/category/list-categories";
import { removeCategory } from "#core/category/remove-category";
import * as category from "#core/contract/category";
import { reads, writes } from "#functions/admin";

export const list = reads(category.list, listCategories);
export const create = writes(category.create, createCategory);
export const read = reads(category.read, readCategory);
export const edit = writes(category.edit, editCategory);
export const remove = writes(category.remove, removeCategory);
export const history = reads(category.history, categoryHistory);
