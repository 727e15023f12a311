import * as discount from "#core/contract/discount";
import { createDiscount } from "#core/discount/create-discount";
import { discountHistory } from "#core/discount/discount-history";
import { editDiscount } from "#core/discount/edit-discount";
import { listDiscounts, readDiscount } from "#core/discount/list-discounts";
import { removeDiscount } from "#core/discount/remove-discount";
import { reads, writes } from "#functions/admin";

export const list = reads(discount.list, listDiscounts);
export const create = writes(discount.create, createDiscount);
export const read = reads(discount.read, readDiscount);
export const edit = writes(discount.edit, editDiscount);
export const remove = writes(discount.remove, removeDiscount);
export const history = reads(discount.history, discountHistory);
