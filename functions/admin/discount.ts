import { createDiscount } from "#core/catalogue/create-discount";
import { editDiscount } from "#core/catalogue/edit-discount";
import { discountHistory } from "#core/catalogue/histories";
import { listDiscounts, readDiscount } from "#core/catalogue/list-discounts";
import { removeDiscount } from "#core/catalogue/remove-discount";
import * as discount from "#core/contract/discount";
import { reads, writes } from "#functions/admin";

export const list = reads(discount.list, listDiscounts);
export const create = writes(discount.create, createDiscount);
export const read = reads(discount.read, readDiscount);
export const edit = writes(discount.edit, editDiscount);
export const remove = writes(discount.remove, removeDiscount);
export const history = reads(discount.history, discountHistory);
