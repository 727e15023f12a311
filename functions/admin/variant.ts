import { createVariant } from "#core/catalogue/create-variant";
import { editVariant } from "#core/catalogue/edit-variant";
import { listVariants, readVariant } from "#core/catalogue/list-variants";
import { removeVariant } from "#core/catalogue/remove-variant";
import * as variant from "#core/contract/variant";
import { reads, writes } from "#functions/admin";

export const list = reads(variant.list, listVariants);
export const create = writes(variant.create, createVariant);
export const read = reads(variant.read, readVariant);
export const edit = writes(variant.edit, editVariant);
export const remove = writes(variant.remove, removeVariant);
