import * as variant from "#core/contract/variant";
import { createVariant } from "#core/product/create-variant";
import { editVariant } from "#core/product/edit-variant";
import { editVariants } from "#core/product/edit-variants";
import { listVariants, readVariant } from "#core/product/list-variants";
import { removeVariant } from "#core/product/remove-variant";
import { reads, writes } from "#functions/admin";

export const list = reads(variant.list, listVariants);
export const create = writes(variant.create, createVariant);
export const read = reads(variant.read, readVariant);
export const edit = writes(variant.edit, editVariant);
export const editMany = writes(variant.editMany, editVariants);
export const remove = writes(variant.remove, removeVariant);
